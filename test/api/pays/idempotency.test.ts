import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeIdempotencyKeys } from '../../../src/features/platform/idempotency/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aWeek, expectInvariants } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const url = (rest: string) => `/api/company/${company.id}/${rest}`

const create = (pays: object[], key: string, client = owner) =>
  client.put(url('pays/create?pay_date=2026-10-30'), pays, { 'idempotency-key': key })
const countPays = async (employeeId: number) =>
  (await owner.get(url(`pays?employee_id=${employeeId}`))).body.length

describe('an Idempotency-Key on pays/create', () => {
  it('is refused when it is empty, with what to do', async () => {
    const mia = await anEmployee(owner, company.id)
    const path = `/api/company/${company.id}/pays/create?pay_date=2026-10-30`
    expect(await owner.put(path, [aWeek(mia.id)], { 'idempotency-key': '' })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('omit the header') },
    })
  })

  it('answers the same request with the first answer, and pays once', async () => {
    const mia = await anEmployee(owner, company.id)
    const first = await create([aWeek(mia.id)], 'k-1')
    expect(first.status).toBe(201)
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    const second = await create([aWeek(mia.id)], 'k-1')
    expect(second.status).toBe(200)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.body).toEqual(first.body)
    expect(await countPays(mia.id)).toBe(1)
  })

  it('lets one of many simultaneous requests work and the others replay', async () => {
    const mia = await anEmployee(owner, company.id)
    const answers = await Promise.all(Array.from({ length: 6 }, () => create([aWeek(mia.id)], 'k-race')))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 200, 201])
    expect(new Set(answers.map((answer) => answer.body[0].id)).size).toBe(1)
    expect(await countPays(mia.id)).toBe(1)
    await expectInvariants(tasman, mia.id)
  })

  it('refuses another payload, another query and another endpoint with 409', async () => {
    const mia = await anEmployee(owner, company.id)
    await create([aWeek(mia.id)], 'k-2')
    expect((await create([aWeek(mia.id, { hours: [] })], 'k-2')).status).toBe(409)
    const headers = { 'idempotency-key': 'k-2' }
    expect((await owner.put(url('pays/create?pay_date=2026-10-29'), [aWeek(mia.id)], headers)).status).toBe(
      409,
    )
    expect(
      (await owner.put(url('workers-comp-pays/create?pay_date=2026-10-30'), [aWeek(mia.id)], headers)).status,
    ).toBe(409)
  })

  it('forgets a request that failed', async () => {
    const mia = await anEmployee(owner, company.id)
    expect((await create([aWeek(mia.id), aWeek(999_999)], 'k-3')).status).toBe(400)
    expect((await create([aWeek(mia.id)], 'k-3')).status).toBe(201)
  })

  it('belongs to the customer and client', async () => {
    const mia = await anEmployee(owner, company.id)
    await create([aWeek(mia.id)], 'k-4')
    const web = await tasman.clientFor('owner', { clientId: 'tasman-web' })
    expect((await create([aWeek(mia.id)], 'k-4', web)).status).toBe(201)
  })

  it('is refused when it is longer than 255 characters or empty', async () => {
    const mia = await anEmployee(owner, company.id)
    expect((await create([aWeek(mia.id)], 'x'.repeat(256))).status).toBe(400)
    expect((await create([aWeek(mia.id)], 'x'.repeat(255))).status).toBe(201)
  })

  it('is remembered for 400 days; after 48 hours its answer is gone, and no one is paid twice', async () => {
    const mia = await anEmployee(owner, company.id)
    await create([aWeek(mia.id)], 'k-old')
    const started = tasman.clock.now().getTime()
    const createAfter = async (days: number) => {
      tasman.clock.set(new Date(started + days * 86_400_000))
      await purgeIdempotencyKeys(tasman.service)
      return create([aWeek(mia.id)], 'k-old', await tasman.clientFor('owner', { clientId: 'demo-client' }))
    }
    expect((await createAfter(1.9)).status).toBe(200)
    for (const days of [2.1, 30, 399]) {
      const answer = await createAfter(days)
      expect(answer.status).toBe(409)
      expect(answer.body.detail).toMatch(/was done at 2026-11-02T\d\d:\d\d:\d\d/)
    }
    expect(
      (await create([aWeek(mia.id, { hours: [] })], 'k-old', await tasman.clientFor('owner'))).body.detail,
    ).toMatch(/different request/)
    tasman.clock.set(new Date(started))
    expect(await countPays(mia.id)).toBe(1)
  })

  it('is not used up by a dry run', async () => {
    const mia = await anEmployee(owner, company.id)
    const headers = { 'idempotency-key': 'k-5' }
    const preview = await owner.put(url('pays/create?dry_run=true'), [aWeek(mia.id)], headers)
    expect(preview.status).toBe(200)
    expect((await create([aWeek(mia.id)], 'k-5')).status).toBe(201)
  })
})
