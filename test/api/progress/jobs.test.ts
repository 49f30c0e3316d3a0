import { afterAll, beforeAll, expect, it } from 'vitest'
import { openProgress } from '../../../src/features/platform/progress/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, employeeBody } from '../../support/make.ts'
import { execute } from '../../support/postgres.ts'

/*
 * Long jobs report their progress. A trigger stores the reports here, so the test need not catch them while
 * the job runs.
 */

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  await tasman.administer(
    `create table public.told (job text, pay_run_id int, done int, total int);
     create function keep_told() returns trigger language plpgsql security definer set search_path = pg_catalog as
       $$ begin insert into public.told values (new.job, new.pay_run_id, new.done, new.total); return new; end $$;
     create trigger keep_told before insert or update on company_jobs for each row execute function keep_told()`,
  )
}, 120_000)
afterAll(() => tasman.close())

const PEOPLE = 45
const url = (rest: string) => `/api/company/${company.id}${rest}`
const jobs = async () => (await owner.get(url('/jobs'))).body

it('an import, a draft, processing and payslips tell how far they are, and nothing is left when they are done', async () => {
  const row = employeeBody({ number: '' })
  const names = Object.keys(row)
  const lines = Array.from({ length: PEOPLE }, (_, index) =>
    names.map((name) => (name === 'number' ? `J${index}` : String(row[name]))).join(','),
  )
  const imported = await tasman.app.inject({
    method: 'POST',
    url: url('/imports/employees'),
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'text/csv' },
    payload: [names.join(','), ...lines].join('\n'),
  })
  expect(imported.statusCode).toBe(200)
  const { body: run } = await owner.post(url('/pay-runs'), { pay_period: 'WEEKLY', pay_date: '2026-07-26' })
  expect(run.pays).toHaveLength(PEOPLE)
  expect((await owner.post(url(`/pay-runs/${run.pay_run_id}/process`))).status).toBe(200)
  expect((await owner.get(url(`/pay-runs/${run.pay_run_id}/payslips?format=zip`))).status).toBe(200)
  const told = await execute(
    tasman.databaseUrl,
    `select job, pay_run_id, total, bool_and(done <= total) as is_sound from told group by 1, 2, 3 order by 1`,
  )
  expect(told).toEqual([
    { job: 'draft', pay_run_id: 0, total: PEOPLE, is_sound: true },
    { job: 'import', pay_run_id: 0, total: 2 * PEOPLE, is_sound: true },
    { job: 'payslips', pay_run_id: run.pay_run_id, total: PEOPLE, is_sound: true },
    { job: 'process', pay_run_id: run.pay_run_id, total: PEOPLE, is_sound: true },
  ])
  await expect.poll(jobs, { timeout: 30_000 }).toEqual([])
}, 120_000)

it('a job that is under way is listed with its run, and on the stages of the run', async () => {
  const [run] = (await owner.get(url('/pay-runs'))).body
  const row = await tasman.service.database.query
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', company.id)
    .executeTakeFirstOrThrow()
  const progress = openProgress(tasman.service, row, 'process', run.pay_run_id)
  progress.tell(20, 60)
  const listed = { job: 'process', pay_run_id: run.pay_run_id, done: 20, total: 60 }
  await expect.poll(jobs, { timeout: 30_000 }).toEqual([expect.objectContaining(listed)])
  const { body: stages } = await owner.get(url(`/pay-runs/${run.pay_run_id}/stages`))
  expect(stages.job).toEqual({ job: 'process', done: 20, total: 60 })
  await progress.close()
  expect(await jobs()).toEqual([])
})
