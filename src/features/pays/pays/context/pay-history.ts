import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { type Queryable, settleAll } from '../../../../database/connect.ts'
import { type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { memoizeByKey } from '../../../../kernel/values/memoize-by-key.ts'
import { present } from '../../../../kernel/values/present.ts'
import type { PastLine } from '../../../../payroll/history.ts'
import type { LoadedPast, PayCountry } from '../country/types.ts'
import { pastLineOf } from '../lines/line-input.ts'
import type { StoredLine } from '../lines/lines.ts'
import {
  decodeHistory,
  type EncodedHistory,
  isBefore,
  isOver,
  MARKS,
  type PastDetailsById,
} from './history-codec.ts'
import { loadPeriodHours } from './hours.ts'
import type { LoadQuestion } from './load-question.ts'
import { loadOpenings } from './opening.ts'
import { type CachedHistory, storeCachedHistory } from './pay-history-cache.ts'

/*
 * Loads the pay history of employees, which the country's rules interpret. The query returns one text row per employee
 * with one line per pay. Half a million separate rows would cost more than calculating all new pays. The country's
 * `historyReader` reads the columns by name.
 */

export async function loadPast(
  tx: Queryable,
  country: PayCountry,
  questions: readonly LoadQuestion[],
): Promise<Map<number, LoadedPast>> {
  const rows = await loadPayHistory(tx, country, questions)
  return new Map([...rows].map(([employeeId, own]) => [employeeId, decodeHistory(own)]))
}

/** Loads the encoded history. Only this function uses and writes the pay history cache (`past_sums`). */
export async function loadPayHistory(
  tx: Queryable,
  country: PayCountry,
  questions: readonly LoadQuestion[],
): Promise<Map<number, EncodedHistory>> {
  const withHours = questions.filter((question) => question.needs.hasHours)
  const [rows, openings, hours] = await settleAll([
    readPays(tx, country, questions),
    loadOpenings(
      tx,
      questions.filter(({ hasOpening }) => hasOpening !== false),
    ),
    loadPeriodHours(tx, withHours),
  ])
  await storeCachedHistory(tx, lineFormatVersion(country), sumsToKeep(questions, rows))
  const away = questions.filter(({ needs, employeeId }) => needs.hasLastPay && !rows.has(employeeId))
  const lastPays = away.length === 0 ? rows : await readLastPays(tx, country, away)
  return new Map(
    questions.map(({ employeeId, needs, hoursInCall }): [number, EncodedHistory] => {
      const read = rows.get(employeeId) ?? lastPays.get(employeeId)
      const history = {
        pays: read?.pays ?? null,
        near: read?.near ?? null,
        opening: openings.get(employeeId) ?? null,
        periodHours: needs.hasHours ? [...(hours.get(employeeId) ?? []), ...hoursInCall] : null,
      }
      return [employeeId, history]
    }),
  )
}

type ReadPays = {
  employee_id: number
  pays: string
  near: string | null
  /** Part of the history was cached. */
  isKept?: boolean
  /** Everything before the month was cached. */
  isUpToDate?: boolean
}

/** The columns of a pay. The columns of its run go between them. */
const HEAD_COLUMNS = ['p.id', 'p.pay_run_id', 'p.processed_date']
const RUN_COLUMNS = ['r.pay_period', 'r.start_date', 'r.end_date']
const MARK_COLUMN = `case when p.is_termination then '${MARKS.termination}' end`

/** A sum has the date of its last pay and belongs to a finished run. */
const HEAD_SUMS = ['max(p.id)', 'max(p.pay_run_id)', 'max(p.processed_date)']

/** Columns contain only words, dates and numbers, so no value contains a separator. */
const textOf = (cells: readonly string[]) => `concat(${cells.map((cell) => cell || 'null').join(`, '|', `)})`

const LINE = sql.raw(`concat(read.head, '|', ${textOf(RUN_COLUMNS)}, '|', read.tail)`)

const NO_END = 'infinity'
const NEVER = '-infinity'

/** Pays before a day in finished runs are summed by class. Every other pay forms its own group. */
function classOf({ history }: PayCountry): string {
  if (!history.sums) return 'p.id'
  return `case when p.processed_date >= w.sum_before or p.is_termination or ${history.isApart}
      or p.pay_run_id = any(near_runs.ids) then p.id
    when p.processed_date >= w.keep_before then -1 when p.processed_date >= w.second_day then -2
    when p.processed_date >= w.first_day then -3 else -4 end`
}

/** The country's columns of one pay. */
const ownTail = ({ history }: PayCountry) => textOf([MARK_COLUMN, ...history.each])

/** The country's columns of a class: those of its only pay, or sums. */
function classTail(country: PayCountry): string {
  const own = `min(case when c.class > 0 then ${ownTail(country)} end)`
  const { sums } = country.history
  return sums ? `coalesce(${own}, ${textOf([`'${MARKS.sum}'`, ...sums])})` : own
}

/** Selects the pays of one employee. If the law needs each pay separately, grouping them into classes is skipped. */
function selectPays(country: PayCountry, where: string): string {
  if (!country.history.sums)
    return `select p.pay_run_id as run_id, ${textOf(HEAD_COLUMNS)} as head, ${ownTail(country)} as tail from pays p where ${where}`
  return `select max(p.pay_run_id) as run_id, ${textOf(HEAD_SUMS)} as head, ${classTail(country)} as tail
    from pays p cross join lateral (select ${classOf(country)} as class) c where ${where} group by c.class`
}

/** The other pays of `w`, from the first day that is not cached. */
const OTHER_PAYS = `p.employee_id = w.employee_id and p.status = 'processed'
  and p.processed_date >= coalesce(kept.end_day, w.from_date)
  and p.id <> w.self_id and (p.processed_date <= w.to_date or p.pay_run_id = w.run_id)`

/** Memoised, because the SQL is long. */
const otherPaysOf = memoizeByKey((country: PayCountry) => sql.raw(selectPays(country, OTHER_PAYS)))

/** Cached lines are valid only while the line format is the same, so the cache key includes a hash of the format. */
const lineFormatVersion = memoizeByKey((country: PayCountry) =>
  hash('sha1', `${classOf(country)} ${classTail(country)}`, 'base64url'),
)

/**
 * A cache entry of an earlier month is combined with the pays since, which form their own sum. Sums are valid only for
 * their exact days. Of single lines that reach further back, the oldest are dropped.
 */
const SAME_SUMS = `(kept.from_day, kept.year_day, kept.quarter_day) = (w.from_date, w.first_day, w.second_day)
  and kept.end_day <= w.keep_before`
const REACHES_BACK = 'kept.from_day <= w.from_date and kept.end_day between w.from_date and w.keep_before'

/** The first of the days being paid. Runs that end before it are finished for all pays. */
const firstStart = (questions: readonly LoadQuestion[]) =>
  questions.flatMap(({ period }) => period?.start ?? []).sort()[0]

/** History before the month is cached for the next pays. Null if this pay can neither use nor fill the cache. */
function keepBefore({ sumBefore, isUncounted, needs }: LoadQuestion): CivilDate | null {
  if (!sumBefore || !isUncounted || needs.to !== null) return null
  return civilDate(`${sumBefore.slice(0, 'yyyy-mm'.length)}-01`)
}

/** The history of these employees that may be cached: everything before the month in finished runs. */
function sumsToKeep(
  questions: readonly LoadQuestion[],
  read: ReadonlyMap<number, ReadPays>,
): readonly CachedHistory[] {
  const periodStart = firstStart(questions)
  return questions.flatMap((question): CachedHistory[] => {
    const { employeeId, needs } = question
    const own = read.get(employeeId)
    const end = keepBefore(question)
    if (!own || own.isUpToDate || !end || !periodStart) return []
    const before = own.pays.split('\n').filter((line) => isBefore(line, end))
    if (before.length === 0 || !before.every((line) => isOver(line, periodStart))) return []
    const apartAt = needs.sumsApartAt ?? []
    return [{ employeeId, from: needs.from, apartAt, end, periodStart, lines: before.join('\n') }]
  })
}

/**
 * Goes employee by employee and joins the runs last, when few rows are left. `offset 0` enforces this order. With the
 * statistics of a young database, the planner would start with the runs or scan them all for each pay or employee.
 */
async function readPays(
  tx: Queryable,
  country: PayCountry,
  questions: readonly LoadQuestion[],
): Promise<Map<number, ReadPays>> {
  const { rows } = await sql<ReadPays>`
    select read.employee_id, concat_ws(E'\n', min(read.kept), string_agg(${LINE}, E'\n')) as pays,
      string_agg(${LINE}, E'\n') filter (where r.start_date <= read.period_end and r.end_date >= read.period_start) as near,
      min(read.kept) is not null as "isKept", coalesce(bool_or(read.is_up_to_date), false) as "isUpToDate"
    from (
      select w.employee_id, w.period_start, w.period_end, kept.lines as kept, kept.end_day = w.keep_before as is_up_to_date, x.*
      from unnest(${questions.map((question) => question.employeeId)}::int[],
          ${questions.map((question) => question.runId)}::int[],
          ${questions.map((question) => question.selfId)}::int[],
          ${questions.map((question) => question.needs.from)}::date[],
          ${questions.map((question) => question.needs.to ?? NO_END)}::date[],
          ${questions.map((question) => question.period?.start ?? null)}::date[],
          ${questions.map((question) => question.period?.end ?? null)}::date[],
          ${questions.map((question) => question.sumBefore ?? NEVER)}::date[],
          ${questions.map((question) => question.needs.sumsApartAt?.[0] ?? null)}::date[],
          ${questions.map((question) => question.needs.sumsApartAt?.[1] ?? null)}::date[],
          ${questions.map(keepBefore)}::date[])
        as w (employee_id, run_id, self_id, from_date, to_date, period_start, period_end, sum_before, first_day, second_day,
          keep_before)
      cross join (
        select coalesce(array_agg(id), '{}') as ids from pay_runs
        where company_id = (select company_id from employees where id = ${questions[0]?.employeeId ?? null})
          and end_date >= ${firstStart(questions) ?? null}::date) near_runs
      left join past_sums kept on kept.employee_id = w.employee_id and kept.form = ${lineFormatVersion(country)}
        and ${sql.raw(country.history.sums ? SAME_SUMS : REACHES_BACK)} and kept.period_start <= w.period_start
      left join lateral (
        ${otherPaysOf(country)}
        offset 0) x on true
      where x.run_id is not null or kept.lines is not null
      offset 0) read
    left join pay_runs r on r.id = read.run_id
    group by read.employee_id`.execute(tx)
  if (country.history.sums) return new Map(rows.map((row) => [row.employee_id, row]))
  const fromDays = new Map(questions.map(({ employeeId, needs }) => [employeeId, needs.from]))
  return new Map(
    rows.flatMap((row): [number, ReadPays][] => {
      const own = row.isKept ? since(row, present(fromDays.get(row.employee_id))) : row
      return own.pays === '' ? [] : [[row.employee_id, own]]
    }),
  )
}

/** Drops the pays before a day. */
const since = (read: ReadPays, day: CivilDate): ReadPays => ({
  ...read,
  pays: read.pays
    .split('\n')
    .filter((line) => !isBefore(line, day))
    .join('\n'),
})

/** The last pay before the loaded span, for employees without a pay since. */
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
      select ${sql.raw(textOf([...HEAD_COLUMNS, ...RUN_COLUMNS, MARK_COLUMN, ...country.history.each]))} as pays
      from pays p join pay_runs r on r.id = p.pay_run_id
      where p.employee_id = w.employee_id and p.status = 'processed' and p.id <> w.self_id
        and p.processed_date < w.from_date
      order by p.processed_date desc, p.id desc limit 1) last`.execute(tx)
  return new Map(rows.map((row) => [row.employee_id, row]))
}

type DetailRow = {
  id: number
  figures: Record<string, string | null>
  json: Record<string, Record<string, unknown>>
  lines: StoredLine[]
}

/** Loads the lines and details of these pays, which only a few new pays need. */
export async function loadPastDetails(
  tx: Queryable,
  { detailFigures, detailJson }: PayCountry,
  payIds: readonly number[],
): Promise<PastDetailsById> {
  if (payIds.length === 0) return new Map()
  const members = (columns: Readonly<Record<string, string>>, type: string) =>
    sql.raw(
      Object.entries(columns)
        .map(([name, column]) => `'${name}', (${column})::${type}`)
        .join(', '),
    )
  const { rows } = await sql<DetailRow>`
    select p.id, json_build_object(${members(detailFigures, 'text')}) as figures,
      json_build_object(${members(detailJson, 'json')}) as json,
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
