import { sql } from 'kysely'
import type { Queryable, Tx } from '../../database/connect.ts'
import { isId } from '../../database/ids.ts'
import { insertRows } from '../../database/insert-rows.ts'
import type { SuperFile } from '../../database/tables/reporting.ts'
import type { CivilDate, PayPeriod } from '../../payroll/dates.ts'

export type SuperPay = {
  id: number
  employee_id: number
  first_name: string
  last_name: string
  default_usi: string | null
  default_member_number: string | null
  pay_run_id: number
  period_start: string
  period_end: string
  pay_period: PayPeriod
  processed_date: CivilDate
  super_due_date: string | null
  super: string
  compulsory_super: string
  resc_super: string
  sacrificed_super: string
}

export type SuperFilter = { pay_run_id?: number; from_date?: string; to_date?: string }

/** The processed pays that owe super. */
export async function loadSuperPays(
  query: Queryable,
  companyId: number,
  filter: SuperFilter,
): Promise<SuperPay[]> {
  if (filter.pay_run_id !== undefined && !isId(filter.pay_run_id)) return []
  const { rows } = await sql<SuperPay>`
    select pays.id, pays.employee_id, first_name, last_name, default_employee_fund_usi as default_usi,
      default_employee_fund_member_number as default_member_number, pays.pay_run_id,
      run.start_date as period_start, run.end_date as period_end, run.pay_period, processed_date, super_due_date,
      super, compulsory_super, resc_super, sacrificed_super
    from pays join employees on employees.id = pays.employee_id join pay_runs run on run.id = pays.pay_run_id
    where pays.company_id = ${companyId} and pays.status = 'processed' and super > 0
      and (${filter.pay_run_id ?? null}::int is null or pay_run_id = ${filter.pay_run_id ?? null}::int)
      and (${filter.from_date ?? null}::date is null or processed_date >= ${filter.from_date ?? null}::date)
      and (${filter.to_date ?? null}::date is null or processed_date <= ${filter.to_date ?? null}::date)
    order by processed_date, pays.id`.execute(query)
  return rows
}

export type FileLine = {
  pay_id: number
  fund_rank: number
  amount: string
  super_file_id: number
  paid_on: string | null
}

/** In which file each contribution of these pays went last. */
export async function loadFileLines(query: Queryable, payIds: readonly number[]): Promise<FileLine[]> {
  const { rows } = await sql<FileLine>`
    select distinct on (line.pay_id, line.fund_rank)
      line.pay_id, line.fund_rank, line.amount, line.super_file_id, file.paid_on
    from super_file_lines line join super_files file on file.id = line.super_file_id
    where line.pay_id = any(${payIds}::int[])
    order by line.pay_id, line.fund_rank, line.super_file_id desc`.execute(query)
  return rows
}

export async function findRun(
  query: Queryable,
  companyId: number,
  runId: number,
): Promise<{ id: number } | undefined> {
  if (!isId(runId)) return undefined
  return query
    .selectFrom('pay_runs')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', runId)
    .executeTakeFirst()
}

export type ListedFile = Omit<SuperFile, 'content'>

const LISTED = [
  'id',
  'company_id',
  'pay_run_id',
  'file_id',
  'total',
  'contribution_count',
  'created_at',
  'paid_on',
] as const satisfies readonly (keyof SuperFile)[]

export function listFiles(query: Queryable, companyId: number): Promise<ListedFile[]> {
  return query
    .selectFrom('super_files')
    .select(LISTED)
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .execute()
}

export async function findFile(
  query: Queryable,
  companyId: number,
  id: number,
): Promise<SuperFile | undefined> {
  if (!isId(id)) return undefined
  return query
    .selectFrom('super_files')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertFile(
  tx: Tx,
  row: Omit<SuperFile, 'id' | 'paid_on'>,
  lines: readonly { payId: number; fundRank: number; amount: string }[],
): Promise<ListedFile> {
  const file = await tx
    .insertInto('super_files')
    .values({ ...row, paid_on: null })
    .returning(LISTED)
    .executeTakeFirstOrThrow()
  await insertRows(
    tx,
    'super_file_lines',
    [
      ['super_file_id', 'int'],
      ['pay_id', 'int'],
      ['fund_rank', 'int'],
      ['amount', 'numeric'],
    ],
    lines.map((line) => [file.id, line.payId, line.fundRank, line.amount]),
  )
  return file
}

export function markPaid(query: Queryable, id: number, paidOn: string | null): Promise<ListedFile> {
  return query
    .updateTable('super_files')
    .set({ paid_on: paidOn })
    .where('id', '=', id)
    .returning(LISTED)
    .executeTakeFirstOrThrow()
}
