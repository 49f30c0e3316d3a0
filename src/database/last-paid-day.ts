import { type RawBuilder, sql } from 'kysely'
import type { CivilDate } from '../kernel/values/dates.ts'

/**
 * SQL for the last day that a processed pay of an employee covers: the earlier of its period end and its payment date. A pay
 * for an earlier period may be paid after the others, so the pay with the last payment date need not be the one.
 */
export const lastPaidDay = (employeeId: RawBuilder<unknown>): RawBuilder<CivilDate | null> => sql`(
  select max(least(pays.processed_date, run.end_date))
  from pays join pay_runs run on run.id = pays.pay_run_id
  where pays.employee_id = ${employeeId} and pays.status = 'processed' and pays.processed_date >= (
    select least(last.processed_date, last_run.end_date)
    from pays last join pay_runs last_run on last_run.id = last.pay_run_id
    where last.employee_id = ${employeeId} and last.status = 'processed'
    order by last.processed_date desc, last.id desc limit 1))`
