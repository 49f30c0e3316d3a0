import { countryOfAuthority } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Submission } from '../../../database/tables/reporting.ts'
import type { Service } from '../../../service.ts'
import { recordPaysUpdated } from '../../pays/pays/index.ts'

/** Lodging changes the status shown on pays, so it records a change event for each of them. */
export async function recordLodged(
  service: Service,
  tx: Tx,
  { customer_id, authority }: Pick<Submission, 'customer_id' | 'authority'>,
  payIds: readonly number[],
): Promise<void> {
  if (payIds.length === 0) return
  const { code: jurisdiction } = countryOfAuthority(authority)
  await recordPaysUpdated(service, tx, { customer_id, jurisdiction }, payIds)
}
