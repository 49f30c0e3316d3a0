import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { HistoryChange } from '../../../database/tables/employee-history.ts'
import type { Import } from '../../../database/tables/imports.ts'

/** The newest history entry of the company. An import's own entries have higher ids. */
export async function lastHistoryId(tx: Tx, companyId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0) as id from employee_history where company_id = ${companyId}`.execute(tx)
  return Number(rows[0]?.id ?? 0)
}

export async function insertImport(
  tx: Tx,
  company: Company,
  one: Pick<Import, 'kind' | 'file_name' | 'created_by' | 'created_at'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('imports')
    .values({ customer_id: company.customer_id, company_id: company.id, ...one })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores whom an import created and changed: by the history entries that the user's import has made. */
export async function storeImportRows(
  tx: Tx,
  company: Company,
  { id, created_by: userId }: Pick<Import, 'id' | 'created_by'>,
  afterHistoryId: number,
): Promise<void> {
  await sql`
    insert into import_rows (import_id, customer_id, employee_id, is_created, history_id)
    select ${id}::int, customer_id, employee_id, action = 'created', id from employee_history
    where company_id = ${company.id} and id > ${afterHistoryId} and action in ('created', 'changed')
      and user_id is not distinct from ${userId}::int`.execute(tx)
}

/** Stores which draft pays an import of time created. */
export async function storeImportPays(
  tx: Tx,
  company: Company,
  id: number,
  payIds: readonly number[],
): Promise<void> {
  await sql`
    insert into import_pays (import_id, customer_id, pay_id)
    select ${id}::int, ${company.customer_id}::int, unnest(${payIds}::int[])`.execute(tx)
}

export type ImportWithCounts = Import & {
  by_name: string | null
  created: number
  changed: number
  drafted: number
}

const LISTED = 50

/** The company's imports that can be undone or were, newest first. */
export async function listImports(query: Queryable, companyId: number): Promise<ImportWithCounts[]> {
  const { rows } = await sql<ImportWithCounts>`
    select imports.*, users.name as by_name, part.created, part.changed, own.drafted from imports
    left join users on users.id = imports.created_by
    cross join lateral (
      select count(distinct employee_id) filter (where is_created)::int as created,
        (count(distinct employee_id) - count(distinct employee_id) filter (where is_created))::int as changed
      from import_rows where import_id = imports.id) part
    cross join lateral (select count(*)::int as drafted from import_pays where import_id = imports.id) own
    where company_id = ${companyId} order by imports.id desc limit ${LISTED}`.execute(query)
  return rows
}

export async function lockImport(tx: Tx, companyId: number, id: number): Promise<Import | undefined> {
  if (!isId(id)) return undefined
  return tx
    .selectFrom('imports')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export type ImportedPerson = {
  employee_id: number
  name: string
  is_created: boolean
  /** A pay that was made with what was imported. */
  pay_id: number | null
  pay_date: string | null
  is_processed: boolean
  /** The values from before the import, of fields that were not changed again since. */
  before: HistoryChange[]
}

/** The people of an import who are not deleted. */
export async function importedPeople(tx: Tx, one: Import): Promise<ImportedPerson[]> {
  const { rows } = await sql<ImportedPerson>`
    with person as (
      select employee_id, bool_or(is_created) as is_created, max(history_id) as last_id, array_agg(history_id) as history_ids
      from import_rows where import_id = ${one.id} group by employee_id)
    select person.employee_id, first_name || ' ' || last_name as name, person.is_created, pay.id as pay_id,
      pay.day::text as pay_date, coalesce(pay.is_processed, false) as is_processed,
      case when person.is_created then '[]'::jsonb else coalesce((
        select jsonb_agg(distinct_change.change) from (
          select distinct on (change ->> 'field') change from employee_history own, jsonb_array_elements(own.changes) change
          where own.id = any(person.history_ids) and not exists (
            select from employee_history later, jsonb_array_elements(later.changes) newer
            where later.employee_id = person.employee_id and later.id > person.last_id
              and newer ->> 'field' = change ->> 'field')
          order by change ->> 'field', own.id) distinct_change), '[]') end as before
    from person join employees on employees.id = person.employee_id and not employees.is_deleted
    left join lateral (
      select pays.id, processed_date as day, status = 'processed' as is_processed from pays
      where pays.employee_id = person.employee_id
        and (person.is_created or pays.created_at >= date_trunc('second', ${one.created_at}::timestamptz))
      order by status = 'processed' desc, pays.id limit 1) pay on true
    order by person.employee_id`.execute(tx)
  return rows
}

export type ImportedPay = {
  pay_id: number
  pay_run_id: number
  name: string
  pay_date: string
  is_processed: boolean
  /** Whether someone changed the draft after the import. */
  is_edited: boolean
}

/** The pays of an import of time that still exist. */
export async function importedPays(tx: Tx, one: Import): Promise<ImportedPay[]> {
  const { rows } = await sql<ImportedPay>`
    select pays.id as pay_id, pays.pay_run_id, first_name || ' ' || last_name as name, processed_date::text as pay_date,
      status = 'processed' as is_processed,
      coalesce(pay_editors.changed_at > ${one.created_at}::timestamptz + interval '1 second', false) as is_edited
    from import_pays join pays on pays.id = import_pays.pay_id join employees on employees.id = pays.employee_id
    left join pay_editors on pay_editors.pay_id = pays.id
    where import_pays.import_id = ${one.id} order by pays.id for update of pays`.execute(tx)
  return rows
}

export async function markUndone(tx: Tx, id: number, by: number, now: Date): Promise<void> {
  await tx.updateTable('imports').set({ undone_at: now, undone_by: by }).where('id', '=', id).execute()
}
