import { sql } from 'kysely'
import { allCountries } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { addDays } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'

/** The amount of queued work over all customers. */
export type Waiting = {
  lodgements: number
  overdue: number
  rejected: number
  deliveries: number
  mails: number
  finalPays: number
  obligations: number
}

/**
 * Which of these countries have a company that pays people. Sandboxes do not count, because no real pay depends on
 * their tables.
 */
export async function findCountriesInUse(
  database: Queryable,
  countries: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ country: string }>`
    select asked.country from unnest(${countries}::text[]) as asked (country)
    where exists (select from companies where companies.jurisdiction = asked.country and companies.deleted_at is null
      and not exists (select from sandboxes where sandboxes.customer_id = companies.customer_id))`.execute(
    database,
  )
  return new Set(rows.map(({ country }) => country))
}

/** Counts the queued work in one statement. Each count reads an index of open rows. */
export async function countWaiting(database: Queryable, clock: Clock): Promise<Waiting> {
  const today = clock.today()
  const codes = allCountries().map(({ code }) => code)
  const days = allCountries().map(({ authority }) => authority.daysToReport)
  const { rows } = await sql<Waiting>`
    select
      (select count(*) from submissions where status in ('queued', 'sent'))::int as lodgements,
      (select count(*) from submissions where status in ('queued', 'sent') and due_date < ${today})::int as overdue,
      (select count(*) from submissions s where status = 'rejected' and pay_date >= ${addDays(today, -30)}
        and not exists (select from submissions r where r.replaces_id = s.id))::int as rejected,
      (select count(*) from webhook_deliveries where state in ('pending', 'retry'))::int as deliveries,
      (select count(*) from outbox where state in ('queued', 'sending'))::int as mails,
      (select count(*) from pays p where p.is_termination and p.status = 'pending'
        and p.processed_date <= ${today})::int as "finalPays",
      (select count(*) from paydays join companies on companies.id = paydays.company_id
        join unnest(${codes}::text[], ${days}::int[]) late (code, days) on late.code = companies.jurisdiction
        where done + under_way < pays
          and pay_date < ${today}::date - late.days)::int
      + (select count(*) from paydays, jsonb_array_elements(super) part
        where owes_super(super) and (part ->> 'owed')::numeric > (part ->> 'paid')::numeric
          and (part ->> 'due_date')::date < ${today})::int as obligations`.execute(database)
  return present(rows[0])
}
