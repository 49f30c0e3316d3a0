import { sql } from 'kysely'
import { allCountries } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'

/** The keyed hashes of a person's present numbers, one for each key. */
export type ReturnedPerson = { employee_id: number; number: string[]; person: string[] }

/**
 * Lines about these people that were made under the same numbers are as new as the last change. The numbers of a line are
 * those before the next change after it. Lines by payday have no birth date, so only the tax number matters there. A line
 * made before a change of its year's opening figures stays out of date.
 */
export async function markReturned(tx: Tx, people: readonly ReturnedPerson[]): Promise<void> {
  const yearToDate = allCountries().flatMap(({ authority }) =>
    authority.isYearToDate ? [authority.code] : [],
  )
  await sql`
    update submission_payees payee set identity_version = last.id
    from submissions event,
      jsonb_to_recordset(${JSON.stringify(people)}::jsonb) person (employee_id integer, number jsonb, person jsonb)
    cross join lateral (
      select max(change.id) as id from identity_changes change
      where change.employee_id = person.employee_id and change.year is null) last
    where payee.employee_id = person.employee_id and event.id = payee.submission_id and payee.identity_version < last.id
      and (
        select case when event.authority = any(${yearToDate}::text[])
          then person.person ? (history.identity -> 'before' ->> 'person')
          else person.number ? (history.identity -> 'before' ->> 'number') end
        from identity_changes change join employee_history history on history.id = change.id
        where change.employee_id = person.employee_id and change.year is null and change.id > payee.identity_version
        order by change.id limit 1)
      and not exists (
        select from identity_changes opening
        where opening.employee_id = person.employee_id and opening.year = event.year and opening.id > payee.identity_version)`.execute(
    tx,
  )
}
