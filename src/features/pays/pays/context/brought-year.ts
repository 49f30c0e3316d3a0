import { type RawBuilder, sql } from 'kysely'
import type { OpeningTotal } from '../../../../countries/contract/opening.ts'

const total = (name: OpeningTotal) => sql`coalesce((content -> 'totals' ->> ${sql.lit(name)})::numeric, 0)`

/**
 * One row: the pay and employer contributions of a tax year in an employee's opening figures. Figures dated in that
 * year have them as the year to date, and figures dated in the next year as those of last year.
 */
export const broughtInYear = (
  employeeId: RawBuilder<unknown>,
  start: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select coalesce(sum(case when as_at <= ${end} then ${total('gross')} else ${total('last_year_gross')} end), 0) as gross,
    coalesce(sum(case when as_at <= ${end} then ${total('kiwisaver_employer')} + ${total('complying_fund_employer')}
      else ${total('last_year_employer_contributions')} end), 0) as employer
  from opening_balances where employee_id = ${employeeId} and as_at >= ${start} and as_at <= (${end}::date + interval '1 year')::date)`
