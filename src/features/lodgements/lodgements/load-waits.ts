import { sql } from 'kysely'
import { allCountries } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'

/*
 * A message is planned on the state the authority will hold once all pending messages are accepted. It waits
 * until the messages it builds on are answered. If one of them fails, it is withdrawn and planned again.
 */

/** Authorities with year-to-date messages, where a later message repeats the figures of an earlier one. */
const yearToDate = () =>
  allCountries().flatMap(({ authority }) => (authority.isYearToDate ? [authority.code] : []))

/** The first unanswered message that a message was planned on; `message` is the alias of `submissions`. */
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

/** The message that each of these messages waits for. Messages that do not wait are not in the map. */
export async function loadWaits(query: Queryable, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; base: number | null }>`
    select due.id, ${waitsFor('due')} as base from submissions due
    where due.id = any(${ids}::int[]) and due.status = 'queued'`.execute(query)
  return new Map(rows.flatMap(({ id, base }) => (base === null ? [] : [[id, base]])))
}
