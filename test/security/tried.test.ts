import { connect, type Socket } from 'node:net'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveService, startLive } from '../support/live.ts'

/* Attacks over the wire that need many connections or many guesses. SECURITY.md has their figures. */

let live: LiveService
beforeAll(async () => {
  live = await startLive()
}, 60_000)
afterAll(() => live.close())

const IDLE = 1000

it('answers while a thousand connections are open and send nothing', async () => {
  const { port } = new URL(live.base)
  const sockets: Socket[] = []
  try {
    for (let count = 0; count < IDLE; count += 1) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => undefined)
      sockets.push(socket)
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve)
        socket.once('error', reject)
      })
    }
    const statuses = new Set<number>()
    for (let call = 0; call < 50; call += 1) statuses.add((await fetch(`${live.base}/api/health`)).status)
    expect([...statuses]).toEqual([200])
    expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(IDLE)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}, 60_000)

it('judges at most five guessed codes of a person before it makes them wait', async () => {
  const { service } = live
  const { query } = service.database
  const secret = new Secret({ size: 20 })
  const { id } = await query
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'owner@demo.example')
    .executeTakeFirstOrThrow()
  await query
    .updateTable('users')
    .set({ totp_secret: service.cipher.seal('users.totp_secret', id, secret.base32) })
    .where('id', '=', id)
    .execute()
  const cookies = new Map<string, string>()
  const send = async (path: string, fields?: Record<string, string>) => {
    const answer = await fetch(live.base + path, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return { status: answer.status, text: await answer.text() }
  }
  const tokenOf = (text: string) => /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const first = await send('/sign-in')
  const form = { form_token: tokenOf(first.text), next: '/app' }
  const entered = await send('/sign-in', { ...form, email: 'owner@demo.example', password: 'demo-password' })
  expect(entered.status).toBe(303)
  const page = await send('/sign-in/code?next=/app')
  const right = new TOTP({ secret }).generate()
  const guess = (code: number) =>
    send('/sign-in/code', {
      form_token: tokenOf(page.text),
      next: '/app',
      code: String(code).padStart(6, '0'),
    })
  const codes = Array.from({ length: 200 }, (_, code) => code).filter((code) => code !== Number(right))
  const answers = await Promise.all(codes.map(guess))
  const judged = answers.filter(({ status }) => status === 401 || status === 422)
  expect(judged.length).toBeLessThanOrEqual(5)
  expect(answers.filter(({ status }) => status === 303)).toEqual([])
  expect(answers.filter(({ status }) => status === 429).length).toBe(codes.length - judged.length)
}, 60_000)
