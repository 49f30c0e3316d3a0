import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { hashAtFullCost } from '../support/quick-passwords.ts'
import { createVisitor } from '../support/visitor.ts'

/*
 * Checks that response times reveal nothing. It measures processor time, which other programs hardly affect, and
 * alternates between the kinds of call, so a slow minute affects all of them.
 */

let tasman: TestApp
beforeAll(async () => {
  hashAtFullCost()
  tasman = await startTestApp()
}, 60_000)
afterAll(() => tasman.close())

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The processor time of each kind of call in milliseconds: medians of alternating calls. */
async function medians<K extends string>(
  kinds: Record<K, () => Promise<unknown>>,
  times: number,
): Promise<Record<K, number>> {
  const spent = new Map<string, number[]>()
  for (let time = 0; time < times; time += 1)
    for (const [name, call] of Object.entries<() => Promise<unknown>>(kinds)) {
      const before = process.cpuUsage()
      await call()
      const { user, system } = process.cpuUsage(before)
      spent.set(name, [...(spent.get(name) ?? []), (user + system) / 1000])
    }
  return Object.fromEntries([...spent].map(([name, values]) => [name, median(values)])) as Record<K, number>
}

it('a sign-in takes as long for an address that no one has as for a wrong password', async () => {
  const { pool } = tasman.service.database
  const attempt = async (email: string) => {
    await pool.query('delete from sign_in_tries')
    const visitor = createVisitor(tasman)
    const page = await visitor.get('/sign-in')
    const answer = await visitor.post('/sign-in', { email, password: 'wrong-password' }, page)
    expect(answer.status).toBeLessThan(500)
  }
  const found = await medians(
    { wrong: () => attempt('owner@demo.example'), unknown: () => attempt('nobody@demo.example') },
    15,
  )
  console.log('sign-in, ms of processor time', found)
  // One hash each: without it, an unknown address would take a tenth of the time.
  expect(found.unknown / found.wrong).toBeGreaterThan(0.7)
  expect(found.unknown / found.wrong).toBeLessThan(1.4)
}, 120_000)

it('a token that shares its start with a right one is refused in the same time as any other', async () => {
  const owner = await tasman.clientFor('owner')
  const right = owner.token
  const at = (token: string) => async () => {
    const { statusCode } = await tasman.app.inject({
      url: '/api/company',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(statusCode).toBe(401)
  }
  const last = right.endsWith('A') ? 'B' : 'A'
  const found = await medians(
    { near: at(right.slice(0, -1) + last), far: at(last.repeat(right.length)) },
    300,
  )
  console.log('token check, ms of processor time', found)
  expect(found.near / found.far).toBeGreaterThan(0.7)
  expect(found.near / found.far).toBeLessThan(1.4)
}, 120_000)
