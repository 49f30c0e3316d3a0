import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp } from '../../support/app.ts'
import { NEW_DEVICE } from '../../support/mail.ts'
import { callApp, createVisitor, type Visitor } from '../../support/visitor.ts'

/* Sessions by device, and the mail about a sign-in from a new one. */

let tasman: TestApp
const EMAIL = 'owner@demo.example'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1'

beforeAll(async () => {
  tasman = await startTestApp()
})
afterAll(() => tasman.close())

/** Signs in through the page, with a user agent that names the browser. */
async function signIn(visitor: Visitor, agent: string) {
  const page = await visitor.get('/sign-in?next=%2Fapp', { 'user-agent': agent })
  const answer = await visitor.post('/sign-in', { email: EMAIL, password: 'demo-password' }, page, {
    'user-agent': agent,
  })
  expect(answer.status).toBe(303)
}
const mails = async () => {
  const rows = await tasman.service.database.query
    .selectFrom('outbox')
    .select(['id', 'text'])
    .where('subject', '=', NEW_DEVICE)
    .orderBy('id')
    .execute()
  return rows.map(({ id, text }) => tasman.service.cipher.open('outbox.text', id, text))
}

it('says nothing of the first device, and mails about each further one once', async () => {
  const [desk, phone] = [createVisitor(tasman), createVisitor(tasman, '203.0.113.7')]
  await signIn(desk, CHROME)
  expect(await mails()).toEqual([])
  await signIn(desk, CHROME)
  expect(await mails()).toEqual([])
  await signIn(phone, SAFARI)
  expect(await mails()).toHaveLength(1)
  const [text = ''] = await mails()
  expect(text).toContain('Safari on iPhone or iPad')
  // With a space, so that no mail program turns it into a link.
  expect(text).toContain('203.0.113. 7')
  expect(text).toContain('/app/account')
  await signIn(phone, SAFARI)
  await signIn(desk, CHROME)
  expect(await mails()).toHaveLength(1)
  // A wrong password is not a sign-in.
  const stranger = createVisitor(tasman, '198.51.100.4')
  await stranger.signIn(EMAIL, 'wrong')
  expect(await mails()).toHaveLength(1)
  const log = (await (await tasman.clientFor('owner')).get('/api/audit-log?limit=100')).body
  const targets = log.flatMap((row: AnyJson) =>
    row.action === 'sign-in' && row.outcome === 303 ? [row.target] : [],
  )
  expect(targets.filter((target: string | null) => target !== null)).toEqual([
    'new device: Safari on iPhone or iPad',
  ])
})

it('lists the sessions with device, address and times, and ends one or all others', async () => {
  const [desk, phone] = [createVisitor(tasman), createVisitor(tasman, '203.0.113.8')]
  await signIn(desk, CHROME)
  tasman.clock.advance(600_000)
  await signIn(phone, SAFARI)
  const own = (method: 'GET' | 'DELETE', path = '') =>
    callApp(tasman, desk, method, `/app/own/account${path}`)
  const { sessions } = (await own('GET')).body
  expect(sessions[0]).toMatchObject({ device: 'Chrome on Windows', is_current: true, ip: '127.0.0.1' })
  const other = sessions.find((row: AnyJson) => row.ip === '203.0.113.8')
  expect(other).toMatchObject({ device: 'Safari on iPhone or iPad', is_current: false, opened_by: null })
  expect(Date.parse(other.created_at) - Date.parse(sessions[0].created_at)).toBeGreaterThanOrEqual(600_000)
  expect((await own('DELETE', `/sessions/${other.id}`)).status).toBe(204)
  expect((await callApp(tasman, phone, 'GET', '/app/own/session')).status).toBe(401)
  expect((await own('DELETE', '/sessions/others')).status).toBe(204)
  expect((await own('GET')).body.sessions).toHaveLength(1)
})
