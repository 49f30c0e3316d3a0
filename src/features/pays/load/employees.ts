import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { takeTurn } from '../../../database/turns.ts'
import type { Template } from '../resolve/items.ts'
import type { KnownItem } from '../resolve/lines.ts'
import type { RateChoice } from '../resolve/pay-rates.ts'

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
  'start_date',
  'employment_status',
  'is_super_only_contractor',
  'tax_file_number',
  'tfnd_signed_date',
  'is_foreign_resident',
  'has_claimed_tax_free_threshold',
  'has_stsl_liability',
  'working_holiday_tax_scale_applies',
  'nz_tax_code',
  'has_student_loan',
  'pay_period',
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
] as const satisfies readonly (keyof Employee)[]

export type PayEmployee = Pick<Employee, (typeof COLUMNS)[number]>

/** All pay writes of a company take turns, so that balances, year to date and period so far hold under concurrency. */
export async function lockCompanyPays(tx: Tx, companyId: number): Promise<void> {
  await takeTurn(tx, PAYS_LOCK, companyId)
}
const PAYS_LOCK = 30

/** The company's employees with these ids, deleted ones too. */
export function loadEmployeesById(tx: Tx, companyId: number, ids: readonly number[]): Promise<PayEmployee[]> {
  return tx
    .selectFrom('employees')
    .select(COLUMNS)
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${ids.filter(isId)}::int[])`)
    .execute()
}

/** The company's employees with these numbers, deleted ones too. */
export function loadEmployeesByNumber(
  tx: Tx,
  companyId: number,
  numbers: readonly string[],
): Promise<PayEmployee[]> {
  return tx
    .selectFrom('employees')
    .select(COLUMNS)
    .where('company_id', '=', companyId)
    .where(sql<boolean>`number = any(${numbers}::text[])`)
    .execute()
}

/** Who gets a pay when a run is drafted: active pay recipients of the period who have none in the run yet. */
export function loadDraftRecipients(
  tx: Tx,
  companyId: number,
  run: { id: number; pay_period: string; end_date: string },
): Promise<PayEmployee[]> {
  return tx
    .selectFrom('employees')
    .select(COLUMNS)
    .where('company_id', '=', companyId)
    .where('pay_period', '=', run.pay_period as PayEmployee['pay_period'])
    .where('active_pay_recipient', '=', true)
    .where('is_terminated', '=', false)
    .where('is_deleted', '=', false)
    .where('start_date', '<=', run.end_date)
    .where(
      sql<boolean>`not exists (select 1 from pays where pays.employee_id = employees.id and pay_run_id = ${run.id})`,
    )
    .orderBy('id')
    .execute()
}

/** The employees' own items, with what processed pays have taken of those that have a total limit. */
export async function loadItems(
  tx: Tx,
  employeeIds: readonly number[],
  exceptPayId: number | null,
): Promise<KnownItem[]> {
  const { rows } = await sql<KnownItem>`
    select id, employee_id, kind, description, amount, amount_type, units, limit_per_pay, limit_total,
      auto_apply_to_pay, allowance_category, classification, tax_method, stp_category, start_date, end_date,
      is_taxable, is_itemised, is_included_in_super_calculations, is_super, is_directors_fees,
      is_return_to_work, is_nz_ess, is_nz_ess_cash_settled, withhold_paye, tax_as_nz_extra_pay,
      is_nz_discretionary,
      case when limit_total is null then '0' else (
        select coalesce(sum(line.amount), 0)::text from pay_lines line join pays on pays.id = line.pay_id
        where line.item_id = item.id and line.kind in ('deduction', 'sacrifice') and pays.status = 'processed'
          and pays.id is distinct from ${exceptPayId}::int
      ) end as taken
    from standing_items item
    where employee_id = any(${employeeIds}::int[]) and deleted_at is null
    order by id`.execute(tx)
  return rows
}

/** All allowances of the company, and who has those that apply by themselves. */
export async function loadTemplates(
  tx: Tx,
  companyId: number,
  employeeIds: readonly number[],
): Promise<{ templates: Template[]; attached: { employee_id: number; allowance_id: number }[] }> {
  const templates = await tx
    .selectFrom('company_allowances')
    .select(['id', 'description', 'amount', 'allowance_category', 'auto_apply_to_pay'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  const auto = templates.filter((template) => template.auto_apply_to_pay).map((template) => template.id)
  if (auto.length === 0) return { templates: templates as Template[], attached: [] }
  const { rows } = await sql<{ employee_id: number; allowance_id: number }>`
    select employee_id, allowance_id from company_allowance_employees
    where allowance_id = any(${auto}::int[]) and employee_id = any(${employeeIds}::int[])
    order by allowance_id`.execute(tx)
  return { templates: templates as Template[], attached: rows }
}

export type EmployeeRate = RateChoice & { employee_id: number | null }

/** The rates that hours may name: the company's (for every employee) and the employees' own. */
export async function loadRates(
  tx: Tx,
  companyId: number,
  employeeIds: readonly number[],
): Promise<EmployeeRate[]> {
  const { rows } = await sql<EmployeeRate>`
    select null::int as employee_id, 'company:' || id as reference, description, rate, multiplier
    from company_pay_rates where company_id = ${companyId}
    union all
    select employee_id, 'employee:' || id, description, rate, multiplier
    from employee_pay_rates where employee_id = any(${employeeIds}::int[])`.execute(tx)
  return rows
}
