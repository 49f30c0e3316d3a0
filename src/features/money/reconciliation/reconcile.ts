import { countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { invalid } from '../../../kernel/problem.ts'
import { type Decimal, decimal, notBelowZero, sum, ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import {
  type EmployerNumber,
  employerOf,
  loadEmployerNumbers,
  loadOfficePeriods,
  type OfficePeriod,
} from '../../lodgements/obligations/index.ts'
import { fundKey, reconstructSnapshots } from '../../pays/snapshots/index.ts'
import { type Item, loadItems, loadPayees, partyOf } from '../payments/index.ts'
import { loadOwed, openOf, totalOf } from '../super-payments/index.ts'
import {
  type Span,
  sumDeductions,
  sumFiles,
  sumPays,
  sumSettlements,
  type UnnamedDeductions,
} from './queries.ts'
import type { Reconciliation } from './schema.ts'

const figure = (amount: Decimal) => Number(amount.toFixed())

/** Amounts owed, sent and open for the pays of a period. The checks use sums calculated independently. */
export async function reconcile(
  service: Service,
  company: Company,
  from: string,
  to: string,
): Promise<Reconciliation> {
  if (to < from) throw invalid(['query', 'to_date'], 'to_date must not be before from_date')
  await reconstructSnapshots(service, undefined, { companyId: company.id })
  const { periods } = await loadOfficePeriods(service, company)
  const numbers = (await loadEmployerNumbers(service, [company.id])).get(company.id)
  const offices = periods.filter(({ start, end }) => start <= to && end >= from)
  // One transaction, so that all figures are from the same moment.
  return service.database.transaction(async (tx) => {
    const span: Span = { from, to }
    const items = await loadItems(tx, company.id, { fromDate: from, toDate: to })
    const nets = items.filter((item) => item.kind === 'net')
    const payees = items.filter((item) => item.kind === 'payee')
    const pays = await sumPays(tx, company.id, span)
    const files = await sumFiles(tx, company.id, span)
    const settlements = await sumSettlements(tx, company.id, span)
    const deductions = await sumDeductions(tx, company.id, span)
    const supers = await superRows(service, tx, company, span)
    const names = new Map(
      (
        await loadPayees(
          tx,
          payees.map((item) => partyOf(item.party).payeeId),
        )
      ).map(({ id, name }) => [id, name]),
    )
    const payeeRows = [...Map.groupBy(payees, (item) => item.party)].map(([party, own]) => {
      const { payeeId, reference } = partyOf(party)
      return {
        payee_id: payeeId,
        name: names.get(payeeId) ?? null,
        reference,
        ...sumsOf(own),
        pay_ids: idsOf(own),
      }
    })
    const unnamed = sum(deductions.unnamed.map((row) => decimal(row.total)))
    const carried = sum([...files, ...settlements].map((each) => decimal(each.amount)))
    const openAll = sum(items.map((item) => item.open))
    return {
      from_date: from,
      to_date: to,
      nets: {
        ...sumsOf(nets),
        rows: nets.map((item) => ({
          pay_id: item.payId,
          pay_date: item.payDate,
          employee_id: item.employeeId,
          format_name: item.name,
          ...sumsOf([item]),
        })),
      },
      files: files.map((file) => ({
        id: file.id,
        status: file.status,
        total: Number(file.total),
        amount: Number(file.amount),
        pay_ids: file.pay_ids,
      })),
      settlements: settlements.map((each) => ({
        id: each.id,
        method: each.status,
        settled_on: each.on_date,
        amount: Number(each.amount),
        pay_ids: each.pay_ids,
      })),
      deductions: unnamed.eq(ZERO) ? payeeRows : [...payeeRows, unnamedRow(deductions.unnamed)],
      super: supers.rows,
      tax: {
        name: countryOf(company.jurisdiction).words.tax,
        amount: figure(sum(pays.map((row) => decimal(row.tax)))),
        rows: pays.map((row) => ({ pay_date: row.pay_date, amount: Number(row.tax), pay_ids: row.pay_ids })),
        periods: offices.map((period) => periodOf(period, numbers)),
        // An overpaid period does not pay another one.
        open: figure(sum(offices.map(({ amount, paid }) => notBelowZero(amount.minus(paid))))),
      },
      checks: [
        check(
          'Nets of the pays = nets of the ledger',
          sumText(pays, 'net'),
          sum(nets.map((item) => item.owed)),
        ),
        check(
          'Files + settlements + open = nets + payees',
          carried.plus(openAll),
          sum(items.map((item) => item.owed)),
        ),
        check(
          'Deductions of the pays = payees + without a payee',
          decimal(deductions.total),
          sum(payees.map((item) => item.owed)).plus(unnamed),
        ),
        check('Super of the pays = super by fund', sumText(pays, 'super'), supers.owed),
        check('Super sent + open = super by fund', supers.sent.plus(supers.open), supers.owed),
      ],
    }
  })
}

const periodOf = (
  { start, end, due, amount, paid, identityId }: OfficePeriod,
  numbers: readonly EmployerNumber[] | undefined,
) => ({
  period_start: start,
  period_end: end,
  due_date: due,
  owed: figure(amount),
  paid: figure(paid),
  open: figure(amount.minus(paid)),
  ...employerOf(numbers, identityId),
})

const sumText = (rows: readonly { net: string; super: string }[], name: 'net' | 'super') =>
  sum(rows.map((row) => decimal(row[name])))

function check(what: string, left: Decimal, right: Decimal): Reconciliation['checks'][number] {
  return { what, left: figure(left), right: figure(right), agrees: left.eq(right) }
}

function sumsOf(items: readonly Item[]) {
  const [owed, sent, inFile] = [
    sum(items.map((item) => item.owed)),
    sum(items.map((item) => item.sent)),
    sum(items.map((item) => item.inFile)),
  ]
  return {
    owed: figure(owed),
    in_files: figure(inFile),
    settled: figure(sent.minus(inFile)),
    open: figure(owed.minus(sent)),
  }
}

const idsOf = (items: readonly Item[]) => [...new Set(items.map((item) => item.payId))]

/** These deductions have no payee, so the ledger has no items for them. The part for an office is open as its obligation. */
function unnamedRow(rows: readonly UnnamedDeductions[]) {
  const owed = sum(rows.map((row) => decimal(row.total)))
  const toOffice = sum(rows.map((row) => decimal(row.to_office)))
  return {
    payee_id: null,
    name: null,
    reference: null,
    owed: figure(owed),
    in_files: 0,
    settled: 0,
    open: figure(owed.minus(toOffice)),
    pay_ids: rows.map((row) => row.pay_id),
  }
}

async function superRows(service: Service, tx: Parameters<typeof loadOwed>[1], company: Company, span: Span) {
  if (countryOf(company.jurisdiction).retirement.contributionFile === null)
    return { rows: [], owed: ZERO, sent: ZERO, open: ZERO }
  const owed = await loadOwed(service, tx, company.id, { from_date: span.from, to_date: span.to })
  const funds = Map.groupBy(owed, ({ fund }) => fund && fundKey({ ...fund, member_number: null }))
  const rows = [...funds].map(([key, own]) => ({
    fund: key === null ? null : (own[0]?.fund?.fund_name ?? own[0]?.fund?.usi ?? own[0]?.fund?.abn ?? null),
    member_count: new Set(own.map(({ pay }) => pay.employee_id)).size,
    owed: figure(sum(own.map((each) => totalOf(each.owed)))),
    sent: figure(sum(own.map((each) => totalOf(each.sent)))),
    open: figure(sum(own.map(openOf))),
    pay_ids: [...new Set(own.map(({ pay }) => pay.id))],
  }))
  return {
    rows,
    owed: sum(owed.map((each) => totalOf(each.owed))),
    sent: sum(owed.map((each) => totalOf(each.sent))),
    open: sum(owed.map(openOf)),
  }
}
