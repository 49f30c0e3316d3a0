import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let companyId: number
let events: { type: string; customerId: number; id: number; data: AnyJson }[] = []
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
  const { record } = tasman.service.events
  tasman.service.events.record = async (tx, event) => {
    const { type, customerId } = event
    const entities = 'entities' in event ? await event.entities : []
    for (const { id, data } of entities) events.push({ type, customerId, id, data: data?.() })
    return record(tx, event)
  }
})
beforeEach(() => {
  events = []
})
afterAll(() => tasman.close())

const update = (items: AnyJson) => owner.patch(`/api/company/${companyId}/employees/update`, items)

describe('the events of an employee', () => {
  it('tell of each new employee with the full read model, and of no refused one', async () => {
    const { body } = await owner.put(`/api/company/${companyId}/employees/create`, [
      employeeBody({ first_name: 'New' }),
      employeeBody({ is_closely_held: undefined }),
    ])
    expect(events).toEqual([
      { type: 'employee.created', customerId: 1, id: body[0].employee.id, data: body[0].employee },
    ])
  })

  it('tell of a real change once, with the state after it', async () => {
    const { id } = await anEmployee(owner, companyId)
    events = []
    await update([
      { id, position: 'One' },
      { id, position: 'Two' },
    ])
    expect(events.map(({ type, data }) => [type, data.position])).toEqual([['employee.updated', 'Two']])
    expect(events[0]?.data).toEqual((await owner.get(`/api/employees/${id}`)).body)
  })

  it('keep silent when nothing changes', async () => {
    const { id } = await anEmployee(owner, companyId, {
      pay_rate_per_hour: '40.00',
      primary_bank_bsb: '062000',
    })
    events = []
    await update([{ id, pay_rate_per_hour: 40, primary_bank_bsb: '062-000', employment_status: 'FULL TIME' }])
    await update([
      { id, first_name: 'Changed' },
      { id, first_name: 'Mia' },
    ])
    expect(events).toEqual([])
  })

  it('call a deletion deleted, a restoration and a reinstatement updated', async () => {
    const { id } = await anEmployee(owner, companyId)
    events = []
    await owner.delete(`/api/employees/${id}`)
    await owner.post(`/api/employees/${id}/restore`)
    await tasman.service.database.pool.query(
      `update employees set is_terminated = true, termination_date = '2026-10-01' where id = $1`,
      [id],
    )
    await owner.post(`/api/employees/${id}/reinstate`)
    await owner.post(`/api/employees/${id}/reinstate`)
    expect(events.map(({ type, data }) => [type, data.is_deleted, data.start_date])).toEqual([
      ['employee.deleted', true, '2025-07-01'],
      ['employee.updated', false, '2025-07-01'],
      ['employee.updated', false, '2026-11-02'],
    ])
  })
})
