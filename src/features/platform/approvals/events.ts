import type { Tx } from '../../../database/connect.ts'
import type { EventType } from '../../../events/catalogue.ts'
import type { Service } from '../../../service.ts'
import type { NamedApproval } from './queries.ts'
import { viewApproval } from './view.ts'

/** Records an approval event. The payload is the approval without its stored request. */
export async function recordApproval(
  service: Service,
  tx: Tx,
  type: Extract<EventType, `approval.${string}`>,
  row: NamedApproval,
): Promise<void> {
  await service.events.record(tx, {
    type,
    customerId: row.customer_id,
    entities: [{ id: row.id, data: () => viewApproval(row) }],
  })
}
