import { scryptSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword, type PasswordHashes } from '../../../src/security/passwords.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { holdHashing } from '../../support/held-hashing.ts'
import { hashAtFullCost } from '../../support/quick-passwords.ts'
import { openSocket } from '../../support/raw-http.ts'
import { createVisitor, hiddenFields } from '../../support/visitor.ts'

const MB = 1024 * 1024
/** Of `demo-password`, with N = 2^11. */
const OLD_HASH = makeOldHash()
const RIGHT = { email: 'owner@demo.example', password: 'demo-password' }
let tasman: TestApp
beforeAll(async () => {
  hashAtFullCost()
  tasman = await startTestApp({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => tasman.close())

function makeOldHash(): string {
  const salt = Buffer.from('of the test only')
  const key = scryptSync('demo-password', salt, 32, { N: 2 ** 11, r: 8, p: 1 })
  return `scrypt$2048$8$1$${salt.toString('base64')}$${key.toString('base64')}`
}

async function readHashes(): Promise<PasswordHashes> {
  const { rows } = await tasman.service.database.pool.query<PasswordHashes>(
    'select password_hash, password_argon2 from users where email = $1',
    [RIGHT.email],
  )
  if (!rows[0]) throw new Error('The owner is missing.')
  return rows[0]
}

const shapeOf = ({ password_hash, password_argon2 }: PasswordHashes) =>
  [password_hash, password_argon2].map((hash) => hash?.split('$').slice(0, 4))

/** A stranger with a separate IP address, ready to send a wrong password. */
async function aStranger(address: string, email: string) {
  const visitor = createVisitor(tasman)
  const from = { 'x-forwarded-for': address }
  const page = await visitor.get('/sign-in', from)
  return () => visitor.post('/sign-in', { email, password: 'wrong-password' }, page, from)
}

const strangers = (count: number, network: string) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      aStranger(`${network}.${index + 1}`, `nobody${index}@${network}.example`),
    ),
  )

describe('sign-ins at once', () => {
  it('many wrong ones from as many addresses take no more than 300 MB, and real ones go first', async () => {
    const known = createVisitor(tasman)
    expect((await known.signIn(RIGHT.email)).status).toBe(303)
    const [knownPage, newBrowser] = [await known.get('/sign-in'), createVisitor(tasman)]
    const newPage = await newBrowser.get('/sign-in')
    const tries = await strangers(14, '203.0.113')
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 10)
    const hashing = holdHashing()
    const wrong = tries.map((tryOnce) => tryOnce())
    await hashing.asked(14)
    const real = [newBrowser.post('/sign-in', RIGHT, newPage), known.post('/sign-in', RIGHT, knownPage)]
    await hashing.asked(16)
    expect(hashing.started).toEqual(['wrong-password', 'wrong-password'])
    hashing.release()
    expect((await Promise.all(real)).map(({ status }) => status)).toEqual([303, 303])
    expect(new Set((await Promise.all(wrong)).map(({ status }) => status))).toEqual(new Set([401]))
    expect(hashing.started.slice(2, 4)).toEqual(['demo-password', 'demo-password'])
    clearInterval(watch)
    expect((most - before) / MB).toBeLessThan(300)
  }, 180_000)

  it('a new browser goes before addresses and accounts that have failed, though they came later', async () => {
    const tries = [
      ...(await strangers(4, '198.51.100')),
      await aStranger('192.0.2.1', 'guessed@a.example'),
      await aStranger('192.0.2.2', 'guessed@a.example'),
    ]
    for (const key of [
      ...[1, 2, 3, 4].map((index) => `address:198.51.100.${index}`),
      'account:guessed@a.example',
    ])
      await tasman.administer(
        `insert into sign_in_tries (key, tries, last_at) values ('sign-in:${key}', 3, '${tasman.service.clock.now().toISOString()}')`,
      )
    const newBrowser = createVisitor(tasman)
    const from = { 'x-forwarded-for': '192.0.2.99' }
    const page = await newBrowser.get('/sign-in', from)
    const hashing = holdHashing()
    const first = tries.slice(0, 2).map((tryOnce) => tryOnce())
    await hashing.asked(2)
    const real = newBrowser.post('/sign-in', RIGHT, page, from)
    await hashing.asked(3)
    const later = tries.slice(2).map((tryOnce) => tryOnce())
    await hashing.asked(7)
    hashing.release()
    expect((await real).status).toBe(303)
    expect((await Promise.all([...first, ...later])).map(({ status }) => status)).toEqual(Array(6).fill(401))
    expect(hashing.started.indexOf('demo-password')).toBe(2)
  }, 180_000)

  it('refuses with a sentence and Retry-After what one address sends beyond its share of the queue', async () => {
    const tries = await Promise.all(
      Array.from({ length: 43 }, (_, index) => aStranger('203.0.113.99', `n${index}@a.example`)),
    )
    const hashing = holdHashing()
    const answers = tries.map((tryOnce) => tryOnce())
    await hashing.asked(43)
    hashing.release()
    const pages = await Promise.all(answers)
    const refused = pages.filter(({ status }) => status === 429)
    expect(pages.filter(({ status }) => status === 401)).toHaveLength(42)
    expect(refused).toHaveLength(1)
    for (const { headers, text } of refused) {
      expect(headers['retry-after']).toBe('5')
      expect(text).toContain('Too many sign-ins from your network at once. Try again in 5 seconds.')
    }
  }, 180_000)

  it('does no work for callers who have gone', async () => {
    await tasman.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = tasman.app.server.address() as AddressInfo
    const page = await createVisitor(tasman).get('/sign-in')
    const cookie = String(page.headers['set-cookie']).split(';')[0]
    const form = { ...hiddenFields(page), email: 'a@b.example', password: 'x' }
    const body = new URLSearchParams(form).toString()
    const sockets = await Promise.all(Array.from({ length: 16 }, () => openSocket(port)))
    const hashing = holdHashing()
    for (const [index, socket] of sockets.entries()) {
      const own = body.replace('a%40b', `a${index}%40b`)
      socket.write(
        [
          'POST /sign-in HTTP/1.1',
          'Host: a',
          `X-Forwarded-For: 100.64.0.${index}`,
          `Cookie: ${cookie}`,
          'Content-Type: application/x-www-form-urlencoded',
          `Content-Length: ${own.length}`,
          '',
          own,
        ].join('\r\n'),
      )
    }
    await hashing.asked(16)
    for (const socket of sockets) socket.destroy()
    await expect.poll(openConnections, { timeout: 20_000 }).toBe(0)
    hashing.release()
    await createVisitor(tasman).signIn(RIGHT.email)
    expect(hashing.started).toEqual(['x', 'x', 'demo-password'])
  }, 180_000)

  it('renews a hash of another cost, so that a wrong password takes as long as an unknown address', async () => {
    const before = await readHashes()
    await tasman.administer('update users set password_hash = $1 where email = $2', [OLD_HASH, RIGHT.email])
    expect((await createVisitor(tasman).signIn(RIGHT.email)).status).toBe(303)
    const renewed = await readHashes()
    expect(shapeOf(renewed)).toEqual(shapeOf(before))
    expect(renewed.password_argon2).not.toBe(before.password_argon2)
    expect((await createVisitor(tasman).signIn(RIGHT.email)).status).toBe(303)
    expect(await readHashes()).toEqual(renewed)
  })

  it('checks the Argon2id hash only, and refuses it once the release before has set another password', async () => {
    const hashing = holdHashing()
    hashing.release()
    expect((await createVisitor(tasman).signIn(RIGHT.email)).status).toBe(303)
    expect(hashing.started).toEqual(['demo-password'])
    const before = await readHashes()
    const other = await hashPassword('another-password')
    await tasman.administer('update users set password_hash = $1 where email = $2', [
      other.password_hash,
      RIGHT.email,
    ])
    expect((await createVisitor(tasman).signIn(RIGHT.email)).status).toBe(401)
    await tasman.administer('update users set password_hash = $1 where email = $2', [
      before.password_hash,
      RIGHT.email,
    ])
    expect((await createVisitor(tasman).signIn(RIGHT.email)).status).toBe(303)
  })
})

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    tasman.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
