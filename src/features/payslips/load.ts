import { sql } from 'kysely'
import type { Queryable } from '../../database/connect.ts'
import type { Company } from '../../database/tables/companies.ts'
import { civilDate } from '../../payroll/dates.ts'
import { LAWS } from '../../payroll/index.ts'
import { type Decimal, decimal, ZERO } from '../../payroll/money.ts'
import { present } from '../../payroll/present.ts'
import { notFound } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { loadPayeeAccounts, splitNet } from '../bank-files/index.ts'
import { countryOf, findPay, viewStoredPay, type WholePay } from '../pays/index.ts'
import { loadSuperFunds } from '../super-funds/index.ts'
import { splitAmongFunds, superOf } from '../super-payments/index.ts'
import type { PayslipParts, YearToDate } from './parts.ts'

/** Collects what the payslip of one pay is made from. */
export async function loadPayslip(service: Service, company: Company, payId: number): Promise<PayslipParts> {
  const { query } = service.database
  const pay = await findPay(query, company.id, payId)
  if (!pay) throw notFound('There is no such pay.')
  const employee = await query
    .selectFrom('employees')
    .selectAll()
    .where('id', '=', pay.row.employee_id)
    .executeTakeFirstOrThrow()
  const accounts = await loadPayeeAccounts(query, service.cipher, [employee])
  return {
    pay: viewStoredPay(pay, countryOf(company)),
    company,
    employee,
    terms: termsOf(pay.row),
    periodStart: pay.run.start_date,
    yearToDate: await sumYearToDate(query, company, pay),
    superDueDate: pay.row.super_due_date,
    funds: await fundsOf(query, employee, pay.row),
    payments: paymentsOf(pay, await sumEarlierInRun(query, pay), accounts.get(employee.id) ?? []),
  }
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

async function fundsOf(
  query: Queryable,
  employee: PayslipParts['employee'],
  pay: WholePay['row'],
): Promise<PayslipParts['funds']> {
  const funds = await loadSuperFunds(query, [employee.id])
  const shares = splitAmongFunds(superOf(pay), funds)
  if (funds.length > 0)
    return funds.map((fund) => ({
      name: fund.fund_name,
      member: fund.member_number,
      amount: (shares.find((share) => share.fund === fund)?.amount ?? ZERO).toFixed(2),
    }))
  const { default_employee_fund_usi: usi, default_employee_fund_member_number: member } = employee
  return usi ? [{ name: `Fund ${usi}`, member, amount: decimal(pay.super ?? '0').toFixed(2) }] : []
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
  return present(rows[0])
}
