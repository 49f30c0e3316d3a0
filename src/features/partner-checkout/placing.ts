import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../database/connect.ts'
import { hasScope } from '../../http/caller.ts'
import type { Mail } from '../../ports/mail/port.ts'
import { conflict, forbidden } from '../../problem.ts'
import { errorCode, UNIQUE_VIOLATION } from '../../read-error.ts'
import type { Service } from '../../service.ts'
import { requireIdempotencyKey, withIdempotency } from '../idempotency/index.ts'

/** The answer, and whether it was made now (201) or is shown only: a preview, or the answer of the first time (200). */
type Placed<T> = { status: 200 | 201; body: T }

type Work<T> = (tx: Tx, mails: Mail[]) => Promise<T>

/** Does the work, shows its answer, and takes it all back. */
export async function preview<T>(service: Service, work: Work<T>): Promise<Placed<T>> {
  const body = await refuseDuplicates(() =>
    service.database.transaction((tx) => work(tx, []), { dryRun: true }),
  )
  return { status: 200, body }
}

/** Does the work once per key, and sends the mail only when it is done. */
export async function placeOnce<T>(
  service: Service,
  request: FastifyRequest,
  work: Work<T>,
): Promise<Placed<T>> {
  if (!hasScope(request.caller, 'partner.checkout.write'))
    throw forbidden('Missing required scope: partner.checkout.write')
  const key = requireIdempotencyKey(request.headers)
  const mails: Mail[] = []
  const answer = await refuseDuplicates(() =>
    service.database.transaction((tx) =>
      withIdempotency(
        service,
        tx,
        {
          scope: `partner:${request.caller.customerId}`,
          key,
          endpoint: request.routeOptions.url ?? '',
          payload: request.body,
        },
        async () => ({ status: 201, body: JSON.stringify(await work(tx, mails)) }),
      ),
    ),
  )
  if (answer.isReplayed)
    return { status: 200, body: { ...JSON.parse(answer.body), idempotency_replayed: true } }
  for (const mail of mails) await service.ports.mail.send(mail)
  return { status: 201, body: JSON.parse(answer.body) }
}

/** Two first requests for one client at once: the second meets the unique index. */
async function refuseDuplicates<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION)
      throw conflict(
        'A client with this e-mail or tax number exists already. To order for it, send its end_customer_id.',
      )
    throw error
  }
}
