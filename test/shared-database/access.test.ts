import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeGrant } from '../../src/features/access/oauth/index.ts'
import { hashToken } from '../../src/security/tokens.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { authorize, createVisitor, exchangeCode, refresh } from '../support/visitor.ts'

let one: TestApp
let two: TestApp

beforeAll(async () => {
  one = await startTestApp()
  two = await startTestApp({ databaseUrl: one.databaseUrl })
  // Starting a second service keeps the first one busy, and it sheds load until it has caught up.
  for (const tasman of [one, two]) while ((await statusAt(tasman, 'unknown')) === 503) await sleep(50)
})
afterAll(async () => {
  await two.close()
  await one.close()
})

const statusAt = async (tasman: TestApp, token: string) =>
  (await tasman.clientWith(token).get('/api/company')).status

async function grantIdOf(token: string): Promise<number> {
  const row = await one.service.database.query
    .selectFrom('oauth_tokens')
    .select('grant_id')
    .where('access_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  return row.grant_id
}

describe('two processes remember callers', () => {
  it('a revoked connection is refused at once where it was revoked, and within a second elsewhere', async () => {
    const { token } = await one.clientFor('owner')
    expect([await statusAt(one, token), await statusAt(two, token)]).toEqual([200, 200])
    await revokeGrant(one.service, await grantIdOf(token))
    expect(await statusAt(one, token)).toBe(401)
    await expect.poll(() => statusAt(two, token), { timeout: 1000, interval: 20 }).toBe(401)
  })

  it('a change made by plain SQL reaches both', async () => {
    const client = await one.clientFor('owner')
    expect([await statusAt(one, client.token), await statusAt(two, client.token)]).toEqual([200, 200])
    await one.service.database.pool.query('update customers set is_api_admin = false where is_api_admin')
    for (const tasman of [one, two])
      await expect
        .poll(async () => (await tasman.clientWith(client.token).get('/api/api-admin/clients')).status, {
          timeout: 1000,
          interval: 20,
        })
        .toBe(403)
    await one.service.database.pool.query(
      `update customers set is_api_admin = true where name = 'Southern Cross Group'`,
    )
  })

  it('an answer that was read before a revocation is not remembered after it', async () => {
    const { token } = await one.clientFor('owner')
    const grantId = await grantIdOf(token)
    const racing = Array.from({ length: 10 }, () => statusAt(one, token))
    await revokeGrant(one.service, grantId)
    await Promise.all(racing)
    expect(await statusAt(one, token)).toBe(401)
  })

  it('without notices a revocation is still seen within about a second, and notices come back', async () => {
    const { token } = await one.clientFor('owner')
    // The role of the service may not end connections.
    await one.service.database.pool.query(
      `begin; set local role none;
       select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'tasman-access' and datname = current_database(); commit`,
    )
    expect(await statusAt(two, token)).toBe(200)
    await revokeGrant(one.service, await grantIdOf(token))
    await expect.poll(() => statusAt(two, token), { timeout: 1500, interval: 50 }).toBe(401)
    const listeners = async () =>
      (
        await one.service.database.pool.query(
          `select 1 from pg_stat_activity where application_name = 'tasman-access' and datname = current_database()`,
        )
      ).rowCount
    await expect.poll(listeners, { timeout: 5000, interval: 100 }).toBe(2)
  })
})

describe('two processes refresh the same token', () => {
  it('at most one of 20 refreshes succeeds, and then the grant is over in both', async () => {
    const code = (await authorize(createVisitor(one), {})).get('code') as string
    const { body: first } = await exchangeCode(one, code)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => refresh(index % 2 ? one : two, first.refresh_token)),
    )
    const won = answers.filter((answer) => answer.status === 200)
    expect(won.length).toBeLessThanOrEqual(1)
    for (const { body } of won)
      for (const tasman of [one, two])
        await expect
          .poll(() => statusAt(tasman, body.access_token), { timeout: 1000, interval: 20 })
          .toBe(401)
  })
})
