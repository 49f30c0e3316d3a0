import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { warnOfEndingTables } from '../../src/features/platform/law/index.ts'
import { JOBS, type Job, startJobs } from '../../src/jobs.ts'
import { addDays, civilDate } from '../../src/kernel/values/dates.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { startLive } from '../support/live.ts'
import { aCompany } from '../support/make.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import { bundleTexts, install, SCHEDULE_1, signed } from './story.ts'

/* Warnings appear before a table ends: in /api/meta/law, in the metrics and by mail to owners. */

let tasman: TestApp
let owner: TestClient

const TOKEN = 'd41d8cd98f00b204e9800998ecf8427e'

beforeAll(async () => {
  tasman = await startTestApp({
    now: '2027-04-01T02:00:00',
    env: { METRICS: 'on', METRICS_TOKEN: TOKEN },
  })
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
    const metrics = await tasman.app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    expect(metrics.payload).toContain('tasman_law_days_left{table="au/payg-schedule-1",country="AU"} -5')
    // No company pays anyone in New Zealand, so no alert is raised for its tables.
    expect(metrics.payload).toContain('tasman_country_in_use{country="AU"} 1')
    expect(metrics.payload).toContain('tasman_country_in_use{country="NZ"} 0')
  })
})

/** The service's own jobs with these names. */
const jobsOf = (names: readonly string[]): Job[] => JOBS.filter(({ name }) => names.includes(name))

describe('a service that runs', () => {
  it('mails the owners through the mail server soon after a bundle is installed', async () => {
    const { url, received } = await startSmtpServer()
    const jobs = jobsOf(['law bundles', 'rate tables that end', 'mail'])
    const live = await startLive({ SMTP_URL: url }, { jobs })
    onTestFinished(() => live.close())
    await aCompany(await live.clientFor('owner'))
    const due = addDays(live.service.clock.today(), 5)
    const texts = bundleTexts('2099.1.1', SCHEDULE_1, ['check_by: 2027-07-01', `check_by: ${due}`])
    await install(live, signed(texts))
    await expect
      .poll(() => received.join('').replaceAll('=\r\n', ''), { timeout: 30_000, interval: 200 })
      .toContain(`au/payg-schedule-1 must be checked or replaced by ${due} (5 days).`)
    const { rows } = await live.service.database.pool.query('select notice from law_notices')
    expect(rows.map(({ notice }) => notice)).toContain(`au/payg-schedule-1 ${due} 7`)
  }, 60_000)

  it('does its daily work within a minute of its start, whatever the time between two runs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const run = vi.fn(async () => {})
    const jobs = startJobs(tasman.service, [{ name: 'daily', everyMs: 86_400_000, isOfDirectory: true, run }])
    await vi.advanceTimersByTimeAsync(59_000)
    expect(run).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1000)
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce())
    await jobs.stop()
  })
})
