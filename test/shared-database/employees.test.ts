import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../support/make.ts'

let apps: TestApp[] = []
let others: TestClient[]
let owners: TestClient[]
beforeAll(async () => {
  const one = await startTestApp()
  const databaseUrl = one.databaseUrl
  apps = [one, await startTestApp({ databaseUrl })]
  const token = (await one.clientFor('other')).token
  others = apps.map((app) => app.clientWith(token))
  const ownerToken = (await one.clientFor('owner')).token
  owners = apps.map((app) => app.clientWith(ownerToken))
})
afterAll(async () => {
  for (const app of [...apps].reverse()) await app.close()
})

/** Two services on a busy machine may report overload. The test retries, as clients do. */
async function insist(send: () => Promise<AnyJson>): Promise<AnyJson> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503) return answer
    await sleep(100)
  }
}
const at = <T>(list: T[], index: number) => list[index % list.length] as T

it('a hundred creates at once over two services never exceed the cap', async () => {
  const companyId = (await aCompany(at(others, 0))).id
  const path = `/api/company/${companyId}/employees/create`
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => insist(() => at(others, index).put(path, [employeeBody()]))),
  )
  const created = answers.filter((answer) => answer.status === 201)
  expect(created).toHaveLength(10)
  for (const answer of answers.filter(({ status }) => status !== 201))
    expect(answer).toMatchObject({ status: 207, body: [{ errors: { licence: expect.any(String) } }] })
  expect((await at(others, 0).get(`/api/company/${companyId}/employees`)).body).toHaveLength(10)
})

it('restores at once never exceed the cap either', async () => {
  const { body: companies } = await at(others, 0).get('/api/company')
  const companyId = companies[0].id
  const list = `/api/company/${companyId}/employees`
  const { body: employees } = await at(others, 0).get(list)
  for (const { id } of employees.slice(0, 8)) await at(others, 0).delete(`/api/employees/${id}`)
  for (let i = 0; i < 5; i++) await anEmployee(at(others, 0), companyId)
  const answers = await Promise.all(
    employees
      .slice(0, 8)
      .map(({ id }: { id: number }, index: number) =>
        insist(() => at(others, index).post(`/api/employees/${id}/restore`)),
      ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(5)
  expect((await at(others, 0).get(list)).body).toHaveLength(10)
})

it('one number sent fifty times at once goes to exactly one employee', async () => {
  const companies = await Promise.all([aCompany(at(owners, 0)), aCompany(at(owners, 0))])
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      insist(() =>
        at(owners, index).put(`/api/company/${at(companies, index >> 1).id}/employees/create`, [
          employeeBody({ number: 'ONLY' }),
        ]),
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status, body } of answers)
    if (status === 207) expect(Object.keys(body[0].errors)).toEqual(['number'])
})

it('changes of one employee at once are all kept, and If-Match lets exactly one of them win', async () => {
  const companyId = (await aCompany(at(owners, 0))).id
  const { id } = await anEmployee(at(owners, 0), companyId)
  const fields = ['position', 'department', 'honorific', 'middle_name', 'kin_name', 'kin_city']
  const update = (index: number, change: object, headers = {}) =>
    insist(() =>
      at(owners, index).patch(`/api/company/${companyId}/employees/update`, [{ id, ...change }], headers),
    )
  await Promise.all(fields.map((name, index) => update(index, { [name]: 'Set' })))
  const read = await at(owners, 1).get(`/api/employees/${id}`)
  for (const name of fields) expect(read.body[name]).toBe('Set')
  expect(read.headers.etag).toBe(`"${fields.length + 1}"`)
  const match = { 'if-match': read.headers.etag as string }
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => update(index, { position: `Try ${index}` }, match)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412, 412, 412])
})
