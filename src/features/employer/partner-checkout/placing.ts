import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../../database/connect.ts'
import { hasScope } from '../../../http/caller.ts'
import { conflict, forbidden } from '../../../kernel/problem.ts'
import { errorCode, UNIQUE_VIOLATION } from '../../../kernel/read-error.ts'
import type { Service } from '../../../service.ts'
import {
  PARTNER_SCOPE,
  readIdempotencyKey,
  requireIdempotencyKey,
  withIdempotency,
} from '../../platform/idempotency/index.ts'

/** The response. It is 201 when newly created, and 200 for a preview or a repeated request. */
type Placed<T> = { status: 200 | 201; body: T }

type Work<T> = (tx: Tx) => Promise<T>

/** Does the work, returns its response and rolls everything back. */
export async function preview<T>(
  service: Service,
  request: FastifyRequest,
  work: Work<T>,
): Promise<Placed<T>> {
  // A preview needs no key and stores none, but an invalid key is reported now.
  readIdempotencyKey(request.headers)
  const body = await refuseDuplicates(() => service.database.transaction(work, { dryRun: true }))
  return { status: 200, body }
}

/** Does the work once per idempotency key. */
export async function placeOnce<T>(
  service: Service,
  request: FastifyRequest,
  work: Work<T>,
): Promise<Placed<T>> {
  if (!hasScope(request.caller, 'partner.checkout.write'))
    throw forbidden('Missing required scope: partner.checkout.write')
  const key = requireIdempotencyKey(request.headers)
  const answer = await refuseDuplicates(() =>
    service.database.transaction((tx) =>
      withIdempotency(
        service,
        tx,
        {
          customerId: request.caller.customerId,
          scope: `${PARTNER_SCOPE}${request.caller.customerId}`,
          key,
          endpoint: request.routeOptions.url ?? '',
          payload: request.body,
        },
        async () => ({ status: 201, body: JSON.stringify(await work(tx)) }),
      ),
    ),
  )
  if (answer.isReplayed)
    return { status: 200, body: { ...JSON.parse(answer.body), idempotency_replayed: true } }
  return { status: 201, body: JSON.parse(answer.body) }
}

/** If two first requests for a client run at the same time, the second violates the unique index. */
async function refuseDuplicates<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION)
      throw conflict(
        'A client with this e-mail or tax number already exists. To order for it, send its end_customer_id.',
      )
    throw error
  }
}
