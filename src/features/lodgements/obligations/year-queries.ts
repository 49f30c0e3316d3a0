import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { isExpected, isHeld } from '../lodgements/index.ts'
import type { NamedEmployee } from './queries.ts'

/** A payee reported in an income year, whether the year was finalised, and the last message about it. */
export type YearPayee = NamedEmployee & {
  year: number
  is_final: boolean
  /** The final line was sent and is not answered yet. */
  is_awaited: boolean
  submission_id: number
}

/** The last line of a payee's year that meets a condition is final; null without such a line. */
const lastIsFinal = (condition: RawBuilder<boolean>) =>
  sql<
    boolean | null
  >`(array_agg(line.is_final order by line.submission_id desc) filter (where ${condition}))[1]`
const isCounted = sql<boolean>`(${isHeld('line')} or ${isExpected('line')})`

/** The payees of every income year as the tax office holds them, or will once it has answered. */
export async function loadYearPayees(
  query: Queryable,
  companyId: number,
  authority: string,
): Promise<YearPayee[]> {
  const { rows } = await sql<YearPayee>`
    select payee.*, not is_final and expected_final as is_awaited, first_name || ' ' || last_name as name
    from (
      select line.year, line.employee_id as id, coalesce(${lastIsFinal(isHeld('line'))}, false) as is_final,
        coalesce(${lastIsFinal(isExpected('line'))}, false) as expected_final, max(line.submission_id) as submission_id
      from lodged_lines line
      where line.company_id = ${companyId} and line.authority = ${authority} and line.part = 'employee' and ${isCounted}
        and not exists (select from former_identities former where former.id = line.identity_id and former.is_wrong)
      group by line.year, line.employee_id, line.identity_id) payee
    join employees on employees.id = payee.id order by payee.year, payee.id`.execute(query)
  return rows
}

/**
 * Changes whenever a message about a year is added or gets another status, or its numbers turn out to be
 * wrong.
 */
export async function loadYearVersions(
  query: Queryable,
  companyIds: readonly number[],
  authority: string,
  years: readonly number[],
): Promise<{ company_id: number; year: number; version: string }[]> {
  const { rows } = await sql<{ company_id: number; year: number; version: string }>`
    select company_id, year, md5(string_agg(id || status, ' ' order by id)) || coalesce((
      select string_agg(former.id::text, ' ' order by former.id) from former_identities former
      where former.company_id = event.company_id and former.is_wrong), '') as version
    from submissions event
    where company_id = any(${companyIds}::int[]) and authority = ${authority} and year = any(${years}::int[])
    group by company_id, year`.execute(query)
  return rows
}

export type WaitingPayees = {
  company_id: number
  year: number
  waiting: number[] | null
  /** The payees among these whose final line was sent and is not answered yet. */
  awaited: number[] | null
}

/** Payees whose last line of a year is not final, by company and year. Empty when all of them are final. */
export async function loadWaitingPayees(
  query: Queryable,
  companyIds: readonly number[],
  authority: string,
  years: readonly number[],
): Promise<WaitingPayees[]> {
  const { rows } = await sql<WaitingPayees>`
    select company_id, year, coalesce(array_agg(distinct employee_id) filter (where not is_final), '{}') as waiting,
      coalesce(array_agg(distinct employee_id) filter (where not is_final and expected_final), '{}') as awaited
    from (
      select line.company_id, line.year, line.employee_id, line.identity_id,
        coalesce(${lastIsFinal(isHeld('line'))}, false) as is_final,
        coalesce(${lastIsFinal(isExpected('line'))}, false) as expected_final
      from lodged_lines line
      where line.company_id = any(${companyIds}::int[]) and line.year = any(${years}::int[])
        and line.authority = ${authority} and line.part = 'employee' and ${isCounted}
        and not exists (select from former_identities former where former.id = line.identity_id and former.is_wrong)
      group by 1, 2, 3, 4) payee
    group by 1, 2`.execute(query)
  return rows
}

/** The last payday of these companies in each of these Australian income years. */
export async function loadPaidYears(
  query: Queryable,
  companyIds: readonly number[],
  years: readonly number[],
): Promise<{ company_id: number; pay_date: CivilDate }[]> {
  const { rows } = await sql<{ company_id: number; pay_date: CivilDate }>`
    select company_id, max(pay_date) as pay_date from unnest(${years}::int[]) year
    join paydays on pay_date between make_date(year - 1, 7, 1) and make_date(year, 6, 30)
    where company_id = any(${companyIds}::int[]) and pays > 0
    group by company_id, year`.execute(query)
  return rows
}
