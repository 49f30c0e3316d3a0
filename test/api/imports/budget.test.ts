import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, employeeBody } from '../../support/make.ts'
import { createVisitor } from '../../support/visitor.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let baseUrl: string
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  await tasman.administer('update customers set employee_cap = 100000')
  await tasman.app.listen({ port: 0, host: '127.0.0.1' })
  baseUrl = `http://127.0.0.1:${(tasman.app.server.address() as AddressInfo).port}`
})
afterAll(() => tasman.close())

const url = (rest: string) => `/api/company/${company.id}${rest}`
const send = (csv: string, query = '?dry_run=true') =>
  owner.post(url(`/imports/employees${query}`), csv, { 'content-type': 'text/csv' })

function employees(count: number, prefix: string): string {
  const row = employeeBody({ number: '' })
  const names = Object.keys(row)
  const lines = Array.from({ length: count }, (_, index) =>
    names.map((name) => (name === 'number' ? `${prefix}${index}` : String(row[name]))).join(),
  )
  return [names.join(), ...lines].join('\n')
}

describe('a file beyond the budget is refused with a sentence', () => {
  it.each([
    ['50,001 rows', `first_name,last_name\n${'a,b\n'.repeat(50_001)}`, 'more than 50,000 rows. Split it'],
    ['50,001 lines of returns', `first_name,last_name\r${'a,b\r'.repeat(50_001)}`, 'more than 50,000 rows'],
    ['empty lines', `first_name,last_name\n${'\n'.repeat(60_000)}`, 'more than 50,000 rows'],
    ['501 columns', `first_name${',a'.repeat(500)}\n`, 'more than 500 columns. Leave out'],
    ['501 cells in a row', `first_name,last_name\n${','.repeat(500)}\n`, 'more than 500 columns'],
    ['5,000,001 cells', `first_name\n${`${','.repeat(499)}\n`.repeat(10_001)}`, 'more than 5,000,000 cells'],
  ])('%s', async (_what, csv, sentence) => {
    const { status, body } = await send(csv)
    expect([status, body.status_code]).toEqual([422, 10_422])
    expect(body.message).toContain(sentence)
    expect(body.data[0]).toMatchObject({ loc: ['body'], type: 'too_long' })
  })

  it('line ends and commas inside quotes do not count', async () => {
    const note = `"${'a,\n'.repeat(60_000)}"`
    const { status, body } = await send(`first_name,last_name,extra\nMia,Brown,${note}`)
    expect([status, body.totals?.rows]).toEqual([200, 1])
  })
})

it('an answer lists the first thousand refused rows, and counts all', async () => {
  const { status, body } = await send(`first_name,last_name\n${'a\n'.repeat(3000)}`)
  expect([status, body.totals.rows, body.totals.refused, body.rows.length]).toEqual([200, 3000, 3000, 1000])
  const wrong = await send(`${Array.from({ length: 3 }, (_, i) => `c${i}`).join()},first_name\n1,1,1,=1`)
  expect(wrong.body.rows[0].errors).toEqual([
    { field: 'first_name', message: expect.stringContaining('looks like a spreadsheet formula') },
  ])
})

it('a large file reads like a small one', async () => {
  const file = employees(800, 'S')
  const { status, body } = await send(file)
  expect(file.length).toBeGreaterThan(64 * 1024)
  expect([status, body.totals.create, body.rows.length]).toEqual([200, 800, 800])
  expect(body.rows[799]).toMatchObject({ row: 801, subject: 'Mia Nguyen', action: 'create' })
  expect((await send(`${file}\n"`)).body.message).toMatch(/^The file is not a CSV file: /)
})

describe('a caller who leaves stops the import', () => {
  const jobs = async () => (await owner.get(url('/jobs'))).body
  const countEmployees = async () => {
    const { body } = await owner.get(url('/employees'))
    return body.length ?? body.employees.length
  }

  it.each([
    ['the API', '/api'],
    ['the web app', '/app/api'],
  ])(
    'through %s',
    async (_what, prefix) => {
      const visitor = createVisitor(tasman)
      await visitor.signIn('owner@demo.example')
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers =
        prefix === '/api' ? { authorization: `Bearer ${owner.token}` } : { cookie, 'x-tasman-app': '1' }
      /** Disconnects while the transaction is working. Returns false when the import was over before that. */
      const leaveWithin = async (people: number) => {
        const caller = new AbortController()
        let isOver = false
        const importing = fetch(
          `${baseUrl}${url('/imports/employees').replace('/api', prefix)}?dry_run=true`,
          {
            method: 'POST',
            headers: { ...headers, 'content-type': 'text/csv' },
            body: employees(people, `G${prefix.length}-${people}-`),
            signal: caller.signal,
          },
        )
          .then(
            ({ status }) => status,
            () => 'left',
          )
          .finally(() => {
            isOver = true
          })
        // All rows are read, and some are written.
        const isWriting = async () => (await jobs()).some(({ done }: { done: number }) => done > people)
        while (!isOver && !(await isWriting())) await sleep(5)
        caller.abort()
        const answer = await importing
        while ((await jobs()).length > 0) await sleep(20)
        return answer === 'left'
      }
      let people = 4000
      let before = await countEmployees()
      while (!(await leaveWithin(people))) {
        people *= 2
        expect(people).toBeLessThan(50_000)
        before = await countEmployees()
      }
      expect(await countEmployees()).toBe(before)
    },
    120_000,
  )
})
