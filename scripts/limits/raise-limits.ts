import { auditJob } from '../../src/features/platform/audit/index.ts'
import type { Service } from '../../src/service.ts'

/** The limits of an application, a customer, or one application with one customer. */
export type LimitTarget = { clientId: string | null; customerId: number | null }

/** Raises the limits by a factor from now on. A factor of 1 ends an earlier raise. The audit log of the account shows it. */
export function raiseLimits(
  service: Service,
  target: LimitTarget,
  { factor, reason }: { factor: number; reason: string },
): Promise<void> {
  const { clientId, customerId } = target
  const now = service.systemClock.now()
  return service.database.transaction(async (tx) => {
    const client = await tx
      .selectFrom('oauth_clients')
      .select('customer_id')
      .where('client_id', '=', clientId ?? '')
      .executeTakeFirst()
    if (clientId !== null && !client) throw new Error(`There is no application ${clientId}.`)
    const customer = await tx
      .selectFrom('customers')
      .select('id')
      .where('id', '=', customerId ?? 0)
      .executeTakeFirst()
    if (customerId !== null && !customer) throw new Error(`There is no customer ${customerId}.`)
    const ended = await tx
      .updateTable('limit_raises')
      .set({ ended_at: now })
      .where('client_id', 'is not distinct from', clientId)
      .where('customer_id', 'is not distinct from', customerId)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute()
    if (factor === 1 && ended.length === 0) throw new Error('These limits are not raised.')
    if (factor > 1)
      await tx
        .insertInto('limit_raises')
        .values({
          client_id: clientId,
          customer_id: customerId,
          factor,
          reason,
          raised_at: now,
          ended_at: null,
        })
        .execute()
    await auditJob(tx, service, {
      customer_id: customerId ?? client?.customer_id ?? null,
      user_id: null,
      client_id: clientId,
      action: 'raiseLimits',
      target: `factor ${factor}: ${reason}`.slice(0, 200),
      outcome: 200,
    })
  })
}

/** The limits that are raised now, one line each. */
export async function describeRaises({ database }: Service): Promise<string[]> {
  const rows = await database.query
    .selectFrom('limit_raises')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  if (rows.length === 0) return ['No limits are raised.']
  return rows.map(({ client_id, customer_id, factor, reason, raised_at }) => {
    const whose = [client_id && `application ${client_id}`, customer_id && `customer ${customer_id}`]
    return `${factor} times for ${whose.filter(Boolean).join(' with ')} since ${raised_at.toISOString().slice(0, 10)}: ${reason}`
  })
}
