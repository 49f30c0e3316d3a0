import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { insertRows } from '../../../database/insert-rows.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { SnapshotRow } from '../../../database/tables/snapshots.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import type { EMPLOYEE_COLUMNS } from './content.ts'
import { openParty, sealParty } from './party.ts'

/** SQL for one value of a pay's employee snapshot, in a statement that joins `snapshots` as `snapshot`. */
export function rememberedText(column: (typeof EMPLOYEE_COLUMNS)[number]): RawBuilder<string | null> {
  return sql<string | null>`(snapshot.content ->> ${sql.lit(column)})`
}

/** Locks the employees with these ids until the transaction ends, so that they cannot change after the snapshot is taken. */
export function lockEmployees(tx: Tx, ids: readonly number[]): Promise<Employee[]> {
  return tx
    .selectFrom('employees')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function takeIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('snapshots_id_seq')::int as id from generate_series(1, ${count})`.execute(tx)
  return rows.map((row) => row.id)
}

export type NewSnapshot = {
  id: number
  /** The funds by rank, for contribution lines of version 0.1. */
  funds: readonly { rank: number; key: string }[]
  customerId: number
  companyId: number
  employeeId: number | null
  content: string
  numbers: string
  isReconstructed: boolean
}

export async function insertSnapshots(tx: Tx, snapshots: readonly NewSnapshot[], now: Date): Promise<void> {
  await insertRows(
    tx,
    'snapshots',
    [
      ['id', 'int'],
      ['customer_id', 'int'],
      ['company_id', 'int'],
      ['employee_id', 'int'],
      ['content', 'jsonb'],
      ['numbers', 'text'],
      ['is_reconstructed', 'bool'],
      ['created_at', 'timestamptz'],
    ],
    snapshots.map((row) => [
      row.id,
      row.customerId,
      row.companyId,
      row.employeeId,
      row.content,
      row.numbers,
      row.isReconstructed,
      now.toISOString(),
    ]),
  )
}

/** Makes these the current snapshots of the employees, until something changes. */
export async function keepAsCurrent(tx: Tx, snapshots: readonly NewSnapshot[]): Promise<void> {
  await sql`
    update employees set snapshot_id = made.id
    from unnest(${snapshots.map((row) => row.id)}::int[], ${snapshots.map((row) => row.employeeId)}::int[])
      as made (id, employee_id)
    where employees.id = made.employee_id`.execute(tx)
}

/** The employer's latest snapshot. */
export async function findLatestEmployer(
  query: Queryable,
  companyId: number,
): Promise<Pick<SnapshotRow, 'id' | 'content' | 'numbers'> | undefined> {
  const { rows } = await sql<SnapshotRow>`
    select id, content, numbers from snapshots
    where company_id = ${companyId} and employee_id is null and not is_reconstructed
    order by id desc limit 1`.execute(query)
  return rows[0]
}

export function loadSnapshots(query: Queryable, ids: readonly number[]): Promise<SnapshotRow[]> {
  return query.selectFrom('snapshots').selectAll().where(sql<boolean>`id = any(${ids}::int[])`).execute()
}

/** The snapshot ids of these pays. */
export function findSnapshotIds(query: Queryable, payIds: readonly number[]) {
  return query
    .selectFrom('pays')
    .select(['id', 'snapshot_id', 'employer_snapshot_id'])
    .where(sql<boolean>`id = any(${payIds}::int[])`)
    .execute()
}

/** One batch of processed pays of version 0.1 without a snapshot. */
export async function listUnremembered(
  query: Queryable,
  count: number,
  only: { payIds?: readonly number[]; companyId?: number },
): Promise<{ id: number; company_id: number; employee_id: number }[]> {
  const { rows } = await sql<{ id: number; company_id: number; employee_id: number }>`
    select id, company_id, employee_id from pays
    where snapshot_id is null and status = 'processed'
      and (${only.payIds ?? null}::int[] is null or id = any(${only.payIds ?? null}::int[]))
      and (${only.companyId ?? null}::int is null or company_id = ${only.companyId ?? null}::int)
    order by id limit ${count}`.execute(query)
  return rows
}

/** Contribution lines of version 0.1 refer to their fund by rank. Changes them to the fund key. */
export async function nameOldFunds(
  tx: Tx,
  cipher: FieldCipher,
  snapshots: readonly NewSnapshot[],
): Promise<void> {
  const keys = new Map(
    snapshots.flatMap(({ employeeId, funds }) =>
      funds.map(({ rank, key }): [string, string] => [`${employeeId} rank:${rank}`, key]),
    ),
  )
  await renameParties(
    tx,
    cipher,
    snapshots.flatMap(({ employeeId }) => employeeId ?? []),
    (party, employeeId) => keys.get(`${employeeId} ${party}`) ?? party,
  )
}

/**
 * Changes the parties of these employees' contributions. They are encrypted, so they are read, changed and
 * written back.
 */
async function renameParties(
  tx: Tx,
  cipher: FieldCipher,
  employeeIds: readonly number[],
  rename: (party: string, employeeId: number) => string,
): Promise<void> {
  const { rows } = await sql<{ id: string; pay_id: number; employee_id: number; party: string }>`
    select id, pay_id, employee_id, party from payment_lines
    where kind = 'super' and party <> '' and employee_id = any(${employeeIds}::int[])`.execute(tx)
  const changed = rows.flatMap(({ id, pay_id, employee_id, party: stored }) => {
    const party = openParty(cipher, pay_id, stored)
    const renamed = rename(party, employee_id)
    return renamed === party ? [] : [{ id, party: sealParty(cipher, pay_id, renamed) }]
  })
  if (changed.length === 0) return
  await sql`
    update payment_lines line set party = fresh.party
    from unnest(${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ party }) => party)}::text[])
      as fresh (id, party)
    where line.id = fresh.id`.execute(tx)
}

/** Gives these snapshots to every pay of the employees that has none. */
export async function giveToOldPays(
  tx: Tx,
  employerId: number,
  snapshots: readonly NewSnapshot[],
): Promise<void> {
  await sql`
    update pays set snapshot_id = made.id, employer_snapshot_id = ${employerId}
    from unnest(${snapshots.map((row) => row.id)}::int[], ${snapshots.map((row) => row.employeeId)}::int[])
      as made (id, employee_id)
    where pays.employee_id = made.employee_id and pays.snapshot_id is null and pays.status = 'processed'`.execute(
    tx,
  )
}

export async function findOwnSnapshots(tx: Tx, employeeIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from snapshots where employee_id = any(${employeeIds}::int[]) order by id`.execute(tx)
  return rows.map((row) => row.id)
}

const NOBODY = JSON.stringify({
  first_name: 'Former',
  middle_name: null,
  last_name: 'Employee',
  gender: 'UNKNOWN',
  number: null,
  address1: '',
  address2: null,
  city: '',
  postcode: '',
  email_address: null,
  phone_home: null,
  phone_mobile: null,
  abn: null,
  accounts: [],
})

/**
 * Blanks the personal details in snapshots. Contributions sent are keyed by fund and membership. The membership is
 * removed from these keys too, so that they still match.
 */
export async function blankSnapshots(
  tx: Tx,
  cipher: FieldCipher,
  employeeIds: readonly number[],
  fresh: readonly { id: number; numbers: string }[],
): Promise<void> {
  await sql`
    update snapshots set numbers = fresh.numbers, content = content || ${NOBODY}::jsonb || jsonb_build_object(
      'date_of_birth', left(content ->> 'date_of_birth', 4) || '-01-01',
      'funds', coalesce((select jsonb_agg(fund || '{"member_number": null, "bank": null}') from jsonb_array_elements(content -> 'funds') fund), '[]'))
    from unnest(${fresh.map(({ id }) => id)}::int[], ${fresh.map(({ numbers }) => numbers)}::text[]) as fresh(id, numbers)
    where snapshots.id = fresh.id`.execute(tx)
  await renameParties(tx, cipher, employeeIds, (party) => party.replace(/\|.*/, '|'))
}

/** One batch of employee snapshots whose content still has member numbers, locked. */
export async function lockOpenMembers(tx: Tx, count: number): Promise<SnapshotRow[]> {
  const { rows } = await sql<SnapshotRow>`
    select * from snapshots where content @? '$.funds[*].member_number ? (@ != null)'
    order by id limit ${count} for update skip locked`.execute(tx)
  return rows
}

export async function writeMoved(
  tx: Tx,
  rows: readonly { id: number; content: string; numbers: string }[],
): Promise<void> {
  await sql`
    update snapshots set content = moved.content, numbers = moved.numbers
    from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ content }) => content)}::jsonb[],
      ${rows.map(({ numbers }) => numbers)}::text[]) as moved (id, content, numbers)
    where snapshots.id = moved.id`.execute(tx)
}
