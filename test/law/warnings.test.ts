import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { warnOfEndingTables } from '../../src/features/platform/law/index.ts'
import { addDays, civilDate } from '../../src/kernel/values/dates.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany } from '../support/make.ts'

/* A table that ends is noticed before it does: in /api/meta/law, in the metrics and by mail to owners. */

let tasman: TestApp
let owner: TestClient

beforeAll(async () => {
  tasman = await startTestApp({ now: '2027-04-01T02:00:00' })
  owner = await tasman.clientFor('owner')
  await aCompany(owner)
})
afterAll(() => tasman.close())

const mails = async (): Promise<unknown[]> => {
  const { rows } = await tasman.service.database.pool.query(
    "select id from outbox where subject like 'Rate tables%'",
  )
  return rows
}
const setDay = (day: string) => tasman.clock.set(new Date(`${day}T02:00:00Z`))

describe('a July without new tables', () => {
  it('mails the owners at 60, 30 and 7 days and once after the end, never twice', async () => {
    const counts: Record<string, number> = {}
    for (let day = civilDate('2027-04-20'); day <= '2027-07-10'; day = addDays(day, 1)) {
      setDay(day)
      const before = (await mails()).length
      await warnOfEndingTables(tasman.service)
      const after = await mails()
      if (after.length > before) counts[day] = after.length - before
    }
    // Schedule 1 ends on 30 June 2027: 60, 30 and 7 days before, then the day after. What is checked on 1 July follows a day later.
    expect(Object.keys(counts)).toEqual(
      expect.arrayContaining(['2027-05-01', '2027-05-31', '2027-06-23', '2027-07-01']),
    )
    const last = (await mails()).length
    await warnOfEndingTables(tasman.service)
    expect(await mails()).toHaveLength(last)
  }, 120_000)

  it('shows every day in the answer and in the metrics', async () => {
    setDay('2027-07-05')
    const { body } = await tasman.clientWith().get('/api/meta/law')
    const table = body.tables.find((row: AnyJson) => row.table === 'au/payg-schedule-1')
    expect(table).toMatchObject({ to: '2027-06-30', days_left: -5, is_stale: true, status: 'published' })
    expect((await tasman.clientWith().get('/api/health')).body.rates.status).toBe('stale')
  })
})
