import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '../../../../database/connect.ts'
import { isId } from '../../../../database/ids.ts'
import type { Employee } from '../../../../database/tables/employees.ts'
import type { PayRunRow } from '../../../../database/tables/pays.ts'
import { takeTurn, takeTurnAndRead } from '../../../../database/turns.ts'
import { CLAIMS } from '../../../employees/employees/index.ts'

/* Everything a call needs to know, read for all its employees at once: the number of queries never grows with the pays. */

/** What a pay needs of its employee. */
const COLUMNS = [
  'id',
  'number',
  'first_name',
  'last_name',
  'email_address',
  'date_of_birth',
  'state',
  'employment_status',
  'is_super_only_contractor',
  'tax_file_number',
  'tfnd_signed_date',
  'is_foreign_resident',
  'has_claimed_tax_free_threshold',
  'has_stsl_liability',
  'working_holiday_tax_scale_applies',
  ...CLAIMS,
  'nz_tax_code',
  'has_student_loan',
  'pay_period',
  'pay_calendar_id',
  'pay_rate_per_hour',
  'standard_hours_per_day',
  'standard_days_per_week',
  'super_rate',
  'compulsory_super_rate',
  'is_super_enabled',
  'is_super_age_threshold_enabled',
  'super_based_on',
  'kiwisaver_employee_rate',
  'kiwisaver_employer_rate',
  'kiwisaver_status_code',
  'kiwisaver_existing_action',
  'kiwisaver_cec_obligation',
  'esct_rate',
  'employer_contrib_tax_method',
  'employer_contrib_paye_fraction',
  'is_holiday_pay_paid_with_wages',
  'is_unpaid_leave_counted_as_service',
  'nz_holidays_in_advance',
  'nz_holiday_year_from',
  'nz_transferred_holidays',
  'nz_work_days',
  'nz_tax_rate',
  'nz_schedular_activity',
  'nz_elected_extra_pay_rate',
  'nz_student_loan_special_rate',
  'nz_student_loan_cir_rate',
  'nz_student_loan_cir_total',
  'nz_student_loan_cir_from',
  'is_nz_student_loan_on_every_dollar',
  'nz_student_loan_bor_amount',
  'nz_student_loan_bor_rate',
  'nz_complying_fund_rate',
  'is_leave_enabled',
  'include_leave_loading_in_super',
  'accrue_leave_on_hours_worked',
  'accrue_leave_on_overtime_hours',
  'accrue_holiday_leave_per_hour',
  'accrue_sick_leave_per_hour',
  'accrue_lsl_per_hour',
  'num_sick_leave_days_per_year',
  'num_holiday_leave_days_per_year',
  'is_lsl_enabled',
  'lsl_x_years',
  'lsl_accrued_x_years',
  'hourly_amount_for_workers_comp_leave',
  'hourly_amount_for_paid_parental_leave',
  'leave_loading_percentage',
  'holiday_hours',
  'sick_hours',
  'lsl_hours',
  'rdo_hours',
  'toil_hours',
  'annual_holidays_weeks',
  'alt_holiday_days',
  'is_terminated',
  'termination_date',
  'is_deleted',
  'snapshot_id',
] as const satisfies readonly (keyof Employee)[]

/**
 * The employee as the law sees it: service before the start date counts where opening figures say so. A text, for putting eighty
 * names together one by one takes longer than reading one employee.
 */
const SELECT =
  sql.raw(`select ${COLUMNS.join(', ')}, coalesce((select service_start_date from opening_balances
  where employee_id = employees.id), start_date) as start_date from employees`)

export type PayEmployee = Pick<Employee, (typeof COLUMNS)[number] | 'start_date'>

/** All pay writes of a company acquire one lock, so that balances, year to date and period so far hold under concurrency. */
export async function lockCompanyPays(tx: Tx, companyId: number): Promise<void> {
  await takeTurn(tx, PAYS_LOCK, companyId)
}

/** The same for a call that reads something first under the lock: the server goes from one to the other without waiting for us. */
export function lockCompanyPaysAndRead<T>(tx: Tx, companyId: number, read: () => Promise<T>): Promise<T> {
  return takeTurnAndRead(tx, PAYS_LOCK, companyId, read)
}
const PAYS_LOCK = 30

/** The company's employees with these ids, deleted ones too. */
export function loadEmployeesById(tx: Tx, companyId: number, ids: readonly number[]): Promise<PayEmployee[]> {
  return read(tx, sql`company_id = ${companyId} and id = any(${ids.filter(isId)}::int[])`)
}

/** The company's employees with these numbers, deleted ones too. */
export function loadEmployeesByNumber(
  tx: Tx,
  companyId: number,
  numbers: readonly string[],
): Promise<PayEmployee[]> {
  return read(tx, sql`company_id = ${companyId} and number = any(${numbers}::text[])`)
}

/** Who gets a pay when a run is drafted: active pay recipients of the period who have none in the run yet. */
export function loadDraftRecipients(
  tx: Tx,
  companyId: number,
  run: Pick<PayRunRow, 'id' | 'pay_period' | 'pay_calendar_id' | 'end_date'>,
): Promise<PayEmployee[]> {
  return read(
    tx,
    sql`company_id = ${companyId} and pay_period = ${run.pay_period}
      and pay_calendar_id is not distinct from ${run.pay_calendar_id}::int
      and active_pay_recipient and not is_terminated and not is_deleted and start_date <= ${run.end_date}
      and not exists (select 1 from pays where pays.employee_id = employees.id and pay_run_id = ${run.id})
    order by id`,
  )
}

/** About the number of pays that a draft has. */
export async function countRecipients(query: Queryable, companyId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from employees
    where company_id = ${companyId} and active_pay_recipient and not is_terminated and not is_deleted`.execute(
    query,
  )
  return rows[0]?.count ?? 0
}

async function read(tx: Tx, which: RawBuilder<unknown>): Promise<PayEmployee[]> {
  const { rows } = await sql<PayEmployee>`${SELECT} where ${which}`.execute(tx)
  return rows
}
