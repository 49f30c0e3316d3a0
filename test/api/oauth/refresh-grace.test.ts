import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetSuccessors } from '../../../src/features/access/oauth/index.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { authorize, createVisitor, exchangeCode, refresh } from '../../support/visitor.ts'

/* REFRESH_GRACE_SECONDS: a client that sends the same refresh token again in time gets the same new pair. */

let tasman: TestApp
let strict: TestApp
beforeAll(async () => {
  tasman = await startTestApp({ env: { REFRESH_GRACE_SECONDS: '10' } })
  strict = await startTestApp()
})
afterAll(() => Promise.all([tasman.close(), strict.close()]))

/** The first refresh token of a new connection. */
async function firstToken(app: TestApp): Promise<string> {
  const code = (await authorize(createVisitor(app), {})).get('code') ?? ''
  return (await exchangeCode(app, code)).body.refresh_token
}
const works = async (app: TestApp, token: string) =>
  (await app.clientWith(token).get('/api/oauth/userinfo')).status === 200
const stored = async () => {
  const rows = await tasman.service.database.query
    .selectFrom('oauth_tokens')
    .select(['successor', 'successor_until'])
    .where('successor', 'is not', null)
    .execute()
  return rows
}

it('is off by default: the second use ends the grant', async () => {
  const token = await firstToken(strict)
  const first = await refresh(strict, token)
  const second = await refresh(strict, token)
  expect([first.status, second.status, second.body.error]).toEqual([200, 400, 'invalid_grant'])
  expect(await works(strict, first.body.access_token)).toBe(false)
})

it('answers the same pair within the time, also to requests that race, and stores it encrypted', async () => {
  const token = await firstToken(tasman)
  const answers = await Promise.all([refresh(tasman, token), refresh(tasman, token), refresh(tasman, token)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const [first, ...others] = answers.map(({ body }) => body)
  for (const other of others) expect(other).toEqual(first)
  expect(await works(tasman, first.access_token)).toBe(true)
  const copy = JSON.stringify(await stored())
  expect(copy).not.toContain(first.access_token)
  expect(copy).not.toContain(first.refresh_token)
  tasman.clock.advance(9000)
  expect((await refresh(tasman, token)).body).toEqual(first)
  // Only one pair exists, and the new refresh token works as usual.
  const next = await refresh(tasman, first.refresh_token)
  expect([next.status, next.body.access_token !== first.access_token]).toEqual([200, true])
})

it('ends the grant after the time, and the pair is deleted by then', async () => {
  const token = await firstToken(tasman)
  const { body } = await refresh(tasman, token)
  expect((await stored()).length).toBeGreaterThan(0)
  tasman.clock.advance(10_001)
  await forgetSuccessors(tasman.service)
  expect(await stored()).toEqual([])
  expect((await refresh(tasman, token)).status).toBe(400)
  expect(await works(tasman, body.access_token)).toBe(false)
})

it('ends the grant when the new pair has been used by then: that client has gone on', async () => {
  const token = await firstToken(tasman)
  const { body } = await refresh(tasman, token)
  const next = await refresh(tasman, body.refresh_token)
  expect(next.status).toBe(200)
  expect((await refresh(tasman, token)).status).toBe(400)
  expect(await works(tasman, next.body.access_token)).toBe(false)
})

it('is for the same client alone: another one gets nothing, whatever it knows', async () => {
  const token = await firstToken(tasman)
  const { body } = await refresh(tasman, token)
  const other = { client_id: 'demo-partner', client_secret: 'demo-partner-secret' }
  expect((await refresh(tasman, token, other)).status).toBe(400)
  expect((await refresh(tasman, token, { client_secret: 'wrong' })).status).toBe(401)
  expect((await refresh(tasman, token)).body.access_token).toBe(body.access_token)
})

it('is at most ten seconds', async () => {
  await expect(startTestApp({ env: { REFRESH_GRACE_SECONDS: '11' } })).rejects.toThrow(
    'REFRESH_GRACE_SECONDS',
  )
})
