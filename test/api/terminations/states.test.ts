import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, countPays, listen, setBalances, takeEvents, terminate } from './story.ts'

let tasman: TestApp
let owner: TestClient
let companyId: number
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
  await listen(tasman)
})
afterAll(() => tasman.close())

const read = (id: number) => owner.get(`/api/employees/${id}`)
const termination = (id: number, client = owner) => client.get(`/api/employees/${id}/termination`)
const reinstate = (id: number, body = {}) => owner.post(`/api/employees/${id}/reinstate`, body)
const withBlock = (id: number, block: Record<string, unknown> = {}) =>
  owner.put(`/api/company/${companyId}/pays/create?pay_date=2026-11-01`, [
    {
      employee_id: id,
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }],
      termination: { termination_date: '2026-10-30', ...block },
    },
  ])

describe('403', () => {
  it('without the write scope; reading needs the read scope only', async () => {
    const { id } = await anEmployee(owner, companyId)
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    expect(await terminate(reader, id)).toMatchObject({
      status: 403,
      body: { detail: 'Missing required scope: payroll.write' },
    })
    expect((await terminate(reader, id, {}, '?dry_run=true')).status).toBe(403)
    await terminate(owner, id)
    expect((await termination(id, reader)).status).toBe(200)
    const nobody = await tasman.clientFor('owner', { scope: 'openid' })
    expect((await termination(id, nobody)).status).toBe(403)
  })

  it('without an active subscription, also for a dry run; reading goes on', async () => {
    const { id } = await anEmployee(owner, companyId)
    const ended = await anEmployee(owner, companyId)
    await terminate(owner, ended.id)
    const setSubscription = (state: string) =>
      tasman.service.database.pool.query(
        `update customers set subscription = $1 where id = (select customer_id from users where email = 'owner@demo.example')`,
        [state],
      )
    await setSubscription('lapsed')
    const answers = [
      await terminate(owner, id),
      await terminate(owner, id, {}, '?dry_run=true'),
      await owner.put(`/api/company/${companyId}/pays/create`, [
        { employee_id: id, hours: [], termination: { termination_date: '2026-10-30' } },
      ]),
    ]
    const back = await termination(ended.id)
    await setSubscription('active')
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining('subscription') } })
    expect(back.status).toBe(200)
    expect(await countPays(tasman, id)).toBe(0)
  })
})

describe('401', () => {
  it('without a token', async () => {
    const { id } = await anEmployee(owner, companyId)
    expect((await terminate(tasman.clientWith(), id)).status).toBe(401)
    expect((await termination(id, tasman.clientWith())).status).toBe(401)
  })
})

describe('404 on reading', () => {
  it('for one who was never terminated, an unknown employee and another customer’s', async () => {
    const { id } = await anEmployee(owner, companyId)
    expect(await termination(id)).toMatchObject({ status: 404, body: { detail: expect.any(String) } })
    expect((await termination(999_999)).status).toBe(404)
    await terminate(owner, id)
    expect((await termination(id, await tasman.clientFor('other'))).status).toBe(404)
    expect((await owner.get('/api/employees/seven/termination')).status).toBe(422)
  })

  it('once the final pay is deleted', async () => {
    const { id } = await anEmployee(owner, companyId)
    const { body } = await terminate(owner, id)
    await owner.delete(`/api/company/${companyId}/pays/${body.pay_id}`)
    expect((await termination(id)).status).toBe(404)
  })
})

describe('409', () => {
  it('for a deleted employee, who must be restored first', async () => {
    const { id } = await anEmployee(owner, companyId)
    await owner.delete(`/api/employees/${id}`)
    expect(await terminate(owner, id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Restore') },
    })
    expect((await withBlock(id)).status).toBe(409)
    await owner.post(`/api/employees/${id}/restore`)
    expect((await terminate(owner, id)).status).toBe(200)
  })

  it('for one who is terminated already, who must be reinstated first', async () => {
    const { id } = await anEmployee(owner, companyId)
    await terminate(owner, id)
    for (const answer of [
      await terminate(owner, id),
      await terminate(owner, id, {}, '?dry_run=true'),
      await withBlock(id, { termination_date: '2026-10-29' }),
    ])
      expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Reinstate') } })
    expect(await countPays(tasman, id)).toBe(1)
  })

  it('not for a further payment of the same ending, and the last one deleted undoes the end', async () => {
    const { id } = await anEmployee(owner, companyId)
    const first = (await terminate(owner, id)).body.pay_id
    const further = await withBlock(id, { etp_amount: 100 })
    expect(further).toMatchObject({
      status: 201,
      body: [{ status: 'processed', termination: { termination_date: '2026-10-30', etp_amount: 100 } }],
    })
    for (const [payId, is_terminated] of [
      [further.body[0].id, true],
      [first, false],
    ]) {
      await owner.delete(`/api/company/${companyId}/pays/${payId}`)
      expect((await read(id)).body).toMatchObject({ is_terminated })
    }
  })

  it('for rebuilding a pay that carries a termination', async () => {
    const { id } = await anEmployee(owner, companyId)
    const { body } = await terminate(owner, id)
    const answer = await owner.put(`/api/company/${companyId}/pays/${body.pay_id}`, { hours: [] })
    expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('termination') } })
  })
})

describe('the termination block of a pay', () => {
  it('terminates the employee when the pay is created, with the same result', async () => {
    const one = await anEmployee(owner, companyId)
    const two = await anEmployee(owner, companyId)
    for (const { id } of [one, two]) await setBalances(tasman, id, { holiday_hours: 38 })
    const created = await withBlock(one.id, { etp_amount: '100' })
    expect(created.status).toBe(201)
    const [pay] = created.body
    expect(pay).toMatchObject({
      status: 'processed',
      termination: { etp_amount: 100, is_unused_holiday_paid: true },
    })
    expect((await read(one.id)).body).toMatchObject({ is_terminated: true, termination_date: '2026-10-30' })
    expect((await termination(one.id)).body).toMatchObject({
      ...pay.termination,
      pay_id: pay.id,
      pay_date: '2026-11-01',
    })
    // The hours of the pay accrue leave that is paid out with the rest.
    const { unused_holiday_amount } = (await terminate(owner, two.id)).body
    expect(pay.termination.unused_holiday_amount).toBeGreaterThan(unused_holiday_amount)
    expect((await read(one.id)).body.holiday_hours).toBe(0)
  })

  it('of one pay among several takes all of them along, or none', async () => {
    const [stays, goes] = [await anEmployee(owner, companyId), await anEmployee(owner, companyId)]
    const answer = await owner.put(`/api/company/${companyId}/pays/create?pay_date=2026-11-01`, [
      { employee_id: stays.id, hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }] },
      { employee_id: goes.id, termination: { termination_date: '2020-01-01' } },
    ])
    expect(answer.status).toBe(400)
    expect([await countPays(tasman, stays.id), await countPays(tasman, goes.id)]).toEqual([0, 0])
  })

  it('is refused on an existing pay', async () => {
    const { id } = await anEmployee(owner, companyId)
    const pay = await aPay(owner, companyId, id, '2026-10-25')
    const answer = await owner.put(`/api/company/${companyId}/pays/${pay.id}`, {
      termination: { termination_date: '2026-10-30' },
    })
    expect(answer.status).toBe(400)
  })

  it('previews in a dry run', async () => {
    const { id } = await anEmployee(owner, companyId)
    const { status, body } = await owner.put(
      `/api/company/${companyId}/pays/create?pay_date=2026-11-01&dry_run=true`,
      [{ employee_id: id, termination: { termination_date: '2026-10-30', etp_amount: 50 } }],
    )
    expect(status).toBe(200)
    expect(body[0]).toMatchObject({ id: null, termination: { etp_amount: 50 } })
    expect((await read(id)).body.is_terminated).toBe(false)
  })
})

describe('events', () => {
  it('terminating is told as employee.updated and pay.created, never as an event of its own', async () => {
    const { id } = await anEmployee(owner, companyId)
    await takeEvents(tasman, 'employee', id)
    const { body } = await terminate(owner, id)
    expect(await takeEvents(tasman, 'employee', id)).toEqual([
      {
        type: 'employee.updated',
        data: expect.objectContaining({ is_terminated: true, termination_date: '2026-10-30' }),
      },
    ])
    expect(await takeEvents(tasman, 'pay', body.pay_id)).toEqual([
      { type: 'pay.created', data: expect.objectContaining({ id: body.pay_id, status: 'processed' }) },
    ])
  })

  it('a dry run and a refused request tell nothing', async () => {
    const { id } = await anEmployee(owner, companyId)
    await takeEvents(tasman, 'employee', id)
    await terminate(owner, id, {}, '?dry_run=true')
    await terminate(owner, id, { termination_date: '2020-01-01' })
    expect(await takeEvents(tasman, 'employee', id)).toEqual([])
  })

  it('deleting the final pay tells employee.updated with the balances back, and pay.deleted', async () => {
    const { id } = await anEmployee(owner, companyId)
    await setBalances(tasman, id, { holiday_hours: 10 })
    const { body } = await terminate(owner, id)
    for (const [entity, entityId] of [
      ['employee', id],
      ['pay', body.pay_id],
    ] as const)
      await takeEvents(tasman, entity, entityId)
    await owner.delete(`/api/company/${companyId}/pays/${body.pay_id}`)
    expect(await takeEvents(tasman, 'employee', id)).toEqual([
      {
        type: 'employee.updated',
        data: expect.objectContaining({ is_terminated: false, termination_date: null, holiday_hours: 10 }),
      },
    ])
    expect((await takeEvents(tasman, 'pay', body.pay_id)).map((event) => event.type)).toEqual(['pay.deleted'])
  })
})

describe('deleting the final pay', () => {
  it('takes the termination back: active again, balances back, and free to be terminated again', async () => {
    const { id } = await anEmployee(owner, companyId)
    await setBalances(tasman, id, { holiday_hours: 76.5, lsl_hours: 12 })
    const first = await terminate(owner, id, { is_unused_lsl_paid: true })
    expect((await read(id)).body).toMatchObject({ holiday_hours: 0, lsl_hours: 0 })
    expect((await owner.delete(`/api/company/${companyId}/pays/${first.body.pay_id}`)).status).toBe(204)
    expect((await read(id)).body).toMatchObject({
      is_terminated: false,
      termination_date: null,
      holiday_hours: 76.5,
      lsl_hours: 12,
    })
    const again = await terminate(owner, id, { is_unused_lsl_paid: true })
    expect(again.body).toEqual({ ...first.body, pay_id: again.body.pay_id })
  })

  it('after a reinstatement lets the earlier employment go on', async () => {
    const { id } = await anEmployee(owner, companyId)
    const { body } = await terminate(owner, id)
    await reinstate(id, { start_date: '2026-11-02' })
    await owner.delete(`/api/company/${companyId}/pays/${body.pay_id}`)
    expect((await read(id)).body).toMatchObject({ is_terminated: false, start_date: '2025-07-01' })
  })

  it('of an earlier ending does not undo a later one', async () => {
    const { id } = await anEmployee(owner, companyId)
    const first = await terminate(owner, id)
    await reinstate(id, { start_date: '2026-11-02' })
    const second = await terminate(owner, id, { termination_date: '2026-11-20', pay_date: '2026-11-22' })
    await owner.delete(`/api/company/${companyId}/pays/${first.body.pay_id}`)
    expect((await read(id)).body).toMatchObject({ is_terminated: true, termination_date: '2026-11-20' })
    expect((await termination(id)).body.pay_id).toBe(second.body.pay_id)
  })
})

describe('reinstating', () => {
  it('keeps the record of the termination, which says that the employee is back', async () => {
    const { id } = await anEmployee(owner, companyId)
    // The warnings in the response are about the pay, not the record.
    const { warnings: _, ...body } = (await terminate(owner, id)).body
    expect((await reinstate(id, { start_date: '2026-11-02' })).status).toBe(200)
    expect((await termination(id)).body).toEqual({ ...body, is_employee_terminated: false })
  })

  it('lets the employee be terminated again, and reads back the later ending', async () => {
    const { id } = await anEmployee(owner, companyId)
    await terminate(owner, id)
    await reinstate(id, { start_date: '2026-11-02' })
    const early = await terminate(owner, id)
    expect(early).toMatchObject({ status: 400, body: { detail: expect.stringContaining('2026-11-02') } })
    const again = await terminate(owner, id, { termination_date: '2026-11-20', pay_date: '2026-11-22' })
    expect(again.status).toBe(200)
    expect((await termination(id)).body).toMatchObject({
      termination_date: '2026-11-20',
      pay_id: again.body.pay_id,
    })
  })

  it('400 for a start before the last day', async () => {
    const { id } = await anEmployee(owner, companyId)
    await terminate(owner, id)
    expect((await reinstate(id, { start_date: '2026-10-29' })).status).toBe(400)
    expect((await reinstate(id, { start_date: '2026-10-30' })).status).toBe(200)
  })
})

describe('concurrency', () => {
  it('of twenty simultaneous terminates one succeeds and nineteen are refused', async () => {
    const { id } = await anEmployee(owner, companyId)
    await setBalances(tasman, id, { holiday_hours: 10 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => terminate(owner, id)))
    const statuses = answers.map((answer) => answer.status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    expect(await countPays(tasman, id)).toBe(1)
    expect((await read(id)).body.holiday_hours).toBe(0)
  })

  it('terminating, deleting and paying at once never wait for each other for ever', async () => {
    const { id } = await anEmployee(owner, companyId)
    const answers = await Promise.all([
      terminate(owner, id),
      owner.delete(`/api/employees/${id}`),
      owner.put(`/api/company/${companyId}/pays/create?pay_date=2026-11-01`, [
        { employee_id: id, hours: [] },
      ]),
      // On the same day it would be a further payment.
      withBlock(id, { termination_date: '2026-10-29' }),
    ])
    for (const { status } of answers) expect([200, 201, 204, 409]).toContain(status)
    expect(
      answers.filter(
        ({ status }, index) => (index === 0 && status === 200) || (index === 3 && status === 201),
      ).length,
    ).toBeLessThanOrEqual(1)
  })
})
