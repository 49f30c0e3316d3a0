import { sql } from 'kysely'
import type { IncomeType } from '../../../countries/au/law/input/words.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'
import type { LeaveType } from '../../../payroll/words.ts'
import { INCOME_TYPE_OF_PAY } from '../../lodgements/single-touch/index.ts'

/** The last payment date of the company; null when nothing was paid yet. */
export async function lastPayDate(query: Queryable, companyId: number): Promise<CivilDate | null> {
  const { rows } = await sql<{ day: CivilDate | null }>`
    select max(processed_date) as day from pays where company_id = ${companyId} and status = 'processed'`.execute(
    query,
  )
  return rows[0]?.day ?? null
}

/** Every employee of the company who is not deleted, with current employees first. */
export async function listPeople(
  query: Queryable,
  companyId: number,
): Promise<{ id: number; is_terminated: boolean }[]> {
  const { rows } = await sql<{ id: number; is_terminated: boolean }>`
    select id, is_terminated from employees where company_id = ${companyId} and not is_deleted
    order by is_terminated, id`.execute(query)
  return rows
}

export type YearRow = {
  employee_id: number
  processed_date: CivilDate
  end_date: CivilDate
  income_type: IncomeType | null
  reporting: unknown
  gross: string
  tax: string
  net: string
  deductions: string
  taxable_gross: string | null
  super: string | null
  compulsory_super: string | null
  resc_super: string | null
  super_base_counted: string | null
  method_b2_amount: string | null
  method_b2_tax: string | null
  method_b2_study_loan: string | null
  tax_carried: string | null
  advances: string | null
  levy_liable: string | null
  student_loan: string | null
  kiwisaver_employee: string | null
  kiwisaver_employer: string | null
  complying_fund_employer: string | null
  child_support: string | null
  holidays_in_advance: string | null
  family_violence_leave_hours: string
}

/** The processed pays of these employees from a date on, with the amounts of a year to date. */
export async function loadYear(
  query: Queryable,
  employeeIds: readonly number[],
  from: CivilDate,
  violenceType: LeaveType | null,
): Promise<YearRow[]> {
  const { rows } = await sql<YearRow>`
    select pays.employee_id, processed_date, r.end_date, ${INCOME_TYPE_OF_PAY} as income_type, reporting, gross, tax, net, deductions, taxable_gross,
      super, compulsory_super, resc_super, super_base_counted, method_b2_amount, method_b2_tax, method_b2_study_loan, tax_carried, advances,
      levy_liable, child_support, holidays_in_advance, kiwisaver_employee, kiwisaver_employer, complying_fund_employer,
      coalesce(nz_student_loan, 0) + coalesce(student_loan_cir, 0) + coalesce(student_loan_bor, 0) as student_loan,
      (select coalesce(sum((line.details ->> 'hours')::numeric), 0)::text from pay_lines line
        where line.pay_id = pays.id and line.kind = 'leave' and line.details ->> 'leave_type' = ${violenceType})
        as family_violence_leave_hours
    from pays join pay_runs r on r.id = pays.pay_run_id join employees on employees.id = pays.employee_id
    left join snapshots remembered on remembered.id = pays.snapshot_id
    where pays.employee_id = any(${employeeIds}::int[]) and pays.status = 'processed' and processed_date >= ${from}
    order by pays.employee_id, processed_date, pays.id`.execute(query)
  return rows
}

export type PeriodRow = {
  employee_id: number
  pay_period: PayPeriod
  start_date: CivilDate
  end_date: CivilDate
  pay_date: CivilDate
  gross: string
  period_taxable: string | null
  period_tax: string | null
  paye_ordinary: string | null
  holiday_gross: string | null
  irregular: string | null
  days_paid: string | null
  hours_paid: string | null
  unpaid_hours: string | null
  additions: string | null
  back_pay: string | null
  back_pay_start: CivilDate | null
  back_pay_end: CivilDate | null
  has_unusual_leave: boolean
}

/** The periods that these employees were paid for, from a date on. Final pays have no period. */
export async function loadPeriods(
  query: Queryable,
  employeeIds: readonly number[],
  from: CivilDate,
  unusualLeave: readonly LeaveType[],
): Promise<PeriodRow[]> {
  const { rows } = await sql<PeriodRow>`
    select p.employee_id, r.pay_period, r.start_date, r.end_date, max(p.processed_date) as pay_date,
      sum(gross) as gross, sum(period_taxable) as period_taxable, sum(period_tax) as period_tax,
      sum(paye_ordinary) as paye_ordinary, sum(holiday_gross_earnings) as holiday_gross,
      sum(irregular_earnings) as irregular, sum(days_paid) as days_paid, sum(hours_paid) as hours_paid,
      sum(unpaid_leave_weeks * hours_per_day * days_per_week) as unpaid_hours,
      sum((select sum(line.amount) from pay_lines line where line.pay_id = p.id and (
        line.kind = 'allowance' and line.details->>'is_taxable' = 'true'
        or line.kind = 'hours' and line.details->>'is_overtime' = 'true'))) as additions,
      sum(late.amount) as back_pay, min(late.start) as back_pay_start, max(late."end") as back_pay_end,
      bool_or(p.workers_compensation <> 0 or exists (select from pay_lines line where line.pay_id = p.id
        and line.kind = 'leave' and (line.details->>'leave_type' = any(${unusualLeave}::text[])
          or line.amount < round(coalesce(p.rate_per_hour, 0) * (line.details->>'hours')::numeric, 2)))) as has_unusual_leave
    from pays p join pay_runs r on r.id = p.pay_run_id
    left join lateral (select sum(line.amount) as amount, min((line.details->>'start_date')::date) as start,
        max((line.details->>'end_date')::date) as "end" from pay_lines line where line.pay_id = p.id
        and line.kind in ('bonus', 'back-payment') and line.details->>'tax_method' = 'METHOD_B1') late on true
    where p.employee_id = any(${employeeIds}::int[]) and p.status = 'processed' and not p.is_termination
      and r.end_date >= ${from}
    group by p.employee_id, r.pay_period, r.start_date, r.end_date
    order by p.employee_id, r.end_date`.execute(query)
  return rows
}

/** Where service began before the start date, by employee. */
export async function loadServiceStarts(
  query: Queryable,
  employeeIds: readonly number[],
): Promise<Map<number, CivilDate>> {
  const { rows } = await sql<{ employee_id: number; service_start_date: CivilDate }>`
    select employee_id, service_start_date from opening_balances
    where employee_id = any(${employeeIds}::int[]) and service_start_date is not null`.execute(query)
  return new Map(rows.map((row) => [row.employee_id, row.service_start_date]))
}

export type MovementRow = {
  employee_id: number
  pay_id: number
  processed_date: CivilDate
  balance: string
  kind: string
  amount: string
}

/** Leave movements, in pay order. */
export async function loadMovements(
  query: Queryable,
  employeeIds: readonly number[],
): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select move.employee_id, move.pay_id, pays.processed_date, move.balance, move.kind, move.amount
    from leave_movements move join pays on pays.id = move.pay_id
    where pays.employee_id = any(${employeeIds}::int[])
    order by move.employee_id, pays.processed_date, move.pay_id, move.balance`.execute(query)
  return rows
}

/** Names of employment types and tenures by id, both built-in and the customer's own. */
export async function loadOptionNames(query: Queryable, customerId: number) {
  const read = async (table: 'employment_types' | 'employment_tenures') =>
    new Map(
      (
        await query
          .selectFrom(table)
          .select(['id', 'name'])
          .where((where) =>
            where.or([where('customer_id', 'is', null), where('customer_id', '=', customerId)]),
          )
          .execute()
      ).map((row) => [row.id, row.name]),
    )
  return {
    employment_type: await read('employment_types'),
    employment_tenure: await read('employment_tenures'),
  }
}
