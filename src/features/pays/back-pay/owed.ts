import type { EmployeeRules } from '../../../countries/contract/employee-rules.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, smaller, sum, toCent, ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import {
  isLeaveArrears,
  listPaidBack,
  type PaidBack,
  type RenewedPay,
  renewedSince,
  type StoredLine,
  withLeaveTotals,
} from '../pays/index.ts'
import { findFirstRateChange, listLateRises } from './queries.ts'
import type { BackPay } from './schema.ts'

type Item = BackPay['items'][number]

/**
 * Calculates the shortfall on hours and leave paid below the rate that now applies to their days. Each pay has one item for
 * each kind of hours, because super and reporting depend on the kind.
 */
export async function readOwed(
  service: Service,
  tx: Tx,
  company: Company,
  { employeeId, since, payDate }: { employeeId: number; since: CivilDate | null; payDate: CivilDate },
): Promise<BackPay> {
  const from = since ?? (await findFirstRateChange(tx, employeeId))
  const renewed = from ? await renewedSince(service, tx, company, [{ employeeId, from }]) : []
  const paid = await loadPaid(tx, [employeeId])
  const { law, employee: rules } = countryOf(company.jurisdiction)
  const yearStart = law.taxYear(payDate).start
  const items = renewed.flatMap((pay) => itemsOf(pay, paid, { rules, yearStart }))
  const total = Number(sum(items.map(({ amount }) => decimal(String(amount)))).toFixed())
  const holidayPayRate = rules.holidayPayOnBackPay?.(payDate, service.rates) ?? null
  const warnings = [...earlierYears(items, rules, yearStart), ...endingsOwed(renewed, holidayPayRate)]
  return { employee_id: employeeId, since: from, total, items, warnings, pay_id: null }
}

/** Leave arrears are owed in addition to a rise, not instead of it. */
const loadPaid = async (tx: Tx, employeeIds: readonly number[]) =>
  (await listPaidBack(tx, employeeIds)).filter((line) => !isLeaveArrears(line))

/** The back pay owed to those of the employees whose rate was raised for days already paid. */
export async function loadOwedTotals(
  service: Service,
  tx: Tx,
  company: Company,
  employeeIds: readonly number[],
  payDate: CivilDate,
): Promise<ReadonlyMap<number, Decimal>> {
  const raised = await listLateRises(tx, employeeIds)
  if (raised.length === 0) return new Map()
  const renewed = await renewedSince(service, tx, company, raised)
  const paid = Map.groupBy(await loadPaid(tx, employeeIds), (line) => line.employee_id)
  const { law, employee: rules } = countryOf(company.jurisdiction)
  const asked = { rules, yearStart: law.taxYear(payDate).start }
  const byEmployee = Map.groupBy(renewed, ({ pay }) => pay.row.employee_id)
  const totals = [...byEmployee].map(([id, pays]): [number, Decimal] => {
    const items = pays.flatMap((pay) => itemsOf(pay, paid.get(id) ?? [], asked))
    return [id, sum(items.map(({ amount }) => decimal(String(amount))))]
  })
  return new Map(totals.filter(([, total]) => total.gt(ZERO)))
}

/** A sentence for a final pay of someone who is still owed back pay. */
export const owedAtTheEnd = (total: Decimal) =>
  `Back pay of ${total.toFixed(2)} is owed for earlier pays and is not in the final pay. GET /api/employees/{employee_id}/back-pay lists it. Pay it too: POST there with a pay_date.`

type Asked = { rules: EmployeeRules; yearStart: string }

function itemsOf(renewed: RenewedPay, paid: readonly PaidBack[], { rules, yearStart }: Asked): Item[] {
  const { pay } = renewed
  const { start_date, end_date } = pay.run
  const lines = pairsOf(renewed).flatMap(([was, is]) => lineOf(was, is, rules))
  const isEarlier = pay.row.processed_date < yearStart
  const ofPeriod = paid.filter((line) => line.start_date === start_date && line.end_date === end_date)
  const kinds = [...Map.groupBy(lines, ({ category }) => category)].map(([category, own]) => ({
    category,
    own,
    owed: sum(own.map(({ line }) => decimal(String(line.amount)))),
    paidBefore: sum(ofPeriod.flatMap((line) => (line.stp_category === category ? decimal(line.amount) : []))),
  }))
  // A payment under another kind, or above the amount owed for its kind, counts towards the other kinds.
  let spare = sum(ofPeriod.map(({ amount }) => decimal(amount))).minus(
    sum(kinds.map(({ owed, paidBefore }) => smaller(owed, paidBefore))),
  )
  return kinds.flatMap(({ category, own, owed, paidBefore }) => {
    const open = owed.minus(smaller(owed, paidBefore))
    const other = smaller(open, spare)
    spare = spare.minus(other)
    const amount = toCent(open.minus(other))
    if (amount.lte(ZERO)) return []
    const kind = category === 'GROSS' ? '' : category === 'OVERTIME' ? ', overtime' : ', leave'
    return {
      pay_id: pay.row.id,
      description: `Back pay ${start_date} to ${end_date}${kind}`,
      amount: Number(amount.toFixed()),
      paid_before: Number(owed.minus(amount).toFixed()),
      stp_category: category,
      tax_method: isEarlier ? rules.earlierYearBackPayMethod : rules.backPayMethod,
      start_date,
      end_date,
      lines: own.map(({ line }) => line),
    }
  })
}

/** Says which items are taxed by another method because their pays belong to an earlier tax year. */
function earlierYears(items: readonly Item[], rules: EmployeeRules, yearStart: string): string[] {
  const { backPayMethod, earlierYearBackPayMethod: method } = rules
  if (method === backPayMethod) return []
  const earlier = items.filter((item) => item.tax_method === method)
  if (earlier.length === 0) return []
  return [
    `${earlier.length === 1 ? 'One item is' : `${earlier.length} items are`} for pays made before ${yearStart} and taxed by ${method}: ${backPayMethod} covers only pays of the income year.`,
  ]
}

/**
 * A final pay at the old rate also paid leave and notice too low. They are not back pay but a further payment. Where a pay after
 * the end adds holiday pay to back pay, that share of the arrears needs no payment of its own.
 */
function endingsOwed(renewed: readonly RenewedPay[], holidayPayRate: Decimal | null): string[] {
  let backPay = ZERO
  return renewed.toSorted(byPeriod).flatMap((each) => {
    const { pay, gross } = each
    const amounts = pairsOf(each).flatMap(([was, is]) => differenceOf(was, is) ?? [])
    backPay = backPay.plus(sum(amounts))
    if (!pay.row.is_termination) return []
    const added = toCent(backPay.times(holidayPayRate ?? ZERO))
    backPay = ZERO
    const owed = toCent(decimal(gross).minus(decimal(pay.row.gross)).minus(sum(amounts)).minus(added))
    // The holiday pay of each pay is rounded, so the two may differ by a cent.
    if (owed.lte(holidayPayRate ? CENT : ZERO)) return []
    const advice = holidayPayRate
      ? 'Delete the final pay and make it again, or add the amount to a pay by hand.'
      : 'Pay it as a further payment of the termination.'
    return [
      `The final pay of ${pay.row.processed_date} paid leave and notice at the old rate: ${owed.toFixed(2)} more is owed and is not in this total. ${advice}`,
    ]
  })
}
const CENT = decimal('0.01')

const byPeriod = ({ pay: a }: RenewedPay, { pay: b }: RenewedPay) =>
  a.run.end_date === b.run.end_date ? a.row.id - b.row.id : a.run.end_date < b.run.end_date ? -1 : 1

/** Each row as paid and as renewed. Public holidays may split leave differently under other terms, so it counts as one row. */
function pairsOf({ pay, lines }: RenewedPay): [StoredLine, StoredLine | undefined][] {
  const renewed = withLeaveTotals(lines)
  return withLeaveTotals(pay.lines).map((line, index) => [line, renewed[index]])
}

type Rated = Extract<StoredLine, { kind: 'hours' | 'leave' }>
const isRated = (line: StoredLine): line is Rated => line.kind === 'hours' || line.kind === 'leave'

/** The difference of a row that depends on the rate: hours or leave. Null for any other row. */
function differenceOf(was: StoredLine, is: StoredLine | undefined): Decimal | null {
  return is && isRated(was) && isRated(is) ? toCent(amountOf(is).minus(amountOf(was))) : null
}

/** A line that would now be paid less owes nothing. */
function lineOf(was: StoredLine, is: StoredLine | undefined, rules: EmployeeRules) {
  const amount = differenceOf(was, is)
  if (!amount || amount.lte(ZERO) || !is || !isRated(was) || !isRated(is)) return []
  const number = (value: string) => Number(decimal(value).toFixed())
  const kind =
    was.kind === 'leave'
      ? { isOvertime: false, leaveType: was.details.leave_type }
      : { isOvertime: was.details.is_overtime, leaveType: null }
  const line: Item['lines'][number] = {
    description: was.description,
    quantity: number(was.kind === 'leave' ? was.details.hours : was.details.value),
    paid_rate: number(was.details.rate),
    rate: number(is.details.rate),
    amount: Number(amount.toFixed()),
  }
  return [{ category: rules.backPayCategory(kind), line }]
}

/** The amount of a line, including leave loading. */
function amountOf(line: StoredLine): Decimal {
  const loading = line.kind === 'leave' ? line.details.loading : undefined
  return decimal(line.amount).plus(decimal(loading ?? '0'))
}
