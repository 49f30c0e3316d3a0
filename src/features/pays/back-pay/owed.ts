import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, sum, toCent, ZERO } from '../../../kernel/values/money.ts'
import type { TaxMethod } from '../../../payroll/words.ts'
import type { Service } from '../../../service.ts'
import { type RenewedPay, renewedSince, type StoredLine } from '../pays/index.ts'
import { findFirstRateChange, listPaidBack, type PaidBack } from './queries.ts'
import type { BackPay } from './schema.ts'

type Item = BackPay['items'][number]

/** The prefix of pay lines for arrears found by the Holidays Act report. */
export const LEAVE_ARREARS = 'Holidays Act arrears'
export const isLeaveArrears = ({ description }: Pick<PaidBack, 'description'>) =>
  description.startsWith(LEAVE_ARREARS)

/** Calculates the shortfall on hours and leave paid below the rate that now applies to their days. One item per pay. */
export async function readOwed(
  service: Service,
  tx: Tx,
  company: Company,
  { employeeId, since }: { employeeId: number; since: CivilDate | null },
): Promise<BackPay> {
  const from = since ?? (await findFirstRateChange(tx, employeeId))
  const renewed = from ? await renewedSince(service, tx, company, { employeeId, from }) : []
  // Leave arrears are owed in addition to a rise, not instead of it.
  const paid = (await listPaidBack(tx, employeeId)).filter((line) => !isLeaveArrears(line))
  const taxMethod = countryOf(company.jurisdiction).employee.backPayMethod
  const items = renewed.flatMap((pay) => itemOf(pay, paid, taxMethod))
  const total = Number(sum(items.map(({ amount }) => decimal(String(amount)))).toFixed())
  return { employee_id: employeeId, since: from, total, items, warnings: [], pay_id: null }
}

function itemOf({ pay, lines: now }: RenewedPay, paid: readonly PaidBack[], taxMethod: TaxMethod): Item[] {
  const { start_date, end_date } = pay.run
  const lines = pay.lines.flatMap((line, index) => lineOf(line, now[index]))
  const paidBefore = sum(
    paid
      .filter((line) => line.start_date === start_date && line.end_date === end_date)
      .map(({ amount }) => decimal(amount)),
  )
  const owed = toCent(sum(lines.map(({ amount }) => decimal(String(amount)))).minus(paidBefore))
  if (owed.lte(ZERO)) return []
  return [
    {
      pay_id: pay.row.id,
      description: `Back pay ${start_date} to ${end_date}`,
      amount: Number(owed.toFixed()),
      paid_before: Number(paidBefore.toFixed()),
      stp_category: 'GROSS',
      tax_method: taxMethod,
      start_date,
      end_date,
      lines,
    },
  ]
}

type Rated = Extract<StoredLine, { kind: 'hours' | 'leave' }>
const isRated = (line: StoredLine): line is Rated => line.kind === 'hours' || line.kind === 'leave'

/** Only hours and leave depend on the rate. A line that would now be paid less owes nothing. */
function lineOf(was: StoredLine, is: StoredLine | undefined): Item['lines'] {
  if (!is || !isRated(was) || !isRated(is)) return []
  const amount = toCent(amountOf(is).minus(amountOf(was)))
  if (amount.lte(ZERO)) return []
  const number = (value: string) => Number(decimal(value).toFixed())
  return [
    {
      description: was.description,
      quantity: number(was.kind === 'leave' ? was.details.hours : was.details.value),
      paid_rate: number(was.details.rate),
      rate: number(is.details.rate),
      amount: Number(amount.toFixed()),
    },
  ]
}

/** The amount of a line, including leave loading. */
function amountOf(line: StoredLine): Decimal {
  const loading = line.kind === 'leave' ? line.details.loading : undefined
  return decimal(line.amount).plus(decimal(loading ?? '0'))
}
