import { sql } from 'kysely'
import { countryOf } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { notFound } from '../../../kernel/problem.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, ZERO } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { splitNet } from '../../money/bank-files/index.ts'
import { loadPayees, openPayee } from '../../money/payments/index.ts'
import { splitAmongFunds, superOf } from '../../money/super-payments/index.ts'
import { addOpening, openingsIn } from '../../pays/opening-balances/index.ts'
import {
  type DeductionDetails,
  findPay,
  loadPays,
  countryOf as payCountryOf,
  viewStoredPay,
  type WholePay,
} from '../../pays/pays/index.ts'
import { recall, recallAll, type SnapshotView, viewSnapshot } from '../../pays/snapshots/index.ts'
import { maskedAccount } from '../../platform/pdf/index.ts'
import type { PayslipInput, PayslipYearToDate } from './payslip-input.ts'

/** Collects the data for the payslip of one pay. */
export async function loadPayslip(service: Service, company: Company, payId: number): Promise<PayslipInput> {
  const pay = await findPay(service.database.query, company.id, payId)
  if (!pay) throw notFound('There is no such pay.')
  return present((await collect(service, company, [pay]))[0])
}

/** The same for many pays of the company, in the order of the ids. */
export async function loadPayslips(
  service: Service,
  company: Company,
  payIds: readonly number[],
): Promise<PayslipInput[]> {
  const pays = await loadPays(service.database.query, payIds)
  return collect(
    service,
    company,
    pays.filter((pay) => pay.row.company_id === company.id),
  )
}

async function collect(service: Service, company: Company, pays: WholePay[]): Promise<PayslipInput[]> {
  if (pays.length === 0) return []
  const { query } = service.database
  const memories = await recallAll(
    service,
    company,
    pays.map((pay) => pay.row),
  )
  const years = await sumYears(query, company, pays)
  const earlier = await sumEarlierInRuns(query, pays)
  const payees = await payeesOf(service, pays)
  return pays.map((pay): PayslipInput => {
    const { employee, employer } = present(memories.get(pay.row.id))
    return {
      pay: viewStoredPay(pay, payCountryOf(company)),
      company: employer,
      employee,
      terms: termsOf(pay.row),
      periodStart: pay.run.start_date,
      yearToDate: present(years.get(pay.row.id)),
      superDueDate: pay.row.super_due_date,
      lawNotes: countryOf(company.jurisdiction).payslip.payNotes(pay.row.reporting),
      funds: fundsOf(employee, pay.row),
      payments: paymentsOf(pay, decimal(earlier.get(pay.row.id) ?? '0'), employee.accounts),
      payees,
      madeAt: pay.row.updated_at,
    }
  })
}

/** Name, account and reference of the payees of deductions: regulation 3.46 requires the fund or account. */
async function payeesOf(service: Service, pays: readonly WholePay[]): Promise<Map<number, string>> {
  const lines = pays.flatMap((pay) => pay.lines)
  const named = lines.flatMap(({ id, kind, details }) => {
    const { payee_id, payee_reference } = details as Partial<DeductionDetails>
    return kind === 'deduction' && payee_id !== undefined ? [{ id, payee_id, payee_reference }] : []
  })
  if (named.length === 0) return new Map()
  const stored = await loadPayees(
    service.database.query,
    named.map(({ payee_id }) => payee_id),
  )
  const payees = new Map(stored.map((payee) => [payee.id, payee]))
  return new Map(
    named.flatMap(({ id, payee_id, payee_reference }): [number, string][] => {
      const payee = payees.get(payee_id)
      if (!payee) return []
      const account = maskedAccount(openPayee(service.cipher, payee))
      return [[id, [`${payee.name} ${account}`, payee_reference].filter(Boolean).join(', ')]]
    }),
  )
}

/** The pay's snapshot as the API shows it. */
export async function readSnapshot(service: Service, company: Company, payId: number): Promise<SnapshotView> {
  const pay = await findPay(service.database.query, company.id, payId)
  if (!pay) throw notFound('There is no such pay.')
  const { start_date: periodStart, end_date: periodEnd } = pay.run
  return viewSnapshot(await recall(service, company, pay.row), { id: payId, periodStart, periodEnd })
}

/**
 * The amount of this pay for each account. The bank file splits the run's total for the employee, so earlier
 * pays of the run count.
 */
function paymentsOf(
  pay: WholePay,
  earlier: Decimal,
  accounts: Parameters<typeof splitNet>[1],
): PayslipInput['payments'] {
  const before = new Map(splitNet(earlier, accounts).map(({ account, amount }) => [account, amount]))
  return splitNet(earlier.plus(decimal(pay.row.net)), accounts)
    .map(({ account, amount }) => ({ account, amount: amount.minus(before.get(account) ?? ZERO) }))
    .filter(({ amount }) => amount.gt(ZERO))
    .map(({ account, amount }) => ({
      name: account.accountName,
      account: account.accountNumber,
      amount: amount.toFixed(2),
    }))
}

/** The total net of the employee's earlier pays in the same run, by pay. */
async function sumEarlierInRuns(
  query: Queryable,
  pays: readonly WholePay[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; net: string }>`
    select own.id, sum(before.net)::text as net from pays own
    join pays before on before.employee_id = own.employee_id and before.pay_run_id = own.pay_run_id
      and before.status = 'processed' and (before.processed_date, before.id) < (own.processed_date, own.id)
    where own.id = any(${pays.map((pay) => pay.row.id)}::int[]) group by own.id`.execute(query)
  return new Map(rows.map((row) => [row.id, row.net]))
}

/** The terms that the pay was calculated with. An employee without a rate was calculated with zero. */
function termsOf(row: WholePay['row']): PayslipInput['terms'] {
  const rate = decimal(row.rate_per_hour ?? '0')
  return { ratePerHour: rate.eq(ZERO) ? null : rate, hoursPerDay: decimal(row.hours_per_day ?? '0') }
}

/** Regulation 3.46 requires the fund's name. Its USI is used when the name is unknown. */
function fundsOf(employee: PayslipInput['employee'], pay: WholePay['row']): PayslipInput['funds'] {
  const shares = splitAmongFunds(superOf(pay), employee.funds)
  return employee.funds.map((fund) => ({
    name: fund.fund_name ?? `Fund ${fund.usi}`,
    member: fund.member_number,
    amount: (shares.find((share) => share.fund === fund)?.amount ?? ZERO).toFixed(2),
  }))
}

/** Running year-to-date sums for each pay. A draft includes its own amounts. */
async function sumYears(
  query: Queryable,
  company: Company,
  pays: readonly WholePay[],
): Promise<ReadonlyMap<number, PayslipYearToDate>> {
  const { taxYear } = countryOf(company.jurisdiction).law
  const ids = pays.map((pay) => pay.row.id)
  const spans = pays.map(({ row }) => {
    const to = civilDate(row.processed_date)
    return { from: taxYear(to).start, to }
  })
  const starts = spans.map(({ from }) => from)
  const { rows } = await sql<PayslipYearToDate & { id: number }>`
    select own.id, coalesce(sum(pays.gross), 0) as gross, coalesce(sum(pays.tax), 0) as tax,
      coalesce(sum(pays.net), 0) as net, coalesce(sum(pays.deductions), 0) as deductions,
      coalesce(sum(pays.super), 0) as super,
      coalesce(sum(coalesce(pays.nz_student_loan, 0) + coalesce(pays.student_loan_cir, 0)
        + coalesce(pays.student_loan_bor, 0)), 0) as student_loan,
      coalesce(sum(pays.kiwisaver_employee), 0) as kiwisaver_employee,
      coalesce(sum(pays.kiwisaver_employer), 0) as kiwisaver_employer
    from unnest(${ids}::int[], ${starts}::date[]) as wanted (id, start)
    join pays own on own.id = wanted.id
    join pays on pays.employee_id = own.employee_id and pays.processed_date >= wanted.start
      and (pays.processed_date, pays.id) <= (own.processed_date, own.id)
      and (pays.status = 'processed' or pays.id = own.id)
    group by own.id`.execute(query)
  const sumsOf = new Map(rows.map(({ id, ...sums }) => [id, sums]))
  const openings = await openingsIn(
    query,
    pays.map((pay) => pay.row.employee_id),
    present(starts.toSorted()[0]),
    present(
      spans
        .map(({ to }) => to)
        .toSorted()
        .at(-1),
    ),
  )
  return new Map(
    pays.map(({ row }, index) => [
      row.id,
      addOpening(openings.get(row.employee_id), present(spans[index]), present(sumsOf.get(row.id))),
    ]),
  )
}
