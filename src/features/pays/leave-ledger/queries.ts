import type { Queryable } from '../../../database/connect.ts'

/** The employees of a company with their balances, including former employees. */
export function listEmployeesWithLeave(query: Queryable, companyId: number) {
  return query
    .selectFrom('employees')
    .select([
      'id',
      'first_name',
      'last_name',
      'start_date',
      'annual_holidays_weeks',
      'alt_holiday_days',
      'sick_days',
      'annual_leave_hours',
      'sick_leave_hours',
      'alt_leave_hours',
      'standard_hours_per_day',
    ])
    .where('company_id', '=', companyId)
    .where('is_deleted', '=', false)
    .orderBy('id')
    .execute()
}
