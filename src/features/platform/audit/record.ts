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

/** Details that only the handler knows, such as the resolved caller and the action. */
export type AuditNote = {
  action?: string | undefined
  target?: string | undefined
  customerId?: number | undefined
  userId?: number | undefined
  clientId?: string | undefined
  /** The partner's reason for opening the account. */
  reason?: string | null
  /** Another customer concerned, whose log gets the same entry. */
  alsoFor?: number | undefined
}

/**
 * The state of a request's row: not written yet, being written with a transaction, or written with this
 * outcome.
 */
type Entry = { state: 'open' | 'writing' | 'written'; outcome?: number }

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** A successful form redirects to another page. */
const PAGE_OUTCOME = 303

const notes = new WeakMap<FastifyRequest, () => AuditNote>()
const entries = new WeakMap<FastifyRequest, Entry>()
const seen = new WeakMap<FastifyRequest, readonly number[]>()

/**
 * Records whose numbers or documents the response shows. Without it, all employees of the company in the path
 * count as seen.
 */
export function noteSeen(request: FastifyRequest, employeeIds: readonly number[]): void {
  seen.set(request, employeeIds)
}

/**
 * Adds details to the audit entry of this request. A request with a note is always recorded. The row is
 * committed with the request's first transaction, so add notes before that commit. A function is called just
 * before the commit.
 */
export function noteAudit(request: FastifyRequest, note: AuditNote | (() => AuditNote)): void {
  const earlier = notes.get(request)
  notes.set(request, () => ({ ...earlier?.(), ...(typeof note === 'function' ? note() : note) }))
}

const writers = new WeakMap<Service, ReturnType<typeof createAuditWriter>>()

/** Writes all pending rows, so a reader sees them. */
export async function flushAudit(service: Service): Promise<void> {
  await writers.get(service)?.flush()
}

/**
 * Records every call that is not a read, and every request with a note. The row of a write is committed with
 * the write itself. A success without a transaction is recorded before the response. Refusals are written
 * shortly afterwards.
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
    // A read has no transaction to commit its row with. The row is written shortly afterwards, with others.
    if (isSensitiveRead(request, reply)) return addAll(rowsOf(service, request, reply.statusCode))
    if (!isRecorded(request)) return
    const { state, outcome } = entryOf(request)
    // The response differs from the committed row. Both are true, and both are kept.
    if (state === 'written' && outcome === reply.statusCode) return
    addAll(rowsOf(service, request, reply.statusCode))
  })
}

/** Commits the request's row with its first transaction. */
function createAuditHook(service: Service, request: FastifyRequest, reply: FastifyReply): TransactionHook {
  const actor = { userId: actorOf(request) ?? null, clientId: clientOf(request) ?? null }
  const approval = request.caller?.approval
  // Pages have no caller, so the approval gate reads the rules from the database.
  const asksApproval = request.caller?.rules.some((rules) => rules.asksApproval) ?? true
  const hook: TransactionHook = {
    actor,
    asksApproval,
    approval,
    handOver() {
      const isOpen = entryOf(request).state === 'open' && isRecorded(request)
      const expected = expectedOutcome(request, reply)
      // Even without a row to write, the worker needs to know that it serves a request.
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

/**
 * Commits the entry of a request with the first transaction of the work it handed over. `writtenAs` is then
 * its status.
 */
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

/**
 * Whether the request read tax or bank account numbers, a message, a file or a payslip. Masked numbers do not
 * count.
 */
function isSensitiveRead(request: FastifyRequest, reply: FastifyReply): boolean {
  const { config } = request.routeOptions
  if (!config.showsNumbers || request.method !== 'GET' || reply.statusCode >= 400 || notes.has(request))
    return false
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
  return !(isJson && hidesNumbers(request))
}

/**
 * The expected status if nothing fails after the commit: the one already set, or the one the route declares.
 */
function expectedOutcome(request: FastifyRequest, reply: FastifyReply): number {
  if (reply.statusCode !== 200) return reply.statusCode
  const { response } = (request.routeOptions.schema ?? {}) as { response?: Record<string, unknown> }
  const declared = Object.keys(response ?? {}).filter((status) => /^2\d\d$/.test(status))
  if (declared.length === 0) return PAGE_OUTCOME
  // When one of these statuses is declared, 200 means a preview or a repeated request.
  return Number(['201', '204'].find((status) => declared.includes(status)) ?? declared[0])
}

/** The audit rows of the request: one, plus a copy for another customer concerned. */
function rowsOf(service: Service, request: FastifyRequest, outcome: number): AuditRow[] {
  const note = notes.get(request)?.()
  const { url = '', schema } = request.routeOptions
  const operation = (schema as { operationId?: string } | undefined)?.operationId
  const path = request.url.split('?')[0] ?? null
  // A refusal is recorded after the response, outside the caller's context. So the sandbox clock is applied
  // here.
  const leadMs = request.caller?.sandbox?.leadMs ?? 0
  const row: AuditRow = {
    at: new Date(service.systemClock.now().getTime() + leadMs),
    customer_id: note?.customerId ?? request.caller?.customerId ?? null,
    user_id: note?.userId ?? actorOf(request) ?? null,
    client_id: note?.clientId ?? clientOf(request) ?? null,
    action: note?.action ?? operation ?? `${request.method} ${url}`,
    // The path identifies records by id. The query is left out, because it can contain anything.
    target: note?.action ? (note.target ?? null) : path,
    outcome,
    ip: request.ip,
    request_id: request.id,
    // A refused request showed nothing, whatever ids it named.
    seen: outcome < 400 ? seenRanges(seen.get(request)) : null,
    reason: note?.reason ?? request.caller?.openedReason ?? null,
  }
  const other = note?.alsoFor
  return other === undefined || other === row.customer_id ? [row] : [row, { ...row, customer_id: other }]
}

/**
 * The person who acted. In a session opened by a partner, that is the partner's officer, not the owner who
 * allowed it.
 */
function actorOf({ caller }: FastifyRequest): number | undefined {
  return caller?.officerId ?? caller?.userId
}

/** The application that acted. In a session opened by a partner, that is the partner. */
function clientOf({ caller }: FastifyRequest): string | undefined {
  return caller?.openedById ? `handoff:${caller.openedById}` : caller?.clientId
}
