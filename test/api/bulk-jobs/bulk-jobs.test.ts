import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runBulkJobs } from '../../../src/features/workflows/bulk-jobs/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCrew, CREW_COMPANY } from '../../support/desk.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { personOfAccount } from '../trust/two-people.ts'

let tasman: TestApp
let owner: TestClient
let cafe: AnyJson
let ferry: AnyJson
let broken: AnyJson

/** Tax file numbers and employee numbers are unique in the account. */
let crews = 0

async function anAustralianCompany(name: string): Promise<AnyJson> {
  const company = await aCompany(owner, { ...CREW_COMPANY, legal_name: name })
  const { status } = await owner.put(`/api/company/${company.id}/employees/create`, [
    { ...aCrew(++crews).at(-1), number: `B${crews}` },
  ])
  expect(status).toBe(201)
  return company
}

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-02T00:00:00' })
  owner = await tasman.clientFor('owner')
  cafe = await anAustralianCompany('Cafe Pty Ltd')
  ferry = await aCompany(owner, { legal_name: 'Ferry Ltd', jurisdiction: 'NZ' })
  await anEmployee(owner, ferry.id, { country: 'NZ', first_name: 'Aroha' })
  broken = await aCompany(owner, { legal_name: 'No people Pty Ltd' })
}, 60_000)
afterAll(() => tasman.close())

const ALL = ['draft', 'check', 'process', 'lodge', 'pay', 'payslips']
const work = () => runBulkJobs(tasman.service, tasman.app)
const read = async (id: number, query = '', client = owner): Promise<AnyJson> =>
  (await client.get(`/api/bulk-jobs/${id}${query}`)).body
const start = async (body: object, client = owner): Promise<AnyJson> => {
  const answer = await client.post('/api/bulk-jobs', body)
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
  return answer.body
}
/** `draft done` and so on, of one company. */
const shown = (job: AnyJson, companyId: number): string[] =>
  job.runs
    .filter((run: AnyJson) => run.company_id === companyId)
    .flatMap((run: AnyJson) => run.outcomes.map((each: AnyJson) => `${each.step} ${each.state}`))
const count = async (path: string) => (await owner.get(path)).body.length

describe('a bulk job', () => {
  it('brings every company as far as it goes, and lists what needs a decision', async () => {
    const made = await start({
      steps: ALL,
      runs: [{ company_id: broken.id }, { company_id: ferry.id }, { company_id: cafe.id }],
    })
    expect(made).toMatchObject({ is_done: false, total: 3, steps: ALL })
    await work()
    const job = await read(made.id)
    const of = (id: number) => job.runs.find((run: AnyJson) => run.company_id === id)
    expect(JSON.stringify(of(cafe.id))).toContain('Lodged.')
    expect(shown(job, cafe.id)).toEqual(ALL.map((step) => `${step} done`))
    expect(of(broken.id)).toMatchObject({ state: 'needs-decision' })
    expect(job).toMatchObject({
      is_done: true,
      counts: { waiting: 0, under_way: 0, done: expect.any(Number) },
    })
    const open = await read(made.id, '?needs_decision=true')
    expect(open.runs.map((run: AnyJson) => run.company_id)).toContain(broken.id)
    expect(open.runs.map((run: AnyJson) => run.company_id)).not.toContain(cafe.id)
    expect((await owner.get('/api/bulk-jobs')).body[0].id).toBe(made.id)
  }, 60_000)

  it('does nothing twice when its steps are done again after a kill', async () => {
    const [last] = (await owner.get('/api/bulk-jobs')).body
    const counted = async () => [
      await count(`/api/company/${cafe.id}/pays`),
      await count(`/api/company/${cafe.id}/pay-runs`),
      await count(`/api/single-touch/${cafe.id}/submissions`),
      await count(`/api/company/${cafe.id}/payments/files`),
    ]
    const before = await counted()
    expect(before).toEqual([1, 1, 1, 1])
    // The state left by a process that was killed after each commit, before it stored the outcome.
    await tasman.administer(
      `update bulk_runs set outcomes = '[]', pay_run_id = null, state = 'under-way', claimed_until = '2020-01-01' where company_id = $1`,
      [cafe.id],
    )
    await work()
    expect(await counted()).toEqual(before)
    expect(shown(await read(last.id), cafe.id)).toEqual([
      'draft done',
      ...ALL.slice(1).map((step) => `${step} not-needed`),
    ])
    const mails = (await owner.get('/api/outbox')).body
    expect(mails.filter((mail: AnyJson) => /payslip/i.test(mail.subject)).length).toBeLessThanOrEqual(1)
  }, 60_000)

  it('leaves a run alone that another process works on', async () => {
    await tasman.administer(
      `update bulk_runs set outcomes = '[]', state = 'under-way', claimed_until = '2030-01-01' where company_id = $1`,
      [cafe.id],
    )
    await work()
    const [last] = (await owner.get('/api/bulk-jobs')).body
    expect(last).toMatchObject({ is_done: false, counts: { under_way: 1 } })
    await tasman.administer(`update bulk_runs set claimed_until = '2020-01-01' where company_id = $1`, [
      cafe.id,
    ])
    await work()
  }, 60_000)

  it('leaves a run to the process that continued it, when a step took longer than the claim', async () => {
    const slow = await anAustralianCompany('Slow Pty Ltd')
    const made = await start({ steps: ['draft', 'process'], runs: [{ company_id: slow.id }] })
    // While this process drafts the run, another one claims it.
    await tasman.administer(
      `create function claim_for_another() returns trigger language plpgsql security definer as
        $$ begin update bulk_runs set claimed_until = '2030-01-01' where company_id = new.company_id; return new; end $$`,
    )
    await tasman.administer(
      'create trigger claim_for_another after insert on pay_runs for each row execute function claim_for_another()',
    )
    await work()
    await tasman.administer('drop function claim_for_another cascade')
    expect((await read(made.id)).runs[0]).toMatchObject({ state: 'under-way', outcomes: [] })
    expect((await owner.get(`/api/company/${slow.id}/pays`)).body).toMatchObject([{ status: 'pending' }])
    await tasman.administer(`update bulk_runs set claimed_until = '2020-01-01' where company_id = $1`, [
      slow.id,
    ])
    await work()
    expect(shown(await read(made.id), slow.id)).toEqual(['draft done', 'process done'])
    expect(await count(`/api/company/${slow.id}/pay-runs`)).toBe(1)
  }, 60_000)

  it('waits for a second person where the company wants one, and goes on after the approval', async () => {
    const two = await anAustralianCompany('Two People Pty Ltd')
    await tasman.administer(
      `insert into company_rules (company_id, customer_id, approve_runs, updated_at)
        select id, customer_id, 'always', now() from companies where id = $1`,
      [two.id],
    )
    const client = await tasman.clientFor('owner')
    const made = await start({ steps: ['draft', 'process', 'lodge'], runs: [{ company_id: two.id }] }, client)
    await work()
    const job = await read(made.id)
    expect(shown(job, two.id)).toEqual(['draft done', 'process needs-decision'])
    expect(job.runs[0].outcomes[1].approval_id).toEqual(expect.any(Number))
    expect(await count(`/api/approvals?company_id=${two.id}`)).toBe(1)
    // Requested again while it waits: the same approval.
    expect((await owner.post(`/api/bulk-jobs/${made.id}/retry`)).body.counts.waiting).toBe(1)
    await work()
    expect((await read(made.id)).runs[0].outcomes[1].approval_id).toBe(job.runs[0].outcomes[1].approval_id)
    await tasman.administer(`update company_rules set approve_runs = 'off' where company_id = $1`, [two.id])
    await owner.post(`/api/company/${two.id}/pay-runs/${job.runs[0].pay_run_id}/process`)
    await owner.post(`/api/bulk-jobs/${made.id}/retry`)
    await work()
    expect(shown(await read(made.id), two.id)).toEqual(['draft done', 'process not-needed', 'lodge done'])
  }, 60_000)

  it('is prepared by the person who repeats it, too', async () => {
    const company = await anAustralianCompany('Repeated Pty Ltd')
    await tasman.administer(
      `insert into company_rules (company_id, customer_id, approve_runs, updated_at)
        select id, customer_id, 'always', now() from companies where id = $1`,
      [company.id],
    )
    const officer = await personOfAccount(tasman, 'mallory@demo.example', 'member')
    const admin = await personOfAccount(tasman, 'adam@demo.example', 'admin')
    const steps = ['draft', 'process']
    const made = await start({ steps, runs: [{ company_id: company.id }] }, officer)
    await work()
    const [run] = (await read(made.id)).runs
    const [pay] = (await owner.get(`/api/company/${company.id}/pay-runs/${run.pay_run_id}`)).body.pays
    const approvalOf = async () => (await read(made.id)).runs[0].outcomes[1].approval_id
    const first = await approvalOf()
    const retry = async (client: TestClient, value: number) => {
      const hours = [{ description: 'Ordinary', units: 'hours', value }]
      expect((await admin.put(`/api/company/${company.id}/pays/${pay.id}`, { hours })).status).toBe(200)
      expect((await client.post(`/api/bulk-jobs/${made.id}/retry`)).status).toBe(200)
      await work()
      return approvalOf()
    }
    const second = await retry(admin, 90)
    expect(second).not.toBe(first)
    const refused = await admin.post(`/api/approvals/${second}/approve`)
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'You changed what this pays, or repeated the job that prepared it. Another person must approve it.',
    ])
    // The admin changed the hours, so it does not matter who repeats the job.
    const third = await retry(officer, 91)
    expect((await admin.post(`/api/approvals/${third}/approve`)).status).toBe(403)
    const other = await personOfAccount(tasman, 'olivia@demo.example', 'owner')
    expect((await other.post(`/api/approvals/${third}/approve`)).body.state).toBe('approved')
  }, 60_000)

  it('counts the pays of the run, and leaves out no one whom another job drafted', async () => {
    const company = await anAustralianCompany('Twice Pty Ltd')
    const body = { steps: ['draft'], runs: [{ company_id: company.id }] }
    const jobs = [await start(body), await start(body)]
    await work()
    for (const { id } of jobs) expect((await read(id)).runs[0].outcomes[0].message).toBe('1 pay in the run.')
  }, 60_000)

  it('stops what waits, and takes it up again', async () => {
    const company = await anAustralianCompany('Stopped Pty Ltd')
    const made = await start({
      steps: ['draft'],
      runs: [{ company_id: company.id }, { company_id: company.id }],
    })
    expect(made.total).toBe(1)
    expect((await owner.post(`/api/bulk-jobs/${made.id}/stop`)).body.counts).toMatchObject({ stopped: 1 })
    await work()
    expect(await count(`/api/company/${company.id}/pay-runs`)).toBe(0)
    await owner.post(`/api/bulk-jobs/${made.id}/retry`)
    await work()
    expect((await read(made.id)).counts).toMatchObject({ done: 1 })
  }, 60_000)

  it('is done with the access that the person has then', async () => {
    const company = await anAustralianCompany('Left Pty Ltd')
    const client = await tasman.clientFor('owner')
    const made = await start({ steps: ['draft'], runs: [{ company_id: company.id }] }, client)
    await tasman.administer(
      `update oauth_grants set revoked_at = now() where id = (select grant_id from bulk_jobs where id = $1)`,
      [made.id],
    )
    await work()
    expect((await read(made.id)).runs[0]).toMatchObject({
      state: 'failed',
      outcomes: [{ message: 'The person who started this no longer has access.' }],
    })
    expect(await count(`/api/company/${company.id}/pay-runs`)).toBe(0)
  }, 60_000)
})

describe('is refused', () => {
  it('for companies of others, and jobs of others are not found', async () => {
    const stranger = await tasman.clientFor('other')
    const body = { steps: ['draft'], runs: [{ company_id: cafe.id }] }
    expect(await stranger.post('/api/bulk-jobs', body)).toMatchObject({
      status: 404,
      body: { detail: `There is no company ${cafe.id}.` },
    })
    expect(
      (await owner.post('/api/bulk-jobs', { steps: ['draft'], runs: [{ company_id: 999999 }] })).status,
    ).toBe(404)
    const [mine] = (await owner.get('/api/bulk-jobs')).body
    for (const path of ['', '/stop', '/retry']) {
      const call = path === '' ? stranger.get : stranger.post
      expect((await call(`/api/bulk-jobs/${mine.id}${path}`)).status).toBe(404)
    }
    expect((await stranger.get('/api/bulk-jobs')).body).toEqual([])
  })

  it('without a run to work on', async () => {
    const body = { steps: ['process'], runs: [{ company_id: cafe.id }] }
    expect((await owner.post('/api/bulk-jobs', body)).status).toBe(400)
    expect((await owner.post('/api/bulk-jobs', { steps: [], runs: [{ company_id: cafe.id }] })).status).toBe(
      422,
    )
  })
})
