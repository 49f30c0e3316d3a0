import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processDueTerminations } from '../../src/features/pays/terminations/index.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'

let one: TestApp
let two: TestApp
let here: TestClient
let there: TestClient
beforeAll(async () => {
  one = await startTestApp()
  two = await startTestApp({ databaseUrl: one.databaseUrl })
  here = await one.clientFor('owner')
  there = two.clientWith(here.token)
})
afterAll(async () => {
  await two.close()
  await one.close()
})

const END = { termination_date: '2026-10-30', pay_date: '2026-11-01' }

/** A service that has just started may be busy for a moment and report overload. */
async function whenReady(call: () => Promise<{ status: number }>): Promise<number> {
  for (;;) {
    const { status } = await call()
    if (status !== 503) return status
  }
}

describe('two services on one database', () => {
  it('of twenty simultaneous terminates one succeeds and nineteen are refused', async () => {
    const company = (await aCompany(here)).id
    const { id } = await anEmployee(here, company)
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        whenReady(() => (index % 2 === 0 ? here : there).post(`/api/employees/${id}/terminate`, END)),
      ),
    )
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    const pays = await there.get(`/api/company/${company}/pays?employee_id=${id}`)
    expect(pays.body.length).toBe(1)
  })

  it('a staged final pay is processed once, however many run the job', async () => {
    const company = (await aCompany(here, { jurisdiction: 'NZ' })).id
    const { id } = await anEmployee(here, company, { country: 'NZ' })
    const staged = await here.post(`/api/employees/${id}/terminate`, { ...END, pay_date: '2026-11-08' })
    expect(staged.body.is_pay_processed).toBe(false)
    for (const tasman of [one, two]) tasman.clock.set(new Date('2026-11-08T01:00:00Z'))
    await Promise.all([one, two, one, two].map((tasman) => processDueTerminations(tasman.service)))
    const { rows } = await one.service.database.pool.query(
      'select status, (select version from employees where id = $1) as version from pays where employee_id = $1',
      [id],
    )
    expect(rows).toEqual([{ status: 'processed', version: 2 }])
  })
})
