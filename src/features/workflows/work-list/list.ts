import { scopeKey } from '../../../database/company-scope.ts'
import type { Database } from '../../../database/connect.ts'
import type { WorkNote } from '../../../database/tables/work.ts'
import type { Caller } from '../../../http/caller.ts'
import { badRequest, notFound } from '../../../kernel/problem.ts'
import { createSharedWork } from '../../../kernel/shared-work.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { memoizeByKey } from '../../../kernel/values/memoize-by-key.ts'
import type { Service } from '../../../service.ts'
import { addUpCompanies } from '../../lodgements/obligations/index.ts'
import { findItems } from './items.ts'
import {
  companiesBehind,
  findNote,
  notesOf,
  officersOf,
  saveNote,
  servesClients,
  workCompanies,
} from './queries.ts'
import type { WorkItem, WorkList, WorkNoteInput, WorkNoteView, WorkQuery } from './schema.ts'

/**
 * The maximum number of companies that one call brings up to date before it answers. A job updates the others
 * within minutes.
 */
const ADDED_UP_AT_ONCE = 25
const PAGE = 100

/** Open work in every company the caller may see, by due date. */
export async function listWork(service: Service, caller: Caller, asked: WorkQuery): Promise<WorkList> {
  const { items, behind } = await sharesOf(service.database)(scopeOf(caller, asked), () =>
    findWork(service, caller, asked.company_id),
  )
  const chosen = items.filter(filterFor(service, caller, asked))
  const from = asked.after === undefined ? 0 : chosen.findIndex(({ place }) => place > (asked.after ?? ''))
  const { limit = PAGE } = asked
  const page = from < 0 ? [] : chosen.slice(from, from + limit)
  const last = page.at(-1)
  const count = (status: WorkItem['status']) => chosen.filter(({ item }) => item.status === status).length
  return {
    items: page.map(({ item }) => item),
    next: last && from + limit < chosen.length ? last.place : null,
    total: chosen.length,
    counts: {
      overdue: count('overdue'),
      open: count('open'),
      under_way: count('under-way'),
      failed: count('failed'),
    },
    companies_behind: Math.max(0, behind - ADDED_UP_AT_ONCE),
    officers: await officersOf(service.database.query, caller.customerId),
  }
}

/** The officers of a bureau who open the list at the same moment share one search. */
const sharesOf = memoizeByKey((_database: Database) => createSharedWork<FoundWork>())

/** A key that is equal for two callers only if they see the same work. */
const scopeOf = (caller: Caller, { company_id: companyId }: WorkQuery): string =>
  [scopeKey(caller), servesClients(caller), companyId ?? 'all'].join(' ')

/** An entry with its position in the list, which is the cursor for the next page. It stays valid when earlier entries are completed. */
type Placed = { place: string; item: WorkItem }
/** The entries by due date, and the number of companies whose totals are out of date. */
type FoundWork = { items: Placed[]; behind: number }

async function findWork(service: Service, caller: Caller, companyId: number | undefined): Promise<FoundWork> {
  const { query } = service.database
  const companies = await workCompanies(query, caller, companyId)
  const behind = await companiesBehind(
    query,
    companies.map(({ id }) => id),
  )
  await addUpCompanies(service.database, behind.slice(0, ADDED_UP_AT_ONCE))
  const found = await findItems(service, companies)
  const notes = new Map(
    (await notesOf(query, caller.customerId)).map((note) => [`${note.company_id}/${note.item_key}`, note]),
  )
  const byId = new Map(companies.map((company) => [company.id, company]))
  const items = found.flatMap((item): Placed[] => {
    const company = byId.get(item.company_id)
    if (!company) return []
    const note = notes.get(`${item.company_id}/${item.key}`)
    return [
      {
        place: `${item.due_date}/${String(item.company_id).padStart(10, '0')}/${item.key}`,
        item: {
          ...item,
          company: company.legal_name,
          jurisdiction: company.jurisdiction,
          client_id: company.customer_id === caller.customerId ? null : company.customer_id,
          assignee_id: note?.assignee_id ?? null,
          note: note?.note ?? null,
          snoozed_until: note?.snoozed_until ?? null,
        },
      },
    ]
  })
  return { items: items.sort(byPlace), behind: behind.length }
}

function filterFor(service: Service, caller: Caller, asked: WorkQuery): (placed: Placed) => boolean {
  const today = service.clock.today()
  const { from_date: from, to_date: to, status, kind, assignee, is_snoozed: isSnoozed = false } = asked
  const wanted = assignee === 'me' ? caller.userId : assignee === 'none' ? null : Number(assignee)
  return ({ item }) =>
    (!from || item.due_date >= from) &&
    (!to || item.due_date <= to) &&
    (!status || item.status === status) &&
    (!kind || item.kind === kind) &&
    (assignee === undefined || item.assignee_id === wanted) &&
    (item.snoozed_until !== null && item.snoozed_until > today) === isSnoozed
}

const byPlace = (a: Placed, b: Placed) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0)

/** Assigns, annotates or snoozes an entry. Omitted fields stay unchanged. */
export function putNote(service: Service, caller: Caller, body: WorkNoteInput): Promise<WorkNoteView> {
  return service.database.transaction(async (tx) => {
    const [company] = await workCompanies(tx, caller, body.company_id)
    if (!company) throw notFound('Company not found.')
    const officers = await officersOf(tx, caller.customerId)
    if (body.assignee_id && !officers.some(({ id }) => id === body.assignee_id))
      throw badRequest(`assignee_id ${body.assignee_id} is not an officer of the account.`)
    const before = await findNote(tx, caller.customerId, company.id, body.key)
    const { snoozed_until: until } = body
    const note: WorkNote = {
      customer_id: caller.customerId,
      company_id: company.id,
      item_key: body.key,
      assignee_id: body.assignee_id === undefined ? (before?.assignee_id ?? null) : body.assignee_id,
      note: body.note === undefined ? (before?.note ?? null) : body.note,
      snoozed_until: until ? civilDate(until) : until === null ? null : (before?.snoozed_until ?? null),
      updated_at: service.clock.now(),
      updated_by: caller.userId,
    }
    await saveNote(tx, note)
    const { company_id, item_key: key, assignee_id, note: text, snoozed_until } = note
    return { company_id, key, assignee_id, note: text, snoozed_until }
  })
}
