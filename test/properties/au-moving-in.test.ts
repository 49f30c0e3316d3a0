import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { unzip } from '../support/unzip.ts'
import { differencesOf } from './au-moving-lives.ts'

/*
 * Two Australian employers with the same staff and the same pays. One was always here, and the other moved in with the
 * figures that the first exported on that day. Every later pay, and every termination, is the same. MOVING_PEOPLE and
 * MOVING_SEED run other lives.
 */

const people = Number(process.env.MOVING_PEOPLE ?? 16)
const seed = Number(process.env.MOVING_SEED ?? 20_261_118)

let tasman: TestApp
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-17T02:00:00' })
})
afterAll(() => tasman.close())

it('gives every later pay as if the employer had always been here', { timeout: 300_000 }, async () => {
  const owner = await tasman.clientFor('owner')
  const exported = async (companyId: number) => {
    const { rawPayload } = await tasman.app.inject({
      method: 'GET',
      url: `/api/company/${companyId}/export`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
    return JSON.parse(String(unzip(rawPayload).get('opening-balances.json')))
  }
  expect(await differencesOf(owner, exported, { people, seed })).toEqual([])
})
