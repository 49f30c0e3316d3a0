import { sql } from 'kysely'
import { type CompanyScope, isInScope } from '../../../database/company-scope.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Note } from '../../../database/tables/notes.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'

export type ReadNote = Note & {
  author: string
  first_name: string | null
  last_name: string | null
  run_end_date: CivilDate | null
  mentions: string[]
}

const COLUMNS = sql`n.*, author.name as author, e.first_name, e.last_name, run.end_date as run_end_date,
  array(select u.name from note_mentions m join users u on u.id = m.user_id where m.note_id = n.id order by u.name) as mentions`
const JOINS = sql`join users author on author.id = n.author_id left join employees e on e.id = n.employee_id
  left join pay_runs run on run.id = n.pay_run_id`

export async function listNotes(
  query: Queryable | Tx,
  companyId: number,
  about: { id?: number; employeeId?: number; payRunId?: number; before?: number },
  limit: number,
): Promise<ReadNote[]> {
  const asked = [about.id, about.employeeId, about.payRunId, about.before].filter((id) => id !== undefined)
  if (!asked.every(isId)) return []
  const conditions = [
    sql`n.company_id = ${companyId}`,
    ...(about.id === undefined ? [] : [sql`n.id = ${about.id}`]),
    ...(about.employeeId === undefined ? [] : [sql`n.employee_id = ${about.employeeId}`]),
    ...(about.payRunId === undefined ? [] : [sql`n.pay_run_id = ${about.payRunId}`]),
    ...(about.before === undefined ? [] : [sql`n.id < ${about.before}`]),
  ]
  const { rows } = await sql<ReadNote>`
    select ${COLUMNS} from notes n ${JOINS} where ${sql.join(conditions, sql` and `)}
    order by n.id desc limit ${limit}`.execute(query)
  return rows
}

/** Reserves the id of a new note, because the text's encryption is bound to the id. */
export async function reserveNoteId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('notes_id_seq')::integer as id`.execute(tx)
  return present(rows[0]).id
}

export async function insertNote(tx: Tx, note: Note, mentioned: readonly number[]): Promise<void> {
  await tx.insertInto('notes').values(note).execute()
  if (mentioned.length === 0) return
  const rows = mentioned.map((user_id) => ({
    note_id: note.id,
    user_id,
    customer_id: note.customer_id,
    seen_at: null,
  }))
  await tx.insertInto('note_mentions').values(rows).execute()
}

export async function deleteNote(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('notes').where('id', '=', id).execute()
}

export async function hasRun(tx: Tx, companyId: number, id: number): Promise<boolean> {
  if (!isId(id)) return false
  const found = await tx
    .selectFrom('pay_runs')
    .select('id')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return found !== undefined
}

/** The people with access to a company, whom a note can mention. */
export function listColleagues(
  query: Queryable | Tx,
  company: Pick<Company, 'id' | 'customer_id'>,
  day: CivilDate,
) {
  return query
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('customer_id', '=', company.customer_id)
    .where('role', 'in', ['owner', 'admin', 'member', 'reader'])
    .where('removed_at', 'is', null)
    .where(
      sql<boolean>`(not is_by_company or exists (select from companies_of(users.id, ${day}::date) reached
        where reached.company_id = ${company.id}))`,
    )
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()
}

export type ReadMention = ReadNote & { company: string; seen_at: Date | null }

/** Notes that mention a person, in companies that the person can still access. */
export async function listMentions(
  query: Queryable,
  caller: CompanyScope & { userId: number },
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<ReadMention[]> {
  if (before !== undefined && !isId(before)) return []
  const { rows } = await sql<ReadMention>`
    select ${COLUMNS}, c.legal_name as company, m.seen_at
    from note_mentions m join notes n on n.id = m.note_id join companies c on c.id = n.company_id ${JOINS}
    where m.user_id = ${caller.userId} and ${isInScope(caller, 'n')} and c.deleted_at is null
      and (${before ?? null}::int is null or n.id < ${before ?? null}::int)
    order by n.id desc limit ${limit}`.execute(query)
  return rows
}

export async function markSeen(tx: Tx, userId: number, customerId: number, now: Date): Promise<void> {
  await tx
    .updateTable('note_mentions')
    .set({ seen_at: now })
    .where('user_id', '=', userId)
    .where('customer_id', '=', customerId)
    .where('seen_at', 'is', null)
    .execute()
}
