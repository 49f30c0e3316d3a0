import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const make = async (description: string, employee_ids: number[] = []) => {
  const body = { description, amount: 10, allowance_category: 'TD', employee_ids }
  return (await owner.post(`/api/company/${company.id}/allowances`, body)).body
}
const remove = (id: number, query = '', client = owner) =>
  client.delete(`/api/company/${company.id}/allowances/${id}${query}`)

describe('200', () => {
  it('deletes, says so, and frees the description', async () => {
    const { id } = await make('Short-lived')
    expect(await remove(id)).toMatchObject({ status: 200, body: { message: 'Allowance deleted.' } })
    expect((await owner.get(`/api/company/${company.id}/allowances/${id}`)).status).toBe(404)
    expect((await make('short-lived')).id).toEqual(expect.any(Number))
  })

  it('detaches and deletes by force', async () => {
    const employee = await anEmployee(owner, company.id)
    const { id } = await make('Forced', [employee.id])
    expect((await remove(id, '?force=true')).status).toBe(200)
  })

  it('needs no force when only deleted employees are attached', async () => {
    const employee = await anEmployee(owner, company.id)
    const { id } = await make('Left alone', [employee.id])
    await owner.delete(`/api/employees/${employee.id}`)
    expect((await remove(id)).status).toBe(200)
  })
})

describe('403', () => {
  it('refuses another customer, and a token without payroll.write', async () => {
    const { id } = await make('Guarded')
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    const other = await tasman.clientFor('other')
    for (const client of [reader, other]) expect((await remove(id, '', client)).status).toBe(403)
  })
})

describe('404', () => {
  it('does not find an unknown allowance, nor one of another company', async () => {
    const { id } = await make('Elsewhere')
    const second = await aCompany(owner)
    expect((await remove(999_999)).status).toBe(404)
    expect((await owner.delete(`/api/company/${second.id}/allowances/${id}`)).status).toBe(404)
  })
})

describe('409', () => {
  it('lists the employees still attached and keeps the allowance', async () => {
    const [a, b] = [await anEmployee(owner, company.id), await anEmployee(owner, company.id)]
    const { id } = await make('Attached', [b.id, a.id])
    for (const query of ['', '?force=false']) {
      const answer = await remove(id, query)
      expect(answer.status).toBe(409)
      expect(answer.body.detail).toContain(`${a.id}, ${b.id}`)
    }
    const kept = await owner.get(`/api/company/${company.id}/allowances/${id}`)
    expect(kept.body.employee_ids).toEqual([a.id, b.id])
  })
})

describe('422', () => {
  it('refuses a force that is no boolean', async () => {
    const { id } = await make('Unforced')
    expect((await remove(id, '?force=please')).body.data[0].loc).toEqual(['query', 'force'])
  })
})
