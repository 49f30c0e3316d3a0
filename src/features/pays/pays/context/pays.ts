import { sql } from 'kysely'
import { CHANGED_AFTER_DRAFT } from '../../../../database/changed-drafts.ts'
import type { Queryable } from '../../../../database/connect.ts'
import { isId } from '../../../../database/ids.ts'
import { NEEDS_UPDATE, REPORTED, type Reported } from '../../../../database/reported-pays.ts'
import type { PayRow, PayRunRow } from '../../../../database/tables/pays.ts'
import type { Country } from '../../../../payroll/words.ts'
import { shownColumns } from '../country/shown-figures.ts'
import type { PayCountry } from '../country/types.ts'
import type { LoadedLine } from '../lines/lines.ts'
import type { ListQuery } from '../request/query.ts'
import { type LoadedPay, type PayToShow, SHOWN, type WholePay } from './loaded-pay.ts'

type Joined<Row> = Row &
  Reported & {
    number: string | null
    first_name: string
    last_name: string
    email_address: string | null
    is_deleted: boolean
    run_company_id: number
    run_pay_period: PayRunRow['pay_period']
    run_start_date: PayRunRow['start_date']
    run_end_date: PayRunRow['end_date']
    run_pay_calendar_id: number | null
    run_created_at: Date
    termination_result: Record<string, unknown> | null
    is_stale: boolean
  }

/** Loads the pays with these ids, in the order of the ids. */
export function loadPays(query: Queryable, ids: readonly number[]): Promise<WholePay[]> {
  return load<PayRow>(query, ids, 'pays.*')
}

/** Loads only the columns that the read model shows. */
export function loadShownPays(
  query: Queryable,
  country: PayCountry,
  ids: readonly number[],
): Promise<PayToShow[]> {
  return load(query, ids, [...SHOWN, ...shownColumns(country)].map((name) => `pays.${name}`).join(', '))
}

async function load<Row extends Pick<PayRow, (typeof SHOWN)[number]>>(
  query: Queryable,
  ids: readonly number[],
  columns: string,
): Promise<LoadedPay<Row>[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Joined<Row>>`
    select ${sql.raw(columns)}, reported.told_hash, reported.stp_status, reported.stp_service_action, reported.stp_timestamp,
      ${NEEDS_UPDATE} as stp_needs_update, employees.number, first_name, last_name, email_address, is_deleted, run.company_id as run_company_id,
      run.pay_period as run_pay_period, run.start_date as run_start_date, run.end_date as run_end_date,
      run.pay_calendar_id as run_pay_calendar_id, run.created_at as run_created_at, terminations.result as termination_result,
      exists (select from employee_terms change where change.employee_id = pays.employee_id and ${CHANGED_AFTER_DRAFT}) as is_stale
    from unnest(${ids}::int[]) with ordinality as wanted (id, place)
    join pays on pays.id = wanted.id
    join employees on employees.id = pays.employee_id
    join pay_runs run on run.id = pays.pay_run_id
    left join terminations on terminations.pay_id = pays.id
    ${REPORTED}
    order by wanted.place`.execute(query)
  const lines = await sql<LoadedLine>`
    select * from pay_lines where pay_id = any(${ids}::int[]) order by pay_id, id`.execute(query)
  const linesOf = Map.groupBy(lines.rows, (line) => line.pay_id)
  return rows.map((row) => ({
    row,
    lines: linesOf.get(row.id) ?? [],
    run: {
      id: row.pay_run_id,
      customer_id: row.customer_id,
      company_id: row.run_company_id,
      pay_period: row.run_pay_period,
      start_date: row.run_start_date,
      end_date: row.run_end_date,
      pay_calendar_id: row.run_pay_calendar_id,
      created_at: row.run_created_at,
    },
    employee: {
      id: row.employee_id,
      number: row.number,
      first_name: row.first_name,
      last_name: row.last_name,
      email_address: row.email_address,
      is_deleted: row.is_deleted,
    },
    termination: row.termination_result,
    isStale: row.is_stale,
  }))
}

/** Finds a pay of the company. Another company's pay is not found. */
export function findPay(query: Queryable, companyId: number, payId: number): Promise<WholePay | undefined> {
  return findIn(companyId, payId, (ids) => loadPays(query, ids))
}

/** Finds a pay with only the columns that the read model shows. */
export function findShownPay(
  query: Queryable,
  country: PayCountry,
  companyId: number,
  payId: number,
): Promise<PayToShow | undefined> {
  return findIn(companyId, payId, (ids) => loadShownPays(query, country, ids))
}

async function findIn<P extends PayToShow>(
  companyId: number,
  payId: number,
  load: (ids: readonly number[]) => Promise<P[]>,
): Promise<P | undefined> {
  if (!isId(payId)) return undefined
  const [pay] = await load([payId])
  return pay?.row.company_id === companyId ? pay : undefined
}

export type ListedPay = { id: number }

/** The sort orders of a list. The last column is unique, so a list can continue after any pay. */
const ORDERS = {
  none: ['processed_date', 'pays.id'],
  employee: ['employee_id', 'processed_date', 'pays.id'],
  run: ['run.end_date', 'run.id', 'processed_date', 'pays.id'],
} as const
const IDS_AT_ONCE = 1000

/** Yields the ids of the listed pays in order and in chunks. This bounds memory and holds no connection in between. */
export async function* listPayIds(
  query: Queryable,
  companyId: number,
  filter: ListQuery & { isWorkersComp?: boolean },
  order: keyof typeof ORDERS,
): AsyncGenerator<ListedPay[]> {
  if (filter.employee_id !== undefined && !isId(filter.employee_id)) return
  const keys = sql.join(ORDERS[order].map((name) => sql.ref(name)))
  const conditions = [
    sql`pays.company_id = ${companyId}`,
    ...(filter.from_date === undefined ? [] : [sql`processed_date >= ${filter.from_date}::date`]),
    ...(filter.to_date === undefined ? [] : [sql`processed_date <= ${filter.to_date}::date`]),
    ...(filter.employee_id === undefined ? [] : [sql`employee_id = ${filter.employee_id}::int`]),
    ...(filter.status === undefined ? [] : [sql`status = ${filter.status}`]),
    ...(filter.isWorkersComp === undefined ? [] : [sql`is_workers_comp = ${filter.isWorkersComp}`]),
  ]
  let after: number | undefined
  for (;;) {
    const behind =
      after === undefined
        ? []
        : [
            sql`(${keys}) > (select ${keys} from pays join pay_runs run on run.id = pays.pay_run_id where pays.id = ${after})`,
          ]
    const { rows } = await sql<ListedPay>`
      select pays.id from pays join pay_runs run on run.id = pays.pay_run_id
      where ${sql.join([...conditions, ...behind], sql` and `)} order by ${keys} limit ${IDS_AT_ONCE}`.execute(
      query,
    )
    if (rows.length > 0) yield rows
    if (rows.length < IDS_AT_ONCE) return
    after = rows.at(-1)?.id
  }
}

/** The pays after an id, with their countries, for a replay. */
export async function listForReplay(
  query: Queryable,
  after: number,
  count: number,
  filter: { companyId?: number; payId?: number },
): Promise<{ id: number; jurisdiction: Country }[]> {
  const { rows } = await sql<{ id: number; jurisdiction: Country }>`
    select pays.id, jurisdiction from pays join companies on companies.id = pays.company_id
    where pays.id > ${after} and (${filter.companyId ?? null}::int is null or company_id = ${filter.companyId ?? null})
      and (${filter.payId ?? null}::int is null or pays.id = ${filter.payId ?? null})
    order by pays.id limit ${count}`.execute(query)
  return rows
}
