import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { EsctDecision } from '../../../database/tables/esct.ts'
import type { CivilDate, Days } from '../../../kernel/values/dates.ts'
import { broughtInYear, type EmployerRateTerms } from '../pays/index.ts'

/** A pay with the number of such pays in a year. */
export type LastPay = {
  gross: string
  kiwisaver: string
  complying_fund: string
  employer_rate: string
  pays_a_year: number
}

export type Member = EmployerRateTerms & {
  id: number
  first_name: string
  last_name: string
  start_date: CivilDate
  esct_rate: string
  salary: string
  employer: string
  /**
   * The first pay of the tax year, or the year's first day if opening figures cover the year so far. Null if
   * there was none.
   */
  first_paid: CivilDate | null
  /** The last three pays, the latest first. */
  last: readonly LastPay[]
  kind: EsctDecision['kind'] | null
  decided_rate: string | null
  is_set: boolean
}

/** Whether a different change set the rate from this day or later. */
const IS_SET = (from: CivilDate) => sql<boolean>`exists (
  select from employee_terms t where t.employee_id = e.id and t.status <> 'refused' and t.entered_on is null
    and t.effective_from >= ${from} and t.fields ->> 'esct_rate' is not null)`

/** Employees whose employer contributions are subject to ESCT. */
const IS_MEMBER = sql<boolean>`not e.is_deleted and not e.is_terminated and e.employer_contrib_tax_method = 'ESCT'`
const EMPLOYER = sql`coalesce(p.kiwisaver_employer, 0) + coalesce(p.complying_fund_employer, 0)`

/** The members of a company who received contributions, with the figures of a tax year and any decision for the day. */
export async function listMembers(
  query: Queryable,
  companyId: number,
  from: CivilDate,
  year: Days,
): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select e.id, e.first_name, e.last_name, e.start_date, e.esct_rate, year.salary, year.employer, year.first_paid,
      last.pays as last, e.kiwisaver_employer_rate, e.nz_kiwisaver_reduction_from, e.nz_kiwisaver_reduction_to, d.kind, d.rate as decided_rate, ${IS_SET(from)} as is_set
    from employees e
    cross join lateral (
      select brought.gross + coalesce(sum(p.gross), 0) as salary, brought.employer + coalesce(sum(${EMPLOYER}), 0) as employer,
        case when brought.gross > 0 then ${year.start}::date else min(p.processed_date) end as first_paid
      from ${broughtInYear(sql`e.id`, sql`${year.start}`, sql`${year.end}`)} brought
      left join pays p on p.employee_id = e.id and p.status = 'processed' and p.processed_date between ${year.start} and ${year.end}
      group by brought.gross, brought.employer
    ) year
    cross join lateral (
      select coalesce(json_agg(l), '[]') as pays, coalesce(sum(l.kiwisaver::numeric + l.complying_fund::numeric), 0) as employer from (
        select p.gross::text, coalesce(p.kiwisaver_employer, 0)::text as kiwisaver,
          coalesce(p.complying_fund_employer, 0)::text as complying_fund,
          coalesce(p.kiwisaver_employer_rate, 0)::text as employer_rate,
          case run.pay_period when 'WEEKLY' then 52 when 'FORTNIGHTLY' then 26 when 'FOUR_WEEKLY' then 13 else 12 end as pays_a_year
        from pays p join pay_runs run on run.id = p.pay_run_id
        where p.employee_id = e.id and p.status = 'processed' and not p.is_termination
        order by p.processed_date desc, p.id desc limit 3
      ) l
    ) last
    left join esct_decisions d on d.employee_id = e.id and d.from_date = ${from}
    where e.company_id = ${companyId} and ${IS_MEMBER} and e.start_date < ${from} and year.employer + last.employer > 0
    order by e.last_name, e.first_name, e.id`.execute(query)
  return rows
}

/** Counts, by company, the members with contributions in the tax year and no decision for the day. */
export async function countOpen(
  query: Queryable,
  companyIds: readonly number[],
  from: CivilDate,
  year: Days,
): Promise<{ company_id: number; people: number }[]> {
  if (companyIds.length === 0) return []
  const { rows } = await sql<{ company_id: number; people: number }>`
    select e.company_id, count(*)::int as people from employees e
    where e.company_id = any(${companyIds}::int[]) and ${IS_MEMBER} and e.start_date < ${from}
      and not exists (select from esct_decisions d where d.employee_id = e.id and d.from_date = ${from})
      and not ${IS_SET(from)}
      and (exists (select from pays p where p.employee_id = e.id and p.status = 'processed'
          and p.processed_date between ${year.start} and ${year.end} and ${EMPLOYER} > 0)
        or (select employer > 0 from ${broughtInYear(sql`e.id`, sql`${year.start}`, sql`${year.end}`)} brought))
    group by e.company_id`.execute(query)
  return rows
}

/** A later decision replaces an earlier one. */
export async function saveDecisions(tx: Tx, decisions: readonly Omit<EsctDecision, 'id'>[]): Promise<void> {
  if (decisions.length === 0) return
  await tx
    .insertInto('esct_decisions')
    .values([...decisions])
    .onConflict((on) =>
      on.columns(['employee_id', 'from_date']).doUpdateSet((set) => ({
        kind: set.ref('excluded.kind'),
        rate: set.ref('excluded.rate'),
        previous_rate: set.ref('excluded.previous_rate'),
        basis: set.ref('excluded.basis'),
        threshold_amount: set.ref('excluded.threshold_amount'),
        decided_by: set.ref('excluded.decided_by'),
        decided_at: set.ref('excluded.decided_at'),
      })),
    )
    .execute()
}
