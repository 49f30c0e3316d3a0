import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { connect, type Database } from '../../src/database/connect.ts'
import { keptUrl } from '../../src/database/embedded/place.ts'
import { BULK_STEPS, type BulkStep } from '../../src/database/tables/bulk-jobs.ts'
import type { AnyJson } from '../support/app.ts'
import { aCrew, CREW_COMPANY } from '../support/desk.ts'
import { temporaryFolder } from '../support/embedded.ts'
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts'
import { isThorough } from '../support/thorough.ts'
import { issueTokenAt } from '../support/token-at.ts'

/* A bulk job whose service is killed while a run is in each of the steps: nothing is lost, and nothing is done twice. */

const COMPANIES = 4
const KILLED_IN: readonly BulkStep[] = isThorough ? BULK_STEPS : ['process', 'pay']
const START = Date.parse('2026-11-16T00:00:00Z')

it(`a bulk job that is killed in ${KILLED_IN.join(', ')} brings every run to its end, once`, async () => {
  const dataDir = await temporaryFolder(onTestFinished)
  // The claim has expired when the next process starts.
  const startAt = (hour: number) =>
    startServiceProcess({
      DATA_DIR: dataDir,
      CLOCK: new Date(START + hour * 3_600_000).toISOString().slice(0, 19),
    })
  const folder = join(dataDir, 'postgres')
  let service = await startAt(0)
  const token = await issueTokenAt(keptUrl(folder), 'owner')
  const call = (method: string, path: string, body?: object) => send(service, token, method, path, body)
  const companies = await makeCompanies(call)
  const job = await call('POST', '/api/bulk-jobs', {
    steps: BULK_STEPS,
    runs: companies.map((company_id) => ({ company_id })),
  })
  for (const [index, step] of KILLED_IN.entries()) {
    await withDatabase(folder, (database) => untilIn(database, job.id, step))
    await service.kill('SIGKILL')
    service = await startAt(index + 1)
  }
  const read = () => call('GET', `/api/bulk-jobs/${job.id}?limit=500`)
  await expect.poll(async () => (await read()).is_done, { timeout: 240_000, interval: 500 }).toBe(true)
  const { runs } = await read()
  expect(runs.map((run: AnyJson) => [run.state, run.outcomes.map((each: AnyJson) => each.step)])).toEqual(
    companies.map(() => ['done', BULK_STEPS]),
  )
  for (const id of companies) {
    const lists = ['pay-runs', 'pays', 'payments/files'].map((name) => `/api/company/${id}/${name}`)
    const [drafted, pays, files, lodged] = await Promise.all(
      [...lists, `/api/single-touch/${id}/submissions`].map((path) => call('GET', path)),
    )
    expect([id, drafted.length, pays.length, files.length, lodged.length]).toEqual([id, 1, 1, 1, 1])
  }
  expect(await withDatabase(folder, readMailed)).toEqual(companies.map(() => 1))
  await service.kill('SIGTERM')
}, 400_000)

type Call = (method: string, path: string, body?: object) => Promise<AnyJson>

async function makeCompanies(call: Call): Promise<number[]> {
  const crew = aCrew(COMPANIES)
  const ids: number[] = []
  for (const [index, person] of crew.entries()) {
    const body = { ...CREW_COMPANY, legal_name: `Client ${index} Pty Ltd` }
    const { id } = await call('PUT', '/api/company/create', body)
    await call('PUT', `/api/company/${id}/employees/create`, [person])
    ids.push(id)
  }
  return ids
}

/** Waits until a run of the job is in this step: all earlier steps are stored, and this one is not. */
async function untilIn(database: Database, jobId: number, step: BulkStep): Promise<void> {
  for (;;) {
    const runs = await database.query
      .selectFrom('bulk_runs')
      .select(['state', 'outcomes'])
      .where('job_id', '=', jobId)
      .execute()
    const next = ({ outcomes }: { outcomes: unknown[] }) => BULK_STEPS[outcomes.length]
    if (runs.some((run) => run.state === 'under-way' && next(run) === step)) return
    if (runs.every((run) => run.state === 'done')) throw new Error(`No run was seen in the step ${step}.`)
    await sleep(5)
  }
}

/** The payslips that were e-mailed, by company. */
async function readMailed(database: Database): Promise<number[]> {
  const { rows } = await database.pool.query<{ mailed: number }>(
    `select count(*)::int as mailed from payslip_mails group by company_id order by company_id`,
  )
  return rows.map(({ mailed }) => mailed)
}

async function send(
  service: ServiceProcess,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<AnyJson> {
  const answer = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

async function withDatabase<T>(folder: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = connect({ url: keptUrl(folder), poolSize: 1, statementTimeoutMs: 60_000 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
