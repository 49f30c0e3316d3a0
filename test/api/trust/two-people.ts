import { callersOf } from '../../../src/features/access/oauth/index.ts'
import { issueGrant } from '../../../src/features/access/oauth/issue-token.ts'
import type { TestApp, TestClient } from '../../support/app.ts'

/** Another person of the demo owner's account, signed in to the web app, or through an application. */
export async function personOfAccount(
  tasman: TestApp,
  email: string,
  role: 'owner' | 'admin' | 'member' | 'reader',
): Promise<TestClient> {
  const { query } = tasman.service.database
  const known = await query
    .selectFrom('users')
    .selectAll()
    .where('email', '=', 'owner@demo.example')
    .executeTakeFirstOrThrow()
  const { id: _id, totp_secret: _secret, ...fields } = known
  const { id } = await query
    .insertInto('users')
    .values({ ...fields, email, name: email.split('@')[0] ?? '', role } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return tasman.clientWith(await tokenFor(tasman, { id, customer_id: known.customer_id }, 'tasman-web'))
}

export async function tokenFor(
  tasman: TestApp,
  user: { id: number; customer_id: number },
  clientId: string,
): Promise<string> {
  const scopes = ['openid', 'payroll.read', 'payroll.write']
  const grant = { clientId, userId: user.id, customerId: user.customer_id, scopes }
  const { accessToken } = await tasman.service.database.transaction((tx) =>
    issueGrant(tx, grant, tasman.service.clock.now()),
  )
  return accessToken
}

/** A new company starts with the rules of the others, so each test starts without any. */
export async function forgetRules(tasman: TestApp): Promise<void> {
  const { query } = tasman.service.database
  await query.deleteFrom('account_holds').execute()
  await query.deleteFrom('company_rules').execute()
  const { customer_id } = await query
    .selectFrom('users')
    .select('customer_id')
    .where('email', '=', 'owner@demo.example')
    .executeTakeFirstOrThrow()
  callersOf(tasman.service.database).forget('customer', customer_id)
}
