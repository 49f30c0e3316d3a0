import { type RawBuilder, sql } from 'kysely'

/** One row: pay and employer contributions of a tax year that the opening figures of an employee have, from its first day on. */
export const broughtInYear = (
  employeeId: RawBuilder<unknown>,
  start: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select coalesce(sum((content -> 'totals' ->> 'gross')::numeric), 0) as gross,
    coalesce(sum((content -> 'totals' ->> 'kiwisaver_employer')::numeric), 0) as employer
  from opening_balances where employee_id = ${employeeId} and as_at between ${start} and ${end})`
