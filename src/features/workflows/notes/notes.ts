import type { Company } from '../../../database/tables/companies.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { type Caller, managesAccount } from '../../../http/caller.ts'
import { seesMasks } from '../../../http/masked-answers.ts'
import { formatName, timestamp } from '../../../http/view.ts'
import { badRequest, forbidden, notFound } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import { maskText } from '../../../security/masking.ts'
import type { Service } from '../../../service.ts'
import { requireEmployeesOf } from '../../employer/companies/index.ts'
import { writeMails } from '../../platform/mail/index.ts'
import { day } from '../../platform/pdf/index.ts'
import { mentionedIn } from './mentions.ts'
import {
  deleteNote,
  hasRun,
  insertNote,
  listColleagues,
  listMentions,
  listNotes,
  markSeen,
  type ReadNote,
  reserveNoteId,
} from './queries.ts'
import type { MentionQuery, MentionView, NoteInput, NoteQuery, NoteView } from './schema.ts'

export async function readNotes(
  service: Service,
  caller: Caller,
  company: Company,
  { employee_id, pay_run_id, before, limit = 100 }: NoteQuery,
): Promise<NoteView[]> {
  const about = {
    ...(employee_id === undefined ? {} : { employeeId: employee_id }),
    ...(pay_run_id === undefined ? {} : { payRunId: pay_run_id }),
    ...(before === undefined ? {} : { before }),
  }
  const rows = await listNotes(service.database.query, company.id, about, limit)
  return rows.map((row) => viewNote(service, caller, row))
}

/** Stores a note, and notifies the colleagues it mentions. */
export function createNote(
  service: Service,
  caller: Caller,
  company: Company,
  { employee_id, pay_run_id, text }: NoteInput,
): Promise<NoteView> {
  if ((employee_id === undefined) === (pay_run_id === undefined))
    throw badRequest('A note is on an employee or on a pay run: send employee_id or pay_run_id.')
  return service.database.transaction(async (tx) => {
    if (employee_id !== undefined) await requireEmployeesOf(tx, company.id, [employee_id])
    if (pay_run_id !== undefined && !(await hasRun(tx, company.id, pay_run_id)))
      throw notFound('Pay run not found.')
    const people = await listColleagues(tx, company, service.clock.today())
    const named = mentionedIn(text, people).filter((person) => person.id !== caller.userId)
    const id = await reserveNoteId(tx)
    await insertNote(
      tx,
      {
        id,
        customer_id: company.customer_id,
        company_id: company.id,
        employee_id: employee_id ?? null,
        pay_run_id: pay_run_id ?? null,
        author_id: caller.userId,
        text: service.cipher.seal('notes.text', id, text.trim()),
        created_at: service.clock.now(),
      },
      named.map((person) => person.id),
    )
    const note = viewNote(service, caller, present((await listNotes(tx, company.id, { id }, 1))[0]))
    // The log records that a note exists, not its text.
    recordAuditChange(`Note on ${note.about}`, {}, { note: 'written' })
    const part = employee_id === undefined ? `pays/runs/${pay_run_id}` : `employees/${employee_id}`
    await writeMails(
      service,
      tx,
      named.map((person) => ({
        customerId: company.customer_id,
        to: person.email,
        subject: `${note.author} mentioned you in a note on ${note.about}`,
        text: [
          `Hello ${person.name},`,
          `${note.author} mentioned you in a note on ${note.about}, ${company.legal_name}.`,
          {
            before: 'Read it here: ',
            link: `${service.settings.publicUrl}/app/companies/${company.id}/${part}`,
          },
        ],
      })),
    )
    return note
  })
}

export function removeNote(service: Service, caller: Caller, company: Company, id: number): Promise<void> {
  return service.database.transaction(async (tx) => {
    const [row] = await listNotes(tx, company.id, { id }, 1)
    if (!row) throw notFound('Note not found.')
    if (!canDelete(caller, row))
      throw forbidden(`Only ${row.author} or a manager of the account can delete it.`)
    await deleteNote(tx, id)
    recordAuditChange(`Note on ${aboutOf(row)}`, { note: 'written' }, { note: 'deleted' })
  })
}

export async function readColleagues(service: Service, company: Company) {
  const people = await listColleagues(service.database.query, company, service.clock.today())
  return people.map(({ id, name }) => ({ id, name }))
}

export async function readMentions(
  service: Service,
  caller: Caller,
  { before, limit = 100 }: MentionQuery,
): Promise<MentionView[]> {
  const rows = await listMentions(service.database.query, caller, { before, limit })
  return rows.map((row) => ({
    ...shared(service, caller, row),
    company_id: row.company_id,
    company: row.company,
    is_seen: row.seen_at !== null,
  }))
}

export function seeMentions(service: Service, caller: Caller): Promise<void> {
  return service.database.transaction((tx) =>
    markSeen(tx, caller.userId, caller.customerId, service.clock.now()),
  )
}

const canDelete = (caller: Caller, { author_id }: Pick<ReadNote, 'author_id'>) =>
  author_id === caller.userId || managesAccount(caller)

function aboutOf(row: ReadNote): string {
  if (row.run_end_date !== null) return `the pay run to ${day(row.run_end_date)}`
  return formatName({ first_name: row.first_name ?? '', last_name: row.last_name ?? '' })
}

function viewNote(service: Service, caller: Caller, row: ReadNote): NoteView {
  return { ...shared(service, caller, row), can_delete: canDelete(caller, row) }
}

function shared({ cipher }: Service, caller: Caller, row: ReadNote) {
  const text = cipher.open('notes.text', row.id, row.text)
  const isMasked = seesMasks({ caller, params: { company_id: row.company_id } })
  return {
    id: row.id,
    employee_id: row.employee_id,
    pay_run_id: row.pay_run_id,
    about: aboutOf(row),
    author: row.author,
    text: isMasked ? maskText(text) : text,
    mentions: row.mentions,
    created_at: timestamp(row.created_at),
  }
}
