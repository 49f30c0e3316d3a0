import { connect } from '../../src/database/connect.ts'
import { DEMO_PEOPLE, type DemoPerson } from '../../src/demo/people.ts'
import { issueGrant } from '../../src/features/access/oauth/index.ts'

/** A token for one of the demo users, inserted directly into the database of a service that runs elsewhere. */
export async function issueTokenAt(databaseUrl: string, person: DemoPerson): Promise<string> {
  const database = connect({ url: databaseUrl, poolSize: 1, statementTimeoutMs: 60_000 })
  try {
    const user = await database.query
      .selectFrom('users')
      .select(['id', 'customer_id'])
      .where('email', '=', DEMO_PEOPLE.find((entry) => entry.key === person)?.email as string)
      .executeTakeFirstOrThrow()
    const grant = {
      clientId: 'demo-client',
      userId: user.id,
      customerId: user.customer_id,
      scopes: ['openid', 'payroll.read', 'payroll.write'],
    }
    const { accessToken } = await database.transaction((tx) => issueGrant(tx, grant, new Date()))
    return accessToken
  } finally {
    await database.close()
  }
}
