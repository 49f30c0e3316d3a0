import { sql } from 'kysely'
import { allCountries } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'

/*
 * A message is planned on what the authority will hold once everything under way is accepted. So it waits until the messages that it was
 * planned on are answered, and is withdrawn and planned again when one of them fails.
 */

/** Authorities whose messages are about a year to date: a later message repeats what an earlier one said. */
const yearToDate = () =>
  allCountries().flatMap(({ authority }) => (authority.isYearToDate ? [authority.code] : []))

/** The first message without an answer that a message (`submissions` under this name) was planned on. */
export const waitsFor = (message: string) => {
  const due = (column: string) => sql.ref(`${message}.${column}`)
  return sql<number | null>`(
    select base.id from submissions base
    where base.company_id = ${due('company_id')} and base.authority = ${due('authority')} and base.id < ${due('id')}
      and base.identity_id is not distinct from ${due('identity_id')}
      and base.status in ('queued', 'sent') and base.year = ${due('year')}
      and (base.pay_date = ${due('pay_date')} or base.authority = any(${yearToDate()}::text[]))
      and exists (
        select from submission_payees payee join submission_payees own on own.employee_id = payee.employee_id
        where payee.submission_id = base.id and own.submission_id = ${due('id')})
    order by base.id limit 1)`
}

/** What each of these messages waits for; only those that wait are in it. */
export async function loadWaits(query: Queryable, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; base: number | null }>`
    select due.id, ${waitsFor('due')} as base from submissions due
    where due.id = any(${ids}::int[]) and due.status = 'queued'`.execute(query)
  return new Map(rows.flatMap(({ id, base }) => (base === null ? [] : [[id, base]])))
}
