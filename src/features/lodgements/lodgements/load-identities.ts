import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { AuthorityCode } from '../../../database/tables/reporting.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { isExpected, isHeld } from './load-ledger.ts'

/*
 * An authority stores lines under the employer numbers they were sent with. A lodged pay belongs to the
 * numbers that lodged it; a pay not yet lodged belongs to the company's current numbers. Nothing should
 * remain under numbers that were wrong.
 */

/** Employer numbers that a company lodged under and no longer has. */
export type FormerIdentity = {
  id: number
  abn: string | null
  branch_number: string | null
  ird_number: string | null
  is_wrong: boolean
}

/** The former identities of a company, oldest first. Nearly always empty. */
export async function loadFormerIdentities(
  query: Queryable,
  cipher: FieldCipher,
  companyId: number,
): Promise<FormerIdentity[]> {
  const rows = await query
    .selectFrom('former_identities')
    .select(['id', 'abn', 'branch_number', 'ird_number', 'is_wrong'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    ird_number: row.ird_number && cipher.open('former_identities.ird_number', row.id, row.ird_number),
  }))
}

/** The ids of the former identities. */
export async function listFormerIds(query: Queryable, companyId: number): Promise<number[]> {
  const rows = await query
    .selectFrom('former_identities')
    .select('id')
    .where('company_id', '=', companyId)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Lines that report a pay (`link`) under former numbers that are not wrong, either lodged or as part of the
 * year to date. The pay belongs to those numbers.
 */
export const UNDER_FORMER = sql`submission_pays link join submissions event on event.id = link.submission_id and link.told_hash is not null
    join former_identities former on former.id = event.identity_id and not former.is_wrong
    join lodged_lines line on line.submission_id = event.id and line.employee_id = link.employee_id
      and line.part = 'employee' and ${isExpected('line')}`

/**
 * The former numbers of pays, by pay: their year to date was reported under those numbers, though no event
 * lodged them.
 */
export async function loadFormerOf(
  query: Queryable,
  payIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ pay_id: number; id: number }>`
    select distinct on (link.pay_id) link.pay_id, former.id from ${UNDER_FORMER}
    where link.pay_id = any(${payIds}::int[]) order by link.pay_id, link.submission_id desc`.execute(query)
  return new Map(rows.map((row) => [row.pay_id, row.id]))
}

/** The span of a line: the payee's income year, or a payday. */
const spanOf = (isYearToDate: boolean) => sql.ref(isYearToDate ? 'line.year' : 'line.pay_date')
/** Lines by payday have no birth date, so only the tax number matters there. */
const whatMatters = (isYearToDate: boolean) => (isYearToDate ? sql`true` : sql`is_number`)

/** A person whose tax number, birth date or opening figures changed after a line about them was created. */
export type OtherPerson = {
  company_id: number
  employee_id: number
  name: string
  is_terminated: boolean
  year: number
  pay_date: string
  changed_on: string
  /** A message about it was sent and is not answered yet. */
  is_awaited: boolean
}

/** Whether a later message about a line is unanswered; `held` is the line, of the same payee, numbers and span. */
const awaits = (isYearToDate: boolean) => sql`exists (
  select from lodged_lines line where line.employee_id = held.employee_id and line.company_id = held.company_id
    and line.authority = held.authority and line.part = held.part and line.identity_id is not distinct from held.identity_id
    and ${spanOf(isYearToDate)} = ${sql.ref(isYearToDate ? 'held.year' : 'held.pay_date')}
    and line.submission_id > held.submission_id and line.outcome in ('created', 'sent'))`

/**
 * The latest held line of each payee per year or payday, if the person's numbers or the opening figures of
 * that year changed after it was created.
 */
export async function loadOtherPersons(
  query: Queryable,
  companyIds: readonly number[],
  { code, isYearToDate }: { code: AuthorityCode; isYearToDate: boolean },
  timeZone: string,
): Promise<OtherPerson[]> {
  const { rows } = await sql<OtherPerson>`
    select employees.company_id, held.employee_id, first_name || ' ' || last_name as name, is_terminated, held.year, held.pay_date,
      (changed.at at time zone ${timeZone})::date as changed_on, ${awaits(isYearToDate)} as is_awaited
    from (
      select distinct on (employee_id, year) id, employee_id, at, year from identity_changes
      where company_id = any(${companyIds}::int[]) and ${whatMatters(isYearToDate)}
      order by employee_id, year, id desc) changed
    join employees on employees.id = changed.employee_id
    cross join lateral (
      select distinct on (${spanOf(isYearToDate)}, line.identity_id)
        line.*
      from lodged_lines line
      where line.employee_id = changed.employee_id and line.company_id = employees.company_id and line.authority = ${code}
        and line.part = 'employee' and ${isHeld('line')} and (changed.year is null or line.year = changed.year)
        and not exists (select from former_identities former where former.id = line.identity_id and former.is_wrong)
      order by ${spanOf(isYearToDate)}, line.identity_id, line.submission_id desc) held
    where held.identity_version < changed.id order by held.pay_date, held.employee_id`.execute(query)
  return rows
}

/** The last change to the tax number, birth date or opening figures of each of these employees that concerns the year. */
export async function loadIdentityVersions(
  query: Queryable,
  employeeIds: readonly number[],
  year: number,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ employee_id: number; version: string }>`
    select employee_id, max(id)::text as version from identity_changes
    where employee_id = any(${employeeIds}::int[]) and (year is null or year = ${year}) group by 1`.execute(
    query,
  )
  return new Map(rows.map((row) => [row.employee_id, row.version]))
}

/** Marks lines as current: the person's numbers were changed since, but back to the same values. */
export async function markSamePersons(
  query: Queryable,
  lines: readonly { submission_id: number; employee_id: number }[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    update submission_payees payee set identity_version = changed.id
    from unnest(${lines.map((line) => line.submission_id)}::int[], ${lines.map((line) => line.employee_id)}::int[])
      line (submission_id, employee_id)
    join lateral (select max(id) as id from identity_changes own where own.employee_id = line.employee_id) changed on changed.id is not null
    where payee.submission_id = line.submission_id and payee.employee_id = line.employee_id
      and payee.identity_version < changed.id`.execute(query)
}

/** Lines that an authority still holds under numbers that were wrong: amounts by payee and year, or lines by payday. */
export type WronglyHeld = {
  company_id: number
  employee_id: number
  name: string
  year: number
  pay_date: string
  changed_on: string
  /** A message that reverses them was sent and is not answered yet. */
  is_awaited: boolean
}

export async function loadWronglyHeld(
  query: Queryable,
  companyIds: readonly number[],
  { code, isYearToDate }: { code: AuthorityCode; isYearToDate: boolean },
  timeZone: string,
): Promise<WronglyHeld[]> {
  const { rows } = await sql<WronglyHeld>`
    select former.company_id, held.employee_id, first_name || ' ' || last_name as name, held.year, held.pay_date,
      (former.ended_at at time zone ${timeZone})::date as changed_on, ${awaits(isYearToDate)} as is_awaited
    from former_identities former
    cross join lateral (
      select distinct on (line.employee_id, line.part, ${spanOf(isYearToDate)}) line.*
      from lodged_lines line
      where line.identity_id = former.id and line.company_id = former.company_id and line.authority = ${code} and ${isHeld('line')}
      order by line.employee_id, line.part, ${spanOf(isYearToDate)}, line.submission_id desc) held
    join employees on employees.id = held.employee_id
    where former.company_id = any(${companyIds}::int[]) and former.is_wrong and (
      exists (select from jsonb_each_text(held.amounts) amount where amount.value::numeric <> 0)
      or held.amounts is null and (
        select true from payday_lines filed where filed.submission_id = held.submission_id
          and filed.employee_id = held.employee_id and filed.line is not null limit 1))
    order by held.pay_date, held.employee_id`.execute(query)
  return rows
}
