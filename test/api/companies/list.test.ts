import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

describe('200', () => {
  it('lists the companies of the customer with their employees, and nobody else’s', async () => {
    const mine = await aCompany(owner)
    const empty = await aCompany(owner, { jurisdiction: 'NZ' })
    await aCompany(await tasman.clientFor('other'))
    const zoe = await anEmployee(owner, mine.id, { first_name: 'Zoe', last_name: 'Adams', number: 'E-1' })
    const abe = await anEmployee(owner, mine.id, { first_name: 'Abe', last_name: 'Zimmer' })
    const gone = await anEmployee(owner, mine.id, { last_name: 'Gone' })
    await owner.delete(`/api/employees/${gone.id}`)

    const { status, body } = await owner.get('/api/company')
    expect(status).toBe(200)
    expect(body.map((company: { id: number }) => company.id)).toEqual([mine.id, empty.id])
    expect(body[0].employees).toEqual([
      {
        id: zoe.id,
        number: 'E-1',
        first_name: 'Zoe',
        last_name: 'Adams',
        format_name: 'Zoe Adams',
        is_terminated: false,
      },
      {
        id: abe.id,
        number: null,
        first_name: 'Abe',
        last_name: 'Zimmer',
        format_name: 'Abe Zimmer',
        is_terminated: false,
      },
    ])
    expect(body[1].employees).toEqual([])
  })

  it('is empty for a token without a payroll scope', async () => {
    const visitor = await tasman.clientFor('owner', { scope: 'openid' })
    expect(await visitor.get('/api/company')).toMatchObject({ status: 200, body: [] })
  })

  it('needs no more than payroll.read, and takes payroll.write for it', async () => {
    for (const scope of ['openid payroll.read', 'openid payroll.write']) {
      const client = await tasman.clientFor('owner', { scope })
      expect((await client.get('/api/company')).body).toHaveLength(2)
    }
  })

  it('leaves a deleted company out', async () => {
    const doomed = await aCompany(owner)
    await owner.delete(`/api/company/${doomed.id}`)
    const { body } = await owner.get('/api/company')
    expect(body.map((company: { id: number }) => company.id)).not.toContain(doomed.id)
  })
})

describe('401', () => {
  it('answers without a token', async () => {
    expect((await tasman.clientWith().get('/api/company')).status).toBe(401)
  })
})
