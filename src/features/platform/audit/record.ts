import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type AuditHandover,
  type TransactionHook,
  transactionHooks,
} from '../../../database/transaction-hooks.ts'
import { hidesNumbers } from '../../../http/masked-answers.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { seenRanges } from './seen.ts'
import { type AuditRow, createAuditWriter } from './writer.ts'

/** What only the handler knows: who the caller turned out to be, and what was done. */
export type AuditNote = {
  action?: string | undefined
  target?: string | undefined
  customerId?: number | undefined
  userId?: number | undefined
  clientId?: string | undefined
  /** Why a partner opened the account. */
  reason?: string | null
  /** Another customer concerned: its log has the same entry. */
  alsoFor?: number | undefined
}

/** One request's row: none yet, on its way with a transaction, or written with this outcome. */
type Entry = { state: 'open' | 'writing' | 'written'; outcome?: number }

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** A form that worked leads on to another page. */
const PAGE_OUTCOME = 303

const notes = new WeakMap<FastifyRequest, () => AuditNote>()
const entries = new WeakMap<FastifyRequest, Entry>()
const seen = new WeakMap<FastifyRequest, readonly number[]>()

/** Says whose numbers or documents the answer of this request shows. Without it, those of the whole company of the path count as seen. */
export function noteSeen(request: FastifyRequest, employeeIds: readonly number[]): void {
  seen.set(request, employeeIds)
}

/**
 * Adds to what the audit log will say about this request; a request with a note is always recorded. The row is
 * committed with the request's first transaction, so add notes before it commits; a function is called at its end.
 */
export function noteAudit(request: FastifyRequest, note: AuditNote | (() => AuditNote)): void {
  const earlier = notes.get(request)
  notes.set(request, () => ({ ...earlier?.(), ...(typeof note === 'function' ? note() : note) }))
}

const writers = new WeakMap<Service, ReturnType<typeof createAuditWriter>>()

/** Writes down everything recorded so far, so that a reader sees it. */
export async function flushAudit(service: Service): Promise<void> {
  await writers.get(service)?.flush()
}

/**
 * Records every call that is not a read, and every request that carries a note. The row of a write is committed with
 * the write itself; what succeeded without a transaction is recorded before it is answered; refusals follow in a moment.
 */
export function auditRequests(service: Service, app: App): void {
  const writer = createAuditWriter(service)
  writers.set(service, writer)
  app.addHook('onClose', () => writer.stop())
  const addAll = (rows: readonly AuditRow[]) => {
    for (const row of rows) writer.add(row)
  }

  app.addHook('preHandler', (request, reply, done) => {
    transactionHooks.run(createAuditHook(service, request, reply), done)
  })

  app.addHook('onSend', async (request, reply) => {
    const entry = entryOf(request)
    if (entry.state !== 'open' || reply.statusCode >= 400 || !isRecorded(request)) return
    entry.state = 'written'
    entry.outcome = reply.statusCode
    const rows = rowsOf(service, request, reply.statusCode)
    await service.database.query.insertInto('audit_log').values(rows).execute()
  })

  app.addHook('onResponse', async (request, reply) => {
    // A read changes nothing that it could be committed with: its row follows in a moment, with others.
    if (isSensitiveRead(request, reply)) return addAll(rowsOf(service, request, reply.statusCode))
    if (!isRecorded(request)) return
    const { state, outcome } = entryOf(request)
    // The answer turned out otherwise than the committed row says: both are true, and both are kept.
    if (state === 'written' && outcome === reply.statusCode) return
    addAll(rowsOf(service, request, reply.statusCode))
  })
}

/** Commits the request's row together with its first transaction. */
function createAuditHook(service: Service, request: FastifyRequest, reply: FastifyReply): TransactionHook {
  const actor = { userId: actorOf(request) ?? null, clientId: clientOf(request) ?? null }
  const approval = request.caller?.approval
  // Pages have no caller, so this reads the database.
  const asksApproval = request.caller?.rules.some((rules) => rules.asksApproval) ?? true
  const hook: TransactionHook = {
    actor,
    asksApproval,
    approval,
    handOver() {
      const isOpen = entryOf(request).state === 'open' && isRecorded(request)
      const expected = expectedOutcome(request, reply)
      // Even without a row to write, the worker knows that it serves a request.
      return {
        actor,
        asksApproval,
        approval,
        rows: isOpen ? rowsOf(service, request, expected) : [],
        expected,
      }
    },
    written(status) {
      entries.set(request, { state: 'written', outcome: status })
    },
    async wrapTransaction(work, execute) {
      const entry = entryOf(request)
      if (entry.state !== 'open' || !isRecorded(request)) return execute(work)
      entry.state = 'writing'
      try {
        const result = await execute(work, (tx) => {
          entry.outcome = hook.outcome ?? expectedOutcome(request, reply)
          return tx
            .insertInto('audit_log')
            .values(withChanges(rowsOf(service, request, entry.outcome), hook))
            .execute()
        })
        entry.state = 'written'
        return result
      } catch (error) {
        entry.state = 'open'
        throw error
      }
    },
  }
  return hook
}

/** Commits the entry of a request with the first transaction of the work that it handed over; `writtenAs` is then its status. */
export function auditHandover({
  actor,
  asksApproval,
  approval,
  rows,
  expected,
}: AuditHandover): TransactionHook & { writtenAs?: number } {
  const hook: TransactionHook & { writtenAs?: number } = {
    actor,
    asksApproval,
    approval,
    async wrapTransaction(work, execute) {
      if (hook.writtenAs !== undefined || rows.length === 0) return execute(work)
      let outcome = expected
      const result = await execute(work, (tx) => {
        outcome = hook.outcome ?? expected
        const entry = withChanges(
          rows.map((row) => ({ ...row, outcome })),
          hook,
        )
        return tx.insertInto('audit_log').values(entry).execute()
      })
      hook.writtenAs = outcome
      return result
    },
  }
  return hook
}

function withChanges(rows: AuditRow[], { changes }: TransactionHook): AuditRow[] {
  return changes?.length ? rows.map((row) => ({ ...row, changes: JSON.stringify(changes) })) : rows
}

function entryOf(request: FastifyRequest): Entry {
  const known = entries.get(request)
  if (known) return known
  const entry: Entry = { state: 'open' }
  entries.set(request, entry)
  return entry
}

function isRecorded(request: FastifyRequest): boolean {
  return notes.has(request) || (!READS.has(request.method) && Boolean(request.caller) && !request.is404)
}

/** Whether the request has read tax or bank account numbers, a message, a file or a payslip. Masked numbers were not seen. */
function isSensitiveRead(request: FastifyRequest, reply: FastifyReply): boolean {
  const { config } = request.routeOptions
  if (!config.showsNumbers || request.method !== 'GET' || reply.statusCode >= 400 || notes.has(request))
    return false
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
  return !(isJson && hidesNumbers(request))
}

/** What will be answered if nothing goes wrong after the commit: as set already, or as the route declares. */
function expectedOutcome(request: FastifyRequest, reply: FastifyReply): number {
  if (reply.statusCode !== 200) return reply.statusCode
  const { response } = (request.routeOptions.schema ?? {}) as { response?: Record<string, unknown> }
  const declared = Object.keys(response ?? {}).filter((status) => /^2\d\d$/.test(status))
  if (declared.length === 0) return PAGE_OUTCOME
  // With one of these statuses declared, 200 means a preview or a repeated request.
  return Number(['201', '204'].find((status) => declared.includes(status)) ?? declared[0])
}

/** The audit rows of the request: one, and a copy for another customer concerned. */
function rowsOf(service: Service, request: FastifyRequest, outcome: number): AuditRow[] {
  const note = notes.get(request)?.()
  const { url = '', schema } = request.routeOptions
  const operation = (schema as { operationId?: string } | undefined)?.operationId
  const path = request.url.split('?')[0] ?? null
  // A refusal is recorded after the answer, when no one acts for the caller any more: the clock of a sandbox is asked for here.
  const leadMs = request.caller?.sandbox?.leadMs ?? 0
  const row: AuditRow = {
    at: new Date(service.systemClock.now().getTime() + leadMs),
    customer_id: note?.customerId ?? request.caller?.customerId ?? null,
    user_id: note?.userId ?? actorOf(request) ?? null,
    client_id: note?.clientId ?? clientOf(request) ?? null,
    action: note?.action ?? operation ?? `${request.method} ${url}`,
    // The path names records by id; the query is left out, as it may hold anything.
    target: note?.action ? (note.target ?? null) : path,
    outcome,
    ip: request.ip,
    request_id: request.id,
    seen: seenRanges(seen.get(request)),
    reason: note?.reason ?? request.caller?.openedReason ?? null,
  }
  const other = note?.alsoFor
  return other === undefined || other === row.customer_id ? [row] : [row, { ...row, customer_id: other }]
}

/** The person who acted; in a session that a partner opened, the partner's officer and not the owner who allowed it. */
function actorOf({ caller }: FastifyRequest): number | undefined {
  return caller?.officerId ?? caller?.userId
}

/** The application that acted; in a session that a partner opened, that partner. */
function clientOf({ caller }: FastifyRequest): string | undefined {
  return caller?.openedById ? `handoff:${caller.openedById}` : caller?.clientId
}
