import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../src/events/catalogue.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../support/make.ts'
import { anEndpoint, LOCAL } from './story.ts'

let tasman: TestApp
let owner: TestClient
let companyId: number
beforeAll(async () => {
  tasman = await startTestApp({ env: LOCAL })
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
  await anEndpoint(owner, 'http://127.0.0.1:1/', { events: EVENT_TYPES })
})
beforeEach(() => forget())
afterAll(() => tasman.close())

const forget = () => tasman.service.database.query.deleteFrom('webhook_deliveries').execute()

/** The envelopes that the last calls queued, in order. */
const queued = async (): Promise<AnyJson[]> => {
  const rows = await tasman.service.database.query
    .selectFrom('webhook_deliveries')
    .select('body')
    .orderBy('id')
    .execute()
  return rows.map(({ body }) => JSON.parse(body ?? ''))
}
const types = async () => (await queued()).map(({ type }) => type)

describe('a company', () => {
  it('announces its creation, each real change and its deletion', async () => {
    const { id } = await aCompany(owner)
    await owner.patch(`/api/company/${id}`, { trading_name: 'Kookaburra' })
    await owner.delete(`/api/company/${id}`)
    expect(await queued()).toMatchObject([
      { type: 'company.created', entity: { type: 'company', id }, data: { trading_name: null } },
      { type: 'company.updated', entity: { type: 'company', id }, data: { trading_name: 'Kookaburra' } },
      { type: 'company.deleted', entity: { type: 'company', id } },
    ])
  })

  it('says nothing when a call is refused', async () => {
    await owner.patch(`/api/company/${companyId}`, { legal_name: 7 })
    expect(await queued()).toEqual([])
  })
})

describe('an employee', () => {
  it('is announced with the whole read model, numbers masked', async () => {
    const employee = await anEmployee(owner, companyId, { first_name: 'Zoë' })
    const [envelope, ...rest] = await queued()
    expect(rest).toEqual([])
    expect(envelope).toMatchObject({
      type: 'employee.created',
      entity: { type: 'employee', id: employee.id },
    })
    expect(envelope.data).toEqual({ ...employee, tax_file_number: '***782' })
  })

  it('is announced after an update only when a row really changed', async () => {
    const { id } = await anEmployee(owner, companyId)
    await forget()
    const update = (changes: object) =>
      owner.patch(`/api/company/${companyId}/employees/update`, [{ id, ...changes }])
    await update({ first_name: 'Mia' })
    expect(await queued()).toEqual([])
    await update({ first_name: 'Maya' })
    expect(await queued()).toMatchObject([{ type: 'employee.updated', data: { id, first_name: 'Maya' } }])
  })

  it('arrives as deleted, never as updated; as updated when it is restored', async () => {
    const { id } = await anEmployee(owner, companyId)
    await forget()
    await owner.delete(`/api/employees/${id}`)
    expect(await queued()).toMatchObject([{ type: 'employee.deleted', data: { id, is_deleted: true } }])
    await forget()
    await owner.post(`/api/employees/${id}/restore`)
    expect(await queued()).toMatchObject([{ type: 'employee.updated', data: { id, is_deleted: false } }])
  })

  it('leaves two deliveries when it is created and edited in two commits', async () => {
    const { id } = await anEmployee(owner, companyId)
    await owner.patch(`/api/company/${companyId}/employees/update`, [{ id, city: 'Hobart' }])
    await owner.patch(`/api/company/${companyId}/employees/update`, [{ id, city: 'Perth' }])
    expect(await queued()).toMatchObject([
      { type: 'employee.created', data: { city: 'Sydney' } },
      { type: 'employee.updated', data: { city: 'Perth' } },
    ])
  })

  it('is announced one by one in a batch; what failed is not', async () => {
    const { status } = await owner.put(`/api/company/${companyId}/employees/create`, [
      employeeBody({ number: 'E-1' }),
      employeeBody({ number: 'E-1' }),
      employeeBody({ number: 'E-2' }),
    ])
    expect(status).toBe(207)
    expect((await queued()).map(({ data }) => data.number)).toEqual(['E-1', 'E-2'])
    expect(await types()).toEqual(['employee.created', 'employee.created'])
  })
})
