import { sql } from 'kysely'
import { allOf, type Queryable } from '../../../database/connect.ts'
import type { CivilDate } from '../../../payroll/dates.ts'
import type { PastLine, PastNeeds, PeriodHours } from '../../../payroll/history.ts'
import type { LoadedPast, PayCountry, YearBefore } from '../country/types.ts'
import { openPast, type PastDetailsById, type PastTexts } from '../past-texts.ts'
import { pastLineOf } from '../resolve/line-input.ts'
import type { StoredLine } from '../resolve/lines.ts'
import { loadPeriodHours } from './hours.ts'
import { loadOpenings } from './opening.ts'

/*
 * The other pays of the employees, whole and unsummed: what they mean is for the law to say. One row of text comes back for
 * each employee, a line for each pay: half a million pays as rows of their own would cost more than calculating all the new ones.
 */

/** Whose past is asked for, and how much of it. */
export type LoadQuestion = {
  employeeId: number
  runId: number
  /** The pay itself, when it exists already; 0: it does not. */
  selfId: number
  needs: PastNeeds
  /** Hours rows of the call's own pays, this one among them. */
  hoursInCall: readonly PeriodHours[]
  /** The days that are paid for: pays of periods that share some of them are told apart. */
  period?: { start: CivilDate; end: CivilDate }
}

export async function loadPast(
  tx: Queryable,
  country: PayCountry,
  questions: readonly LoadQuestion[],
): Promise<Map<number, LoadedPast>> {
  const rows = await readPast(tx, country, questions)
  return new Map([...rows].map(([employeeId, own]) => [employeeId, openPast(own)]))
}

/** The same, still as texts. */
export async function readPast(
  tx: Queryable,
  country: PayCountry,
  questions: readonly LoadQuestion[],
): Promise<Map<number, PastTexts>> {
  const [rows, openings, hours] = await allOf([
    readPays(tx, country, questions),
    loadOpenings(tx, questions),
    loadPeriodHours(
      tx,
      questions.filter((question) => question.needs.hasHours),
    ),
  ])
  const away = questions.filter(({ needs, employeeId }) => needs.hasLastPay && !rows.has(employeeId))
  const lastPays = away.length === 0 ? rows : await readLastPays(tx, country, away)
  return new Map(
    questions.map(({ employeeId, needs, hoursInCall }): [number, PastTexts] => {
      const read = rows.get(employeeId) ?? lastPays.get(employeeId)
      return [
        employeeId,
        {
          pays: read?.pays ?? null,
          near: read?.near ?? null,
          opening: openings.get(employeeId) ?? null,
          periodHours: needs.hasHours ? [...(hours.get(employeeId) ?? []), ...hoursInCall] : null,
        },
      ]
    }),
  )
}

type ReadPays = { employee_id: number; pays: string; near: string | null }

const COMMON_COLUMNS = [
  'p.id',
  'p.pay_run_id',
  'p.processed_date',
  'r.pay_period',
  'r.start_date',
  'r.end_date',
  "case when p.is_termination then '1' end",
]

/** Words, dates and numbers only: nothing in a cell can hold the signs between them. */
const lineOf = ({ pastColumns }: PayCountry) =>
  `concat(${[...COMMON_COLUMNS, ...pastColumns].join(`, '|', `)})`

const NO_END = 'infinity'

async function readPays(
  tx: Queryable,
  country: PayCountry,
  questions: readonly LoadQuestion[],
): Promise<Map<number, ReadPays>> {
  const line = sql.raw(lineOf(country))
  const { rows } = await sql<ReadPays>`
    select w.employee_id, string_agg(${line}, E'\n') as pays,
      string_agg(${line}, E'\n') filter (where r.start_date <= w.period_end and r.end_date >= w.period_start) as near
    from unnest(${questions.map((question) => question.employeeId)}::int[],
        ${questions.map((question) => question.runId)}::int[],
        ${questions.map((question) => question.selfId)}::int[],
        ${questions.map((question) => question.needs.from)}::date[],
        ${questions.map((question) => question.needs.to ?? NO_END)}::date[],
        ${questions.map((question) => question.period?.start ?? null)}::date[],
        ${questions.map((question) => question.period?.end ?? null)}::date[])
      as w (employee_id, run_id, self_id, from_date, to_date, period_start, period_end)
    join pays p on p.employee_id = w.employee_id
    join pay_runs r on r.id = p.pay_run_id
    where p.status = 'processed' and p.processed_date >= w.from_date and p.id <> w.self_id
      and (p.processed_date <= w.to_date or p.pay_run_id = w.run_id)
    group by w.employee_id`.execute(tx)
  return new Map(rows.map((row) => [row.employee_id, row]))
}

/** The last pay before the days that were read, for those who were paid nothing since. */
async function readLastPays(
  tx: Queryable,
  country: PayCountry,
  questions: readonly LoadQuestion[],
): Promise<Map<number, ReadPays>> {
  const { rows } = await sql<ReadPays>`
    select w.employee_id, last.pays, last.pays as near
    from unnest(${questions.map((question) => question.employeeId)}::int[],
        ${questions.map((question) => question.selfId)}::int[],
        ${questions.map((question) => question.needs.from)}::date[]) as w (employee_id, self_id, from_date)
    cross join lateral (
      select ${sql.raw(lineOf(country))} as pays
      from pays p join pay_runs r on r.id = p.pay_run_id
      where p.employee_id = w.employee_id and p.status = 'processed' and p.id <> w.self_id
        and p.processed_date < w.from_date
      order by p.processed_date desc, p.id desc limit 1) last`.execute(tx)
  return new Map(rows.map((row) => [row.employee_id, row]))
}

type DetailRow = {
  id: number
  columns: Record<string, string | null>
  reporting: unknown
  lines: StoredLine[]
}

/** The lines of these pays and what else is asked of them: for the few that a new pay looks at so closely. */
export async function loadPastDetails(
  tx: Queryable,
  { pastDetailColumns }: PayCountry,
  payIds: readonly number[],
): Promise<PastDetailsById> {
  if (payIds.length === 0) return new Map()
  const columns = pastDetailColumns.map((column) => `'${column}', p.${column}::text`).join(', ')
  const { rows } = await sql<DetailRow>`
    select p.id, json_build_object(${sql.raw(columns)}) as columns, p.reporting,
      coalesce((select json_agg(json_build_object('kind', line.kind, 'description', line.description,
          'amount', line.amount::text, 'details', line.details) order by line.id)
        from pay_lines line where line.pay_id = p.id), '[]'::json) as lines
    from pays p where p.id = any(${payIds}::int[])`.execute(tx)
  return new Map(
    rows.map(({ id, lines, ...row }) => [
      id,
      { ...row, lines: lines.map((line): PastLine => pastLineOf(line)) },
    ]),
  )
}

export type UsualPay = {
  employee_id: number
  average_gross: string
  in_run: number
  year_before: YearBefore
}

/** What the employees usually get (their last three pays), their year before, and how many pays they have in the run. */
export async function loadUsualPays(
  tx: Queryable,
  questions: readonly (LoadQuestion & { beforeId: number; yearBefore: { start: string; end: string } })[],
): Promise<UsualPay[]> {
  const { rows } = await sql<UsualPay>`
    select w.employee_id, coalesce(avg(last.gross), 0) as average_gross,
      (select count(*) from pays p
        where p.employee_id = w.employee_id and p.pay_run_id = w.run_id and p.id <> w.self_id)::int as in_run,
      (select json_build_object('start', w.year_start, 'gross', coalesce(sum(p.gross), 0)::text,
          'employer', coalesce(sum(p.kiwisaver_employer), 0)::text) from pays p
        where p.employee_id = w.employee_id and p.status = 'processed'
          and p.processed_date between w.year_start and w.year_end) as year_before
    from unnest(${questions.map((question) => question.employeeId)}::int[],
        ${questions.map((question) => question.runId)}::int[],
        ${questions.map((question) => question.beforeId)}::int[],
        ${questions.map((question) => question.selfId)}::int[],
        ${questions.map((question) => question.yearBefore.start)}::date[],
        ${questions.map((question) => question.yearBefore.end)}::date[])
      as w (employee_id, run_id, before_id, self_id, year_start, year_end)
    left join lateral (
      select gross from pays p
      where p.employee_id = w.employee_id and p.status = 'processed' and p.id < w.before_id and not p.is_termination
      order by processed_date desc, id desc limit 3
    ) last on true
    group by w.employee_id, w.run_id, w.self_id, w.year_start, w.year_end`.execute(tx)
  return rows
}
