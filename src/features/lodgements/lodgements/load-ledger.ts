import { sql } from 'kysely'
import { countryOfAuthority } from '../../../countries/index.ts'
import { further, given } from '../../../database/conditions.ts'
import type { Queryable } from '../../../database/connect.ts'
import { NEEDS_UPDATE } from '../../../database/reported-pays.ts'
import type { AuthorityCode, PayeePart } from '../../../database/tables/reporting.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

/*
 * An authority holds the lines that it accepted and that no later message replaced. `lodged_lines` has the
 * outcome of every line and is the only source for held figures. The next message is the difference between
 * the pays and these lines.
 */

/** Statuses of messages that an authority accepted, fully or in part, and of those it did not. */
export const TAKEN = ['accepted', 'partial', 'lodged-by-hand'] as const
export const REFUSED = ['rejected', 'withdrawn'] as const

/** Whether the authority holds a line; `line` is the alias of `lodged_lines`. */
export const isHeld = (line: string) => sql<boolean>`${sql.ref(`${line}.outcome`)} = 'accepted'`

/**
 * Whether the authority will hold a line once all pending messages are accepted. A message is planned against
 * this state and waits until the messages it builds on are answered (`load-waits.ts`). If one of them fails,
 * it is planned again.
 */
export const isExpected = (line: string) =>
  sql<boolean>`${sql.ref(`${line}.outcome`)} in ('created', 'sent', 'accepted') and not ${sql.ref(`${line}.is_being_replaced`)}`

/** The figures that the tax office holds for one payee's year. */
export type Holding = {
  employee_id: number
  part: PayeePart
  amounts: Record<string, string>
  is_final: boolean
  submission_id: number
  identity_version: string
}

/** Key of a payee: an employee, or the death benefit of one. */
export const payeeKey = (employeeId: number, part: PayeePart) => `${employeeId}/${part}`

/**
 * The payees of a year as the tax office holds them, or with `isExpected` as it will once all pending
 * messages are accepted. Read per payee from the last event back: late in a year, all events together have
 * fifty times as many lines. Covers the company's current numbers, or with `identityId` former ones.
 */
export async function loadHoldings(
  query: Queryable,
  companyId: number,
  { authority, year }: { authority: AuthorityCode; year: number },
  options: { employeeIds?: readonly number[]; isExpected?: boolean; identityId?: number | null } = {},
): Promise<Map<string, Holding>> {
  const ids = options.employeeIds
  const last = (part: PayeePart) => sql`(
    select line.employee_id, line.part, line.amounts, line.is_final, line.submission_id, line.identity_version
    from lodged_lines line
    where line.employee_id = who.id and line.part = ${sql.lit(part)}
      and line.company_id = ${companyId} and line.authority = ${authority} and line.year = ${year}
      and line.identity_id is not distinct from ${options.identityId ?? null}::int
      and ${options.isExpected ? isExpected('line') : isHeld('line')}
    order by line.submission_id desc limit 1)`
  const who = ids ? sql`unnest(${ids}::int[]) who (id)` : sql`employees who`
  const { rows } = await sql<Holding>`
    select held.* from ${who} cross join lateral (${last('employee')} union all ${last('beneficiary')}) held
    ${ids ? sql`` : sql`where who.company_id = ${companyId}`} order by held.employee_id, held.part`.execute(
    query,
  )
  return new Map(rows.map((row) => [payeeKey(row.employee_id, row.part), row]))
}

/** A deleted pay that an authority still holds. */
export type GonePay = {
  company_id: number
  pay_id: number
  employee_id: number
  told_hash: string
  gone_on: CivilDate
  pay_date: CivilDate
  year: number
}

/** The deleted pays whose deletion has not been reported to the authority yet. */
export async function loadGone(
  query: Queryable,
  companyIds: readonly number[],
  authority: AuthorityCode,
  where: { employeeIds?: readonly number[]; year?: number; identityId?: number | null } = {},
): Promise<GonePay[]> {
  const { timeZone: zone } = countryOfAuthority(authority)
  const { rows } = await sql<GonePay & { told_hash: string | null }>`
    select distinct on (link.pay_id) event.company_id, link.pay_id, link.employee_id, link.told_hash,
      (link.gone_at at time zone ${zone})::date as gone_on,
      event.pay_date, event.year
    from submission_pays link join submissions event on event.id = link.submission_id
    where link.gone_at is not null and event.company_id = any(${companyIds}::int[]) and event.authority = ${authority}
      and event.status <> all(${REFUSED}::text[])
      and not exists (select from former_identities former where former.id = event.identity_id and former.is_wrong)
      and not exists (
        select from lodged_lines line where line.submission_id = event.id
          and line.employee_id = link.employee_id and line.outcome in ('rejected', 'replaced'))
      ${further([
        given(where.employeeIds, (ids) => sql`link.employee_id = any(${ids}::int[])`),
        where.identityId === undefined
          ? undefined
          : sql`event.identity_id is not distinct from ${where.identityId}::int`,
      ])}
    order by link.pay_id, link.submission_id desc`.execute(query)
  return rows.filter((row) => row.told_hash !== null && (where.year ?? row.year) === row.year)
}

/** A correction or deletion that was sent and is not answered yet: the authority still holds the figures before it. */
export type AwaitedCorrection = {
  company_id: number
  employee_id: number
  name: string
  /** Null where only numbers of the employer or the employee change. */
  pay_id: number | null
  pay_date: CivilDate
  submission_id: number
  created_on: CivilDate
}

/** The corrections in messages without an answer, of pays and of filed paydays. */
export async function loadAwaited(
  query: Queryable,
  companyIds: readonly number[],
  authority: AuthorityCode,
): Promise<AwaitedCorrection[]> {
  const { timeZone } = countryOfAuthority(authority)
  const { rows } = await sql<AwaitedCorrection>`
    with awaited as materialized (
      select id, company_id, kind, pay_date, (created_at at time zone ${timeZone})::date as created_on from submissions
      where company_id = any(${companyIds}::int[]) and authority = ${authority} and status in ('queued', 'sent')
    ), line as (
      select event.id, event.company_id, event.created_on, link.employee_id, link.pay_id,
        coalesce(pays.processed_date, (
          select first.pay_date from submission_pays earlier join submissions first on first.id = earlier.submission_id
          where earlier.pay_id = link.pay_id order by first.id limit 1)) as pay_date
      from awaited event join submission_pays link on link.submission_id = event.id
      left join pays on pays.id = link.pay_id
      where not link.counts and not link.is_carried and (pays.id is null or link.told_hash is distinct from link.before_hash)
      union all
      select event.id, event.company_id, event.created_on, payee.employee_id, null::int, event.pay_date
      from awaited event join submission_payees payee on payee.submission_id = event.id where event.kind = 'amend'
    )
    select line.company_id, line.employee_id, first_name || ' ' || last_name as name, line.pay_id, line.pay_date,
      line.id as submission_id, line.created_on
    from line join employees on employees.id = line.employee_id order by line.pay_date, line.id, line.employee_id`.execute(
    query,
  )
  return rows
}

/** Marks pays that changed while their sum did not: the authority's figures are still right. */
export async function markAsReported(query: Queryable, payIds: readonly number[]): Promise<void> {
  if (payIds.length === 0) return
  await sql`
    update reported_pays reported set told_hash = pays.figures_hash from pays
    where reported.pay_id = any(${payIds}::int[]) and pays.id = reported.pay_id and ${NEEDS_UPDATE}`.execute(
    query,
  )
}

/**
 * Deleted pays that left no difference: they had no amounts, or another pay took their place. The authority holds
 * nothing of them any more, unless a message about the employee has no answer yet.
 */
export async function forgetGone(query: Queryable, payIds: readonly number[]): Promise<void> {
  if (payIds.length === 0) return
  await sql`
    update submission_pays link set gone_at = null
    where link.pay_id = any(${payIds}::int[]) and link.gone_at is not null
      and not exists (select from pays where pays.id = link.pay_id)
      and not exists (select from submission_payees payee join submissions event on event.id = payee.submission_id
        where payee.employee_id = link.employee_id and event.status in ('queued', 'sent'))`.execute(query)
}
