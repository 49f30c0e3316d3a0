import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { type MeasuredService, startMeasuredService } from '../../support/measured.ts'

const LINES_MAX = 1000
/** These files once held up other callers for 1.3 to 2.2 seconds. */
const BLOCK_MS = 1000

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let mia: AnyJson
let service: MeasuredService
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  mia = await anEmployee(owner, company.id, { number: 'M1' })
  service = await startMeasuredService(tasman.databaseUrl)
}, 60_000)
afterAll(async () => {
  service?.stop()
  await tasman.close()
})

const rows = (count: number, line: string) => `${line}\n`.repeat(count)
const timesheet = (count: number, employee = 'M1') =>
  `employee_number,description,units,value,date\n${rows(count, `${employee},Ordinary hours,hours,0.01,2026-07-01`)}`
const leave = (count: number) =>
  `employee_number,description,leave_type,date,hours\n${rows(count, 'M1,Annual leave,HOLIDAY,2026-07-01,0.001')}`
const send = (kind: string, csv: string, query = '') =>
  owner.post(`/api/company/${company.id}/imports/${kind}?pay_date=2026-07-08${query}`, csv, {
    'content-type': 'text/csv',
  })

it.each([
  ['timesheets', timesheet(LINES_MAX + 1), LINES_MAX + 1],
  ['leave-taken', leave(LINES_MAX + 1), LINES_MAX + 1],
  // The rest of the standard hours is a line too.
  ['leave-taken', leave(LINES_MAX), 1],
])('refuses more rows of one employee than a pay has lines: %s', async (kind, csv, refused) => {
  const checked = await send(kind, csv, '&dry_run=true')
  expect([checked.status, checked.body.totals.refused]).toEqual([200, refused])
  expect(checked.body.rows[0].errors[0].message).toContain(
    'A pay has at most 1,000 lines, and this one has 1,001',
  )
  const stored = await send(kind, csv)
  expect([stored.status, stored.body.data[0].msg]).toEqual([
    422,
    expect.stringContaining('A pay has at most 1,000 lines'),
  ])
  expect((await owner.get(`/api/company/${company.id}/pays`)).body).toEqual([])
})

it('refuses such a pay as JSON, in a rebuild and with standing items', async () => {
  const hour = { description: 'Ordinary hours', units: 'hours', value: '0.01' }
  const hours = (count: number) => Array.from({ length: count }, () => hour)
  const create = (count: number) =>
    owner.put(`/api/company/${company.id}/pays/create?pay_date=2026-07-08&identifier_type=employee_id`, [
      { employee_id: mia.id, hours: hours(count) },
    ])
  const refused = await create(LINES_MAX + 1)
  expect([refused.status, refused.body.data[0]]).toMatchObject([422, { loc: ['body', 0], type: 'too_long' }])
  const standing = await owner.post(
    `/api/company/${company.id}/imports/standing-items`,
    'employee_number,kind,description,amount,allowance_category,auto_apply_to_pay\nM1,allowance,Tools,5,TD,true',
    { 'content-type': 'text/csv' },
  )
  expect(standing.status).toBe(200)
  const above = await create(LINES_MAX)
  expect([above.status, JSON.stringify(above.body)]).toEqual([
    400,
    expect.stringContaining('with the standing items'),
  ])
  const most = await create(LINES_MAX - 1)
  expect(most.status).toBe(201)
  const [pay] = (await owner.get(`/api/company/${company.id}/pays`)).body
  const rebuilt = await owner.put(`/api/company/${company.id}/pays/${pay.id}`, {
    hours: hours(LINES_MAX + 1),
  })
  expect(rebuilt.status).toBe(422)
  const payslip = await measured('GET', `/pays/${pay.id}/payslip`)
  expect(payslip.status).toBe(200)
  expect(payslip.longestMs).toBeLessThan(BLOCK_MS)
})

async function measured(method: string, path: string, csv?: string) {
  await service.measure()
  const answer = await fetch(`${service.baseUrl}/api/company/${company.id}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${owner.token}`,
      ...(csv === undefined ? {} : { 'content-type': 'text/csv' }),
    },
    ...(csv === undefined ? {} : { body: csv }),
  })
  await answer.arrayBuffer()
  const { longestMs, rssMb } = await service.measure()
  console.log(`${method} ${path}: ${answer.status}, silent for ${longestMs.toFixed(0)} ms, ${rssMb} MB`)
  return { status: answer.status, longestMs }
}

const numbers = Array.from({ length: 500 }, () => 'M1').join(';')
it.each([
  ['timesheets', 200, timesheet(50_000)],
  ['leave-taken', 200, leave(50_000)],
  ['leave-taken', 200, leave(20_000)],
  // Five million numbers, which count as cells.
  [
    'company-allowances',
    422,
    `description,amount,employee_numbers\n${Array.from({ length: 10_000 }, (_, index) => `T${index},15.50,"${numbers}"`).join('\n')}`,
  ],
  [
    'company-allowances',
    422,
    `description,amount,employee_numbers\n${Array.from({ length: 9000 }, (_, index) => `T${index},15.50,"${numbers}"`).join('\n')}`,
  ],
])(
  'checks a long file without silencing other callers: %s',
  async (kind, status, csv) => {
    await measured('POST', `/imports/${kind}?dry_run=true&pay_date=2026-07-08`, 'employee_number\nM1\n')
    const answer = await measured('POST', `/imports/${kind}?dry_run=true&pay_date=2026-07-08`, csv)
    expect(answer.status).toBe(status)
    expect(answer.longestMs).toBeLessThan(BLOCK_MS)
  },
  60_000,
)
