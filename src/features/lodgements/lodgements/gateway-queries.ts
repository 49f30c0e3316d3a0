import type { Queryable } from '../../../database/connect.ts'
import type { GatewayBehaviour, GatewayName } from '../../../database/tables/reporting.ts'

/** The configured behaviour of the built-in gateways. */
export async function loadGatewayBehaviours(query: Queryable) {
  const rows = await query.selectFrom('gateway_behaviours').selectAll().execute()
  return new Map(rows.map((row) => [row.gateway, row.behaviour]))
}

export async function storeGatewayBehaviour(
  query: Queryable,
  gateway: GatewayName,
  behaviour: GatewayBehaviour,
): Promise<void> {
  await query
    .insertInto('gateway_behaviours')
    .values({ gateway, behaviour })
    .onConflict((on) => on.column('gateway').doUpdateSet({ behaviour }))
    .execute()
}
