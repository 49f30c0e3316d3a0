import { sql } from 'kysely'
import type { Queryable } from '../../../../database/connect.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'

/** The encoded pay history of an employee between two dates, excluding the end: one line per pay or per sum of pays. */
export type CachedHistory = {
  employeeId: number
  from: CivilDate
  /** The days on which a new sum starts. Empty if each pay has its own line. */
  apartAt: readonly CivilDate[]
  end: CivilDate
  /** The pays belong to runs that end before this day. */
  periodStart: CivilDate
  lines: string
}

/**
 * Caches history for the next pays. Entries of a later month are kept, because a backdated pay reads its history without
 * the cache.
 */
export async function storeCachedHistory(
  query: Queryable,
  form: string,
  sums: readonly CachedHistory[],
): Promise<void> {
  if (sums.length === 0) return
  await sql`
    insert into past_sums (employee_id, customer_id, from_day, year_day, quarter_day, end_day, period_start, form, lines)
    select made.employee_id, employees.customer_id, from_day, year_day, quarter_day, end_day, period_start, ${form}, lines
    from unnest(${sums.map((sum) => sum.employeeId)}::int[],
        ${sums.map((sum) => sum.from)}::date[],
        ${sums.map((sum) => sum.apartAt[0] ?? null)}::date[],
        ${sums.map((sum) => sum.apartAt[1] ?? null)}::date[],
        ${sums.map((sum) => sum.end)}::date[],
        ${sums.map((sum) => sum.periodStart)}::date[],
        ${sums.map((sum) => sum.lines)}::text[])
      as made (employee_id, from_day, year_day, quarter_day, end_day, period_start, lines)
    join employees on employees.id = made.employee_id
    on conflict (employee_id) do update set from_day = excluded.from_day, year_day = excluded.year_day,
      quarter_day = excluded.quarter_day, end_day = excluded.end_day, period_start = excluded.period_start, form = excluded.form, lines = excluded.lines
    where past_sums.end_day <= excluded.end_day`.execute(query)
}
