import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { inTestCells } from '../../support/two-cells.ts'

let tasman: TestApp
let owner: TestClient
let other: TestClient
let companyId: number
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  other = await tasman.clientFor('other')
  companyId = (await aCompany(owner)).id
})
afterAll(() => tasman.close())

const terminate = (id: number, date = '2026-10-01') =>
  inTestCells(() =>
    tasman.service.database.query
      .updateTable('employees')
      .set({ is_terminated: true, termination_date: date })
      .where('id', '=', id)
      .execute(),
  )
const setSubscription = (customer: string, subscription: string) =>
  tasman.service.database.pool.query('update customers set subscription = $2 where name = $1', [
    customer,
    subscription,
  ])
const read = (id: number, client = owner) => client.get(`/api/employees/${id}`)

describe('GET /api/employees/{id}', () => {
  it('reads an employee, a deleted one too, with an ETag', async () => {
    const employee = await anEmployee(owner, companyId)
    expect(await read(employee.id)).toMatchObject({ status: 200, body: employee, headers: { etag: '"1"' } })
    await owner.delete(`/api/employees/${employee.id}`)
    expect(await read(employee.id)).toMatchObject({ status: 200, body: { is_deleted: true } })
  })

  it('answers 404 for an unknown employee and for another customer’s', async () => {
    const { id } = await anEmployee(owner, companyId)
    for (const path of [999_999, 0, -1, 99_999_999_999]) expect((await read(path)).status).toBe(404)
    expect((await read(id, other)).status).toBe(404)
    expect((await owner.get('/api/employees/seven')).status).toBe(422)
  })

  it('answers as unknown once the company is deleted', async () => {
    const company = (await aCompany(owner)).id
    const { id } = await anEmployee(owner, company)
    await owner.delete(`/api/company/${company}`)
    expect((await read(id)).status).toBe(404)
  })
})

describe('DELETE /api/employees/{id}', () => {
  it('204: hides the employee and keeps the employment state', async () => {
    const { id } = await anEmployee(owner, companyId)
    await terminate(id)
    expect(await owner.delete(`/api/employees/${id}`)).toMatchObject({ status: 204, body: '' })
    expect((await read(id)).body).toMatchObject({ is_deleted: true, is_terminated: true })
  })

  it('400 for an unknown employee and another customer’s', async () => {
    const { id } = await anEmployee(owner, companyId)
    expect((await owner.delete('/api/employees/999999')).status).toBe(400)
    expect((await other.delete(`/api/employees/${id}`)).status).toBe(400)
  })

  it('403 without the write scope and without a subscription', async () => {
    const { id } = await anEmployee(owner, companyId)
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    expect((await reader.delete(`/api/employees/${id}`)).status).toBe(403)
    await setSubscription('Southern Cross Group', 'lapsed')
    const answer = await owner.delete(`/api/employees/${id}`)
    await setSubscription('Southern Cross Group', 'active')
    expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining('subscription') } })
  })

  it('409 for an employee who is deleted already', async () => {
    const { id } = await anEmployee(owner, companyId)
    await owner.delete(`/api/employees/${id}`)
    expect((await owner.delete(`/api/employees/${id}`)).status).toBe(409)
  })

  it('412 for another version', async () => {
    const { id } = await anEmployee(owner, companyId)
    expect((await owner.delete(`/api/employees/${id}`, undefined, { 'if-match': '"9"' })).status).toBe(412)
    expect((await owner.delete(`/api/employees/${id}`, undefined, { 'if-match': '"1"' })).status).toBe(204)
  })
})

describe('POST /api/employees/{id}/restore', () => {
  it('200: the employee is back in the default list, and a terminated one stays terminated', async () => {
    const { id } = await anEmployee(owner, companyId)
    await terminate(id)
    await owner.delete(`/api/employees/${id}`)
    expect(await owner.post(`/api/employees/${id}/restore`)).toMatchObject({
      status: 200,
      body: { id, is_deleted: false, is_terminated: true, termination_date: '2026-10-01' },
    })
    const { body } = await owner.get(`/api/company/${companyId}/employees`)
    expect(body.map((employee: { id: number }) => employee.id)).toContain(id)
  })

  it('400 for an unknown employee, 409 for one who is not deleted, 412 for another version', async () => {
    const { id } = await anEmployee(owner, companyId)
    expect((await owner.post('/api/employees/999999/restore')).status).toBe(400)
    expect((await owner.post(`/api/employees/${id}/restore`)).status).toBe(409)
    await owner.delete(`/api/employees/${id}`)
    const stale = { 'if-match': '"1"' }
    expect((await owner.post(`/api/employees/${id}/restore`, undefined, stale)).status).toBe(412)
  })

  it('403 without a subscription', async () => {
    const { id } = await anEmployee(owner, companyId)
    await owner.delete(`/api/employees/${id}`)
    await setSubscription('Southern Cross Group', 'cancelled')
    const answer = await owner.post(`/api/employees/${id}/restore`)
    await setSubscription('Southern Cross Group', 'active')
    expect(answer.status).toBe(403)
  })

  it('403 at the plan’s cap; a terminated employee needs no place', async () => {
    const theirs = (await aCompany(other)).id
    const ids: number[] = []
    for (let i = 0; i < 10; i++) ids.push((await anEmployee(other, theirs)).id)
    const [first = 0, second = 0] = ids
    await other.delete(`/api/employees/${first}`)
    await other.delete(`/api/employees/${second}`)
    await terminate(second)
    await anEmployee(other, theirs)
    await anEmployee(other, theirs)
    expect(await other.post(`/api/employees/${first}/restore`)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('limit of 10') },
    })
    expect((await other.post(`/api/employees/${second}/restore`)).status).toBe(200)
    expect((await other.post(`/api/employees/${second}/reinstate`)).status).toBe(403)
  })
})

describe('POST /api/employees/{id}/reinstate', () => {
  it('200: clears the termination and starts today, or on the day given', async () => {
    const employee = await anEmployee(owner, companyId, { number: 'BACK' })
    await terminate(employee.id)
    expect(await owner.post(`/api/employees/${employee.id}/reinstate`)).toMatchObject({
      status: 200,
      body: {
        number: 'BACK',
        is_terminated: false,
        termination_date: null,
        start_date: '2026-11-02',
      },
    })
    await terminate(employee.id)
    const given = await owner.post(`/api/employees/${employee.id}/reinstate`, { start_date: '2026-10-01' })
    expect(given.body.start_date).toBe('2026-10-01')
  })

  it('400 for a start before the termination, and for an unknown employee', async () => {
    const { id } = await anEmployee(owner, companyId)
    await terminate(id)
    expect((await owner.post(`/api/employees/${id}/reinstate`, { start_date: '2026-09-30' })).status).toBe(
      400,
    )
    expect((await owner.post('/api/employees/999999/reinstate')).status).toBe(400)
  })

  it('403 without a subscription', async () => {
    const { id } = await anEmployee(owner, companyId)
    await terminate(id)
    await setSubscription('Southern Cross Group', 'lapsed')
    const answer = await owner.post(`/api/employees/${id}/reinstate`)
    await setSubscription('Southern Cross Group', 'active')
    expect(answer.status).toBe(403)
  })

  it('409 for an employee who is not terminated, or deleted', async () => {
    const { id } = await anEmployee(owner, companyId)
    expect((await owner.post(`/api/employees/${id}/reinstate`)).status).toBe(409)
    await terminate(id)
    await owner.delete(`/api/employees/${id}`)
    expect((await owner.post(`/api/employees/${id}/reinstate`)).status).toBe(409)
  })

  it('409 while a termination pay waits to be processed, naming its pay run', async () => {
    const nz = (await aCompany(owner, { jurisdiction: 'NZ' })).id
    const { id } = await anEmployee(owner, nz, { country: 'NZ' })
    const staged = await owner.post(`/api/employees/${id}/terminate`, {
      termination_date: '2026-11-20',
      pay_date: '2026-11-25',
    })
    expect(staged).toMatchObject({ status: 200, body: { is_employee_terminated: false } })
    expect(await owner.post(`/api/employees/${id}/reinstate`)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/waits in pay run \d+/) },
    })
  })

  it('422 for a body that is not a start date', async () => {
    const { id } = await anEmployee(owner, companyId)
    await terminate(id)
    for (const body of [{ start_date: 'soon' }, { start: '2026-11-01' }, []])
      expect((await owner.post(`/api/employees/${id}/reinstate`, body)).status).toBe(422)
  })
})
