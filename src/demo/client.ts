import { issueGrant } from '../features/access/oauth/index.ts'
import type { App } from '../http/types.ts'
import type { Service } from '../service.ts'
import { DEMO_PEOPLE, type DemoPerson } from './people.ts'

/** Sends a demo request through the same code as a real request and returns its JSON. */
export type DemoClient = <T>(
  method: 'GET' | 'PUT' | 'POST' | 'PATCH',
  path: string,
  body?: unknown,
) => Promise<T>

/** Creates an API client that acts as one of the demo people. A rejected request aborts the seed. */
export async function createDemoClient(service: Service, app: App, person: DemoPerson): Promise<DemoClient> {
  const email = DEMO_PEOPLE.find((entry) => entry.key === person)?.email ?? ''
  const user = await service.database.query
    .selectFrom('users')
    .select(['id', 'customer_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const scopes = ['openid', 'payroll.read', 'payroll.write']
  const { accessToken } = await service.database.transaction((tx) =>
    issueGrant(
      tx,
      { clientId: 'tasman-web', userId: user.id, customerId: user.customer_id, scopes },
      service.clock.now(),
    ),
  )
  return async (method, path, body) => {
    const response = await app.inject({
      method,
      url: path,
      headers: { authorization: `Bearer ${accessToken}` },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    if (response.statusCode >= 300)
      throw new Error(
        `demo data: ${method} ${path} answered ${response.statusCode}: ${response.payload.slice(0, 500)}`,
      )
    return response.json()
  }
}
