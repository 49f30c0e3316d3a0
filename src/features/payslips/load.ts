import { sql } from 'kysely'
import type { Queryable } from '../../database/connect.ts'
import type { Company } from '../../database/tables/companies.ts'
import { civilDate } from '../../payroll/dates.ts'
import { LAWS } from '../../payroll/index.ts'
import { type Decimal, decimal, ZERO } from '../../payroll/money.ts'
import { present } from '../../payroll/present.ts'
import { notFound } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { splitNet } from '../bank-files/index.ts'
import { withOpening } from '../opening-balances/index.ts'
import { loadPayees, openPayee } from '../payments/index.ts'
import { countryOf, type DeductionDetails, findPay, viewStoredPay, type WholePay } from '../pays/index.ts'
import { recall, type SnapshotView, snapshotView } from '../snapshots/index.ts'
import { splitAmongFunds, superOf } from '../super-payments/index.ts'
import { maskedAccount } from './content.ts'
import type { PayslipParts, YearToDate } from './parts.ts'

/** Collects what the payslip of one pay is made from. */
export async function loadPayslip(service: Service, company: Company, payId: number): Promise<PayslipParts> {
  const { query } = service.database
  const pay = await findPay(query, company.id, payId)
  if (!pay) throw notFound('There is no such pay.')
  const { employee, employer } = await recall(service, company, pay.row)
  return {
    pay: viewStoredPay(pay, countryOf(company)),
    company: employer,
    employee,
    terms: termsOf(pay.row),
    periodStart: pay.run.start_date,
    yearToDate: await sumYearToDate(query, company, pay),
    superDueDate: pay.row.super_due_date,
    funds: fundsOf(employee, pay.row),
    payments: paymentsOf(pay, await sumEarlierInRun(query, pay), employee.accounts),
    payees: await payeesOf(service, pay),
    madeAt: pay.row.updated_at,
  }
}

/** Name, account and reference of those whom deductions went to: regulation 3.46 asks for fund or account. */
async function payeesOf(service: Service, { lines }: WholePay): Promise<Map<number, string>> {
  const named = lines.flatMap(({ id, kind, details }) => {
    const { payee_id, payee_reference } = details as Partial<DeductionDetails>
    return kind === 'deduction' && payee_id !== undefined ? [{ id, payee_id, payee_reference }] : []
  })
  const payees = new Map(
    (
      await loadPayees(
        service.database.query,
        named.map(({ payee_id }) => payee_id),
      )
    ).map((payee) => [payee.id, payee]),
  )
  return new Map(
    named.flatMap(({ id, payee_id, payee_reference }): [number, string][] => {
      const payee = payees.get(payee_id)
      if (!payee) return []
      const account = maskedAccount(openPayee(service.cipher, payee))
      return [[id, [`${payee.name} ${account}`, payee_reference].filter(Boolean).join(', ')]]
    }),
  )
}

/** What the pay remembers, as the API shows it. */
export async function readSnapshot(service: Service, company: Company, payId: number): Promise<SnapshotView> {
  const pay = await findPay(service.database.query, company.id, payId)
  if (!pay) throw notFound('There is no such pay.')
  const { start_date: periodStart, end_date: periodEnd } = pay.run
  return snapshotView(await recall(service, company, pay.row), { id: payId, periodStart, periodEnd })
}

/** What this pay adds to each account: the bank file splits all that the run pays the employee, once. */
function paymentsOf(
  pay: WholePay,
  earlier: Decimal,
  accounts: Parameters<typeof splitNet>[1],
): PayslipParts['payments'] {
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

/** The net of the employee's pays in the run that come before this one. */
async function sumEarlierInRun(query: Queryable, { row }: WholePay): Promise<Decimal> {
  const { rows } = await sql<{ net: string }>`
    select coalesce(sum(net), 0) as net from pays
    where employee_id = ${row.employee_id} and pay_run_id = ${row.pay_run_id} and status = 'processed'
      and (processed_date, id) < (${row.processed_date}::date, ${row.id}::int)`.execute(query)
  return decimal(rows[0]?.net ?? '0')
}

/** The terms that the pay was calculated with; an employee without a rate was calculated with zero. */
function termsOf(row: WholePay['row']): PayslipParts['terms'] {
  const rate = decimal(row.rate_per_hour ?? '0')
  return { ratePerHour: rate.eq(ZERO) ? null : rate, hoursPerDay: decimal(row.hours_per_day ?? '0') }
}

/** Regulation 3.46 asks for the fund's name; its USI stands in where nobody knows the name. */
function fundsOf(employee: PayslipParts['employee'], pay: WholePay['row']): PayslipParts['funds'] {
  const shares = splitAmongFunds(superOf(pay), employee.funds)
  return employee.funds.map((fund) => ({
    name: fund.fund_name ?? `Fund ${fund.usi}`,
    member: fund.member_number,
    amount: (shares.find((share) => share.fund === fund)?.amount ?? ZERO).toFixed(2),
  }))
}

/** The tax year's processed pays up to this one; a draft counts itself too, as it would be. */
async function sumYearToDate(query: Queryable, company: Company, pay: WholePay): Promise<YearToDate> {
  const date = civilDate(pay.row.processed_date)
  const { start } = LAWS[company.jurisdiction].taxYear(date)
  const { rows } = await sql<YearToDate>`
    select coalesce(sum(gross), 0) as gross, coalesce(sum(tax), 0) as tax, coalesce(sum(net), 0) as net,
      coalesce(sum(deductions), 0) as deductions, coalesce(sum(super), 0) as super,
      coalesce(sum(coalesce(nz_student_loan, 0) + coalesce(student_loan_cir, 0) + coalesce(student_loan_bor, 0)), 0)
        as student_loan,
      coalesce(sum(kiwisaver_employee), 0) as kiwisaver_employee,
      coalesce(sum(kiwisaver_employer), 0) as kiwisaver_employer
    from pays
    where employee_id = ${pay.row.employee_id} and processed_date >= ${start}
      and (processed_date, id) <= (${date}::date, ${pay.row.id}::int)
      and (status = 'processed' or id = ${pay.row.id})`.execute(query)
  return withOpening(query, pay.row.employee_id, { from: start, to: date }, present(rows[0]))
}
