import { companiesOf } from '../../../database/company-scope.ts'
import type { Approved } from '../../../database/transaction-hooks.ts'
import { type Caller, roleFor } from '../../../http/caller.ts'
import { requireMatch } from '../../../http/etag.ts'
import { isOwnSession, WEB_CLIENT_ID } from '../../../http/limits.ts'
import { sendAs } from '../../../http/send-as.ts'
import type { App } from '../../../http/types.ts'
import { isRecord } from '../../../kernel/is-record.ts'
import { conflict, forbidden, notFound, Problem } from '../../../kernel/problem.ts'
import { requireOwnFactor } from '../../../kernel/session-proof.ts'
import type { Service } from '../../../service.ts'
import { isApprover } from './approvers.ts'
import { recordApproval } from './events.ts'
import { CONSENT_PATH } from './grants.ts'
import {
  endApproval,
  findApproval,
  findPreparer,
  keepAnswer,
  listKeepers,
  loadApprovalRules,
  type NamedApproval,
} from './queries.ts'
import type { StoredRequest } from './stored-request.ts'
import { approvalTag } from './view.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A request that waits longer becomes void, because no one remembers why it was prepared. */
const WAITS_DAYS = 7

export async function requireApprovalRow(
  service: Service,
  caller: Caller,
  id: number,
): Promise<NamedApproval> {
  const row = await findApproval(service.database.query, caller.customerId, id)
  if (!row) throw notFound('There is no such approval.')
  requireReach(caller, row)
  return row
}

/** Approvals are given in the web app by a user of the account, never by applications or partners. */
export function requirePerson(caller: Caller): void {
  if (!isOwnSession(caller))
    throw forbidden(
      'Approvals are given in the web app, by a person of the account. Applications never approve.',
    )
}

/**
 * A person with roles by company sees and decides the approvals of those companies only. Others get a 404.
 */
function requireReach(caller: Caller, { company_id: id }: NamedApproval): void {
  if (!caller.companies) return
  const role = id === null ? null : roleFor(caller, id)
  if (role === null) throw notFound('There is no such approval.')
}

/** Requires a person other than the preparer, with the right to approve. Authors may reject: nothing is carried out then. */
async function requireApprover(
  service: Service,
  caller: Caller,
  row: NamedApproval,
  { isRejecting = false }: { isRejecting?: boolean } = {},
): Promise<void> {
  requirePerson(caller)
  requireOwnFactor()
  if (hasPrepared(caller, row)) throw forbidden('You prepared this. Another person must approve it.')
  if (!isRejecting && row.other_preparers.includes(caller.userId))
    throw forbidden(
      'You changed what this pays, or repeated the job that prepared it. Another person must approve it.',
    )
  await refuseKeeper(service, caller, row)
  const rules = await loadApprovalRules(service.database.query, caller.customerId)
  if (!isApprover(caller, { kind: row.kind, companyId: row.company_id }, rules))
    throw forbidden(
      'You cannot approve this. Ask an owner or admin, or the approvers whom the company names.',
    )
}

/**
 * A person who holds the secret of an application could prepare through it in the name of the person who allowed it.
 * A consent is not prepared through it: that person gives it in the browser.
 */
async function refuseKeeper(service: Service, { userId }: Caller, row: NamedApproval): Promise<void> {
  if (row.path === CONSENT_PATH) return
  const keepers = await listKeepers(service.database.query, row.prepared_client)
  if (keepers.includes(userId))
    throw forbidden(
      'An application prepared this that you registered, or whose secret you had. Another person must approve it.',
    )
}

/** A partner's officer works in the session of the owner who let the partner in, but is another person. */
const hasPrepared = (
  { userId }: Caller,
  { prepared_by: preparer, prepared_officer: officer }: NamedApproval,
) => userId === preparer && officer === null

/** Approves a waiting request and runs it with the preparer's current permissions. */
export async function approve(
  service: Service,
  app: App,
  caller: Caller,
  id: number,
  ifMatch: string | undefined,
): Promise<NamedApproval> {
  const row = await requireApprovalRow(service, caller, id)
  await requireApprover(service, caller, row)
  requireWaiting(row)
  requireMatch(
    ifMatch,
    approvalTag(row),
    'This is not the request that you were shown. Read the approval again before you decide.',
  )
  const at = service.clock.now()
  if (at.getTime() - row.prepared_at.getTime() > WAITS_DAYS * DAY_MS)
    return voidIt(service, caller, row, `It has waited for more than ${WAITS_DAYS} days.`)
  if (row.path === CONSENT_PATH) return finish(service, caller, row, null)
  const sender = await senderOf(service, caller, row)
  if (!sender) return voidIt(service, caller, row, 'The person who prepared it no longer has access.')
  const approval: Approved = { id, decidedBy: caller.userId, at }
  const answer = await replay(service, app, row, { ...sender, approval })
  if (answer.status >= 500 || answer.status === 429)
    throw new Problem(
      503,
      'It cannot be done at the moment and still waits. Approve it again in a minute.',
      'detail',
      {
        'retry-after': '60',
      },
    )
  if (answer.status >= 400) return voidIt(service, caller, row, sentenceOf(answer.body))
  return finish(service, caller, row, answer)
}

/**
 * The caller who the approved request runs as: the preparer with their current permissions. The operator has
 * no user in the account, so the operator's requests run as the person who approves them.
 */
async function senderOf(service: Service, caller: Caller, row: NamedApproval): Promise<Caller | undefined> {
  if (row.prepared_by === null) return caller
  const preparer = await findPreparer(service.database.query, row, WEB_CLIENT_ID, service.clock.today())
  if (!preparer) return undefined
  return {
    ...caller,
    userId: row.prepared_by,
    clientId: row.prepared_client,
    grantId: row.prepared_grant,
    role: preparer.opened_by_id === null ? preparer.role : 'member',
    employeeId: null,
    openedById: preparer.opened_by_id,
    officerId: row.prepared_officer,
    openedReason: null,
    companies: preparer.companies && companiesOf(preparer.companies),
    scopes: new Set(preparer.scopes),
    isApiAdmin: preparer.is_api_admin && preparer.opened_by_id === null,
    isReseller: preparer.is_reseller && preparer.opened_by_id === null,
  }
}

/** Records the approval and the response to the approved request. */
function finish(
  service: Service,
  caller: Caller,
  row: NamedApproval,
  answer: { status: number; body: string } | null,
): Promise<NamedApproval> {
  const { id } = row
  return service.database.transaction(async (tx) => {
    // A request that no longer needed the approval did not use it up, so it is ended here.
    await endApproval(tx, id, { state: 'approved', by: caller.userId, at: service.clock.now(), reason: null })
    if (answer) await keepAnswer(tx, service.cipher, id, answer)
    const done = (await findApproval(tx, caller.customerId, id)) ?? row
    await recordApproval(service, tx, 'approval.approved', done)
    return done
  })
}

function replay(service: Service, app: App, row: NamedApproval, caller: Caller) {
  const stored: StoredRequest = JSON.parse(service.cipher.open('approvals.request', row.id, row.request))
  const { 'content-type': type = 'application/json', ...headers } = stored.headers
  const scopes = new Set(stored.scopes.filter((scope) => caller.scopes.has(scope)))
  return sendAs(
    app,
    { ...caller, scopes },
    {
      method: row.method,
      path: row.path,
      headers: { ...headers, ...(stored.body === null ? {} : { 'content-type': type }) },
      body: stored.body !== null && stored.isBytes ? Buffer.from(stored.body, 'base64') : stored.body,
    },
  )
}

/** Ends a waiting request without running it. */
export async function endWaiting(
  service: Service,
  caller: Caller,
  id: number,
  ended: { state: 'rejected' | 'withdrawn'; reason: string | null },
): Promise<NamedApproval> {
  const row = await requireApprovalRow(service, caller, id)
  if (ended.state === 'rejected') await requireApprover(service, caller, row, { isRejecting: true })
  else if (
    row.prepared_by !== caller.userId ||
    (row.prepared_officer === null) !== (caller.officerId === null)
  )
    throw forbidden('Only the person who prepared this can withdraw it. Reject it instead.')
  requireWaiting(row)
  return close(service, caller, row, { ...ended, by: caller.userId })
}

const voidIt = (service: Service, caller: Caller, row: NamedApproval, reason: string) =>
  close(service, caller, row, { state: 'voided', by: null, reason })

function close(
  service: Service,
  { customerId }: Caller,
  row: NamedApproval,
  ended: { state: 'rejected' | 'withdrawn' | 'voided'; by: number | null; reason: string | null },
): Promise<NamedApproval> {
  return service.database.transaction(async (tx) => {
    if (!(await endApproval(tx, row.id, { ...ended, at: service.clock.now() }))) throw decided()
    const done = (await findApproval(tx, customerId, row.id)) ?? row
    const event = ended.state === 'rejected' ? 'approval.rejected' : 'approval.voided'
    await recordApproval(service, tx, event, done)
    return done
  })
}

const decided = () => conflict('This is no longer waiting: it was already decided.')

function requireWaiting({ state, reason }: NamedApproval): void {
  if (state === 'voided' && reason) throw conflict(`This is void. ${reason}`)
  if (state !== 'waiting') throw decided()
}

/** The reason for a refusal, from the body of the response. */
function sentenceOf(body: string): string {
  try {
    const said: unknown = JSON.parse(body)
    return isRecord(said) ? String(said.detail ?? said.message ?? said.error) : 'It was refused.'
  } catch {
    return 'It was refused.'
  }
}
