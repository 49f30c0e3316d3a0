import { createHash } from 'node:crypto'
import { transactionHooks } from '../../../database/transaction-hooks.ts'
import { type NeededApproval, neededApproval } from '../../../kernel/needs-approval.ts'
import type { Service } from '../../../service.ts'
import { storeApproval } from './store.ts'
import type { StoredRequest } from './stored-request.ts'

/** The request that does the same as the operator's work, for the person who approves it. */
export type OperatorRequest = { method: string; path: string; body: unknown }

/** Shown as the application of a request that no user prepared. */
const OPERATOR_CLIENT = 'operator'

/**
 * Runs work that an operator starts for a customer. Where the rules of the company require two people, it is
 * rolled back and `request` waits for a person of the customer; the operator counts as the first person.
 */
export async function runForOperator<T>(
  service: Service,
  request: OperatorRequest,
  work: () => Promise<T>,
): Promise<{ result: T } | { approvalId: number }> {
  try {
    const result = await transactionHooks.run(
      { asksApproval: true, wrapTransaction: (inner, execute) => execute(inner) },
      work,
    )
    return { result }
  } catch (error) {
    const needed = neededApproval(error)
    if (!needed) throw error
    return { approvalId: await storeRequest(service, request, needed) }
  }
}

function storeRequest(
  service: Service,
  { method, path, body }: OperatorRequest,
  needed: NeededApproval,
): Promise<number> {
  const stored: StoredRequest = {
    body: JSON.stringify(body),
    isBytes: false,
    headers: { 'content-type': 'application/json' },
    scopes: ['payroll.read', 'payroll.write'],
  }
  const request = JSON.stringify(stored)
  const hash = createHash('sha256').update(`${method} ${path}\n${request}`).digest('base64url')
  return service.database.transaction(async (tx) => {
    return storeApproval(service, tx, {
      needed,
      method,
      path,
      request,
      hash,
      by: { userId: null, clientId: OPERATOR_CLIENT, grantId: 0 },
      at: service.clock.now(),
    })
  })
}
