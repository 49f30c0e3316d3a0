import type { Tx } from '../../../database/connect.ts'
import type { Service } from '../../../service.ts'
import { recordApproval } from './events.ts'
import { findApproval, insertApproval, type Prepared } from './queries.ts'

/** Stores a request that waits for a second person, with the events, and returns its id. */
export async function storeApproval(service: Service, tx: Tx, prepared: Prepared): Promise<number> {
  const { id, isNew, replacedId } = await insertApproval(tx, service.cipher, prepared)
  if (!isNew) return id
  const { customerId } = prepared.needed
  if (replacedId !== undefined) {
    const replaced = await findApproval(tx, customerId, replacedId)
    if (replaced) await recordApproval(service, tx, 'approval.voided', replaced)
  }
  const row = await findApproval(tx, customerId, id)
  if (row) await recordApproval(service, tx, 'approval.requested', row)
  return id
}
