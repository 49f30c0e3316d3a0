import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoClient } from '../../../src/demo/client.ts'
import type { DemoPerson } from '../../../src/demo/people.ts'
import { seedCompanies } from '../../../src/demo/seed-companies.ts'
import { seedEmployees } from '../../../src/demo/seed-employees.ts'
import { type AnyJson, startTestApp, type TestApp } from '../../support/app.ts'
import { employeeBody } from '../../support/make.ts'

let tasman: TestApp
beforeAll(async () => {
  tasman = await startTestApp()
  const clientFor = (person: DemoPerson) => createDemoClient(tasman.service, tasman.app, person)
  await seedCompanies(clientFor)
  await seedEmployees(clientFor, tasman.service)
})
afterAll(() => tasman.close())

const people = async (person: DemoPerson) => {
  const client = await tasman.clientFor(person)
  const { body: companies } = await client.get('/api/company')
  const lists = await Promise.all(
    companies.map(
      async (company: AnyJson) => (await client.get(`/api/company/${company.id}/employees`)).body,
    ),
  )
  return { client, companies, employees: lists.flat() }
}

describe('the demo data', () => {
  it('gives the owner employees of many kinds in both countries', async () => {
    const { employees } = await people('owner')
    const all = (name: string) => new Set(employees.map((employee: AnyJson) => employee[name]))
    expect(employees).toHaveLength(11)
    expect(all('employment_status')).toEqual(new Set(['Full-time', 'Part-time', 'Casual']))
    expect([...all('nz_tax_code')]).toEqual(expect.arrayContaining(['M', 'ME', 'SB', 'ND']))
    expect([...all('income_stream')]).toEqual(expect.arrayContaining(['SAW', 'WHM', null]))
    expect(employees.some((employee: AnyJson) => employee.has_stsl_liability)).toBe(true)
    expect(employees.some((employee: AnyJson) => employee.has_student_loan)).toBe(true)
  })

  it('leaves the lapsed customer two employees, and no licence for a third', async () => {
    const { client, companies, employees } = await people('lapsed')
    expect(employees).toHaveLength(2)
    const more = await client.put(`/api/company/${companies[0].id}/employees/create`, [employeeBody()])
    expect(more).toMatchObject({ status: 207, body: [{ errors: { licence: expect.any(String) } }] })
  })

  it('gives the other customer three', async () => {
    expect((await people('other')).employees).toHaveLength(3)
  })
})
