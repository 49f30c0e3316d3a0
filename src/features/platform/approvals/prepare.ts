import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../../database/connect.ts'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { isOwnSession } from '../../../http/limits.ts'
import { findSentFile } from '../../../http/sent-file.ts'
import type { NeededApproval } from '../../../kernel/needs-approval.ts'
import type { Service } from '../../../service.ts'
import { isApprover } from './approvers.ts'
import { loadApprovalRules } from './queries.ts'
import { storeApproval } from './store.ts'
import type { StoredRequest } from './stored-request.ts'

const KEPT_HEADERS = ['content-type', 'if-match', 'idempotency-key', 'accept'] as const

/** Stores a request that needs a second person, and responds with 202 and the approval. */
export async function answerWaiting(
  service: Service,
  needed: NeededApproval,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { caller, method, url } = request
  const stored = JSON.stringify(storedRequest(request))
  const hash = createHash('sha256')
    .update([`${method} ${url}`, stored, caller.officerId ?? ''].join('\n'))
    .digest('base64url')
  expectOutcome(202)
  const id = await service.database.transaction(async (tx) => {
    const at = service.clock.now()
    const { userId, clientId, grantId, officerId } = caller
    const prepared = {
      needed,
      method,
      path: url,
      request: stored,
      hash,
      by: { userId, clientId, grantId, officerId, others: await otherPreparers(tx, caller, needed) },
      at,
    }
    return storeApproval(service, tx, prepared)
  })
  const waiting = { approval_id: id, state: 'waiting', kind: needed.kind, summary: needed.summary }
  return reply
    .code(202)
    .type('application/json; charset=utf-8')
    .header('location', `/api/approvals/${id}`)
    .serializer((body: unknown) => JSON.stringify(body))
    .send(waiting)
}

/**
 * The other people who caused the request: those who repeated the job, and the authors of what it pays. An approver who
 * prepares it in the web app has agreed to the work of the authors, so one of them may be the second person.
 */
async function otherPreparers(
  tx: Tx,
  caller: Caller,
  { authors = [], ...needed }: NeededApproval,
): Promise<number[]> {
  const repeaters = caller.jobRepeatedBy ?? []
  const others = authors.filter((id) => id !== (caller.officerId ?? caller.userId))
  if (others.length === 0) return [...repeaters]
  const rules = await loadApprovalRules(tx, needed.customerId)
  const hasAgreed = isOwnSession(caller) && !caller.isJob && isApprover(caller, needed, rules)
  return [...new Set([...repeaters, ...(hasAgreed ? [] : others)])]
}

function storedRequest(request: FastifyRequest): StoredRequest {
  const { headers, caller } = request
  const body: unknown = findSentFile(request) ?? request.body
  const isBytes = Buffer.isBuffer(body)
  const text = isBytes ? body.toString('base64') : typeof body === 'string' ? body : JSON.stringify(body)
  return {
    body: body === undefined || body === null ? null : (text ?? null),
    isBytes,
    headers: Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
    ),
    scopes: [...caller.scopes],
  }
}
