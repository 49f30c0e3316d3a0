import type { Tx } from '../../database/connect.ts'
import type { Service } from '../../service.ts'
import { recordPaysUpdated } from '../pays/index.ts'

/** Lodging shows on the pays it is about: they changed. */
export async function recordLodged(
  service: Service,
  tx: Tx,
  companyId: number,
  payIds: readonly number[],
): Promise<void> {
  if (payIds.length === 0) return
  const company = await tx
    .selectFrom('companies')
    .select(['customer_id', 'jurisdiction'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  await recordPaysUpdated(service, tx, company, payIds)
}
