import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { openSocket } from '../../support/raw-http.ts'
import { createVisitor, hiddenFields } from '../../support/visitor.ts'

const MB = 1024 * 1024
let tasman: TestApp
beforeAll(async () => {
  tasman = await startTestApp({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => tasman.close())

/** A stranger at an address of its own who is ready to send a wrong password. */
async function aStranger(index: number, email = `nobody${index}@example.com`) {
  const visitor = createVisitor(tasman)
  const from = { 'x-forwarded-for': `203.0.113.${index}` }
  const page = await visitor.get('/sign-in', from)
  return () => visitor.post('/sign-in', { email, password: 'wrong-password' }, page, from)
}

const strangers = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => aStranger(index + 1)))

describe('sign-ins at once', () => {
  it('many wrong ones from as many addresses take no more than 300 MB, and real ones go first', async () => {
    const known = createVisitor(tasman)
    expect((await known.signIn('owner@demo.example')).status).toBe(303)
    const [knownPage, newBrowser] = [await known.get('/sign-in'), createVisitor(tasman)]
    const newPage = await newBrowser.get('/sign-in')
    const tries = await strangers(14)
    const before = process.memoryUsage().rss
    let [most, answered] = [before, 0]
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 10)
    const wrong = tries.map(async (tryOnce) => {
      const { status } = await tryOnce()
      answered += 1
      return status
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    const form = { email: 'owner@demo.example', password: 'demo-password' }
    const real = await Promise.all([
      newBrowser.post('/sign-in', form, newPage),
      known.post('/sign-in', form, knownPage),
    ])
    expect(real.map(({ status }) => status)).toEqual([303, 303])
    // In a queue that serves the oldest first, most would have had their answer by now.
    expect(answered).toBeLessThan(9)
    expect(new Set(await Promise.all(wrong))).toEqual(new Set([401]))
    clearInterval(watch)
    expect((most - before) / MB).toBeLessThan(300)
  }, 180_000)

  it('refuses with a sentence and Retry-After what one address sends beyond its share of the queue', async () => {
    const tries = await Promise.all(
      Array.from({ length: 13 }, (_, index) => aStranger(99, `n${index}@a.example`)),
    )
    const pages = await Promise.all(tries.map((tryOnce) => tryOnce()))
    const refused = pages.filter(({ status }) => status === 429)
    expect(pages.filter(({ status }) => status === 401)).toHaveLength(12)
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
    const body = new URLSearchParams({
      ...hiddenFields(page),
      email: 'a@b.example',
      password: 'x',
    }).toString()
    const sockets = await Promise.all(Array.from({ length: 16 }, () => openSocket(port)))
    const cpuBefore = process.cpuUsage()
    for (const [index, socket] of sockets.entries())
      socket.write(
        [
          'POST /sign-in HTTP/1.1',
          'Host: a',
          `X-Forwarded-For: 198.51.100.${index}`,
          `Cookie: ${cookie}`,
          'Content-Type: application/x-www-form-urlencoded',
          `Content-Length: ${body.length}`,
          '',
          body.replace('a%40b', `a${index}%40b`),
        ].join('\r\n'),
      )
    await new Promise((resolve) => setTimeout(resolve, 300))
    for (const socket of sockets) socket.destroy()
    await createVisitor(tasman).signIn('owner@demo.example')
    const { user, system } = process.cpuUsage(cpuBefore)
    const oneHash = await cpuOf(() => createVisitor(tasman).signIn('owner@demo.example'))
    expect((user + system) / 1e6).toBeLessThan(oneHash * 10)
  }, 180_000)
})

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
