import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { aPay } from '../support/pays.ts'
import { anEndpoint, LOCAL } from '../webhooks/story.ts'

/*
 * What is read can be edited and sent back: the served schema marks what a write refuses as `readOnly`, and stripping by
 * that mark alone leaves a body that is accepted and changes nothing.
 */

let tasman: TestApp
let owner: TestClient
let document: AnyJson
let companyId: number
let employeeId: number

beforeAll(async () => {
  tasman = await startTestApp({ env: LOCAL })
  owner = await tasman.clientFor('owner')
  document = (await owner.get('/api/openapi.json')).body
  companyId = (await aCompany(owner)).id
  employeeId = (await anEmployee(owner, companyId, { pay_rate_per_hour: 40 })).id
}, 60_000)

afterAll(() => tasman.close())

/** The value without the members that its schema marks. */
function strip(value: AnyJson, schema: AnyJson): AnyJson {
  const name = schema?.$ref?.replace('#/components/schemas/', '')
  const target = name ? document.components.schemas[name] : schema
  if (Array.isArray(value)) return value.map((row) => strip(row, target.items))
  if (value === null || typeof value !== 'object' || !target?.properties) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member]) => target.properties[member] && !target.properties[member].readOnly)
      .map(([member, inner]) => [member, strip(inner, target.properties[member])]),
  )
}

const answerSchema = (path: string, method = 'get') =>
  document.paths[path][method].responses['200'].content['application/json'].schema

/** Rows of a list that is replaced get new ids, and a write may move the time of the last change. */
function lasting(read: AnyJson): AnyJson {
  if (Array.isArray(read)) return read.map(({ id: _id, ...row }) => row)
  const { updated_at: _updated, ...rest } = read
  return rest
}

/** Reads the resource, strips it and sends it back to where it is changed. */
async function sendBack(template: string, path: string, method: 'put' | 'patch') {
  const read = (await owner.get(path)).body
  const answer = await owner[method](path, strip(read, answerSchema(template)))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(lasting(answer.body)).toEqual(lasting(read))
}

describe('is sent back as it was read', () => {
  it('a company', () => sendBack('/api/company/{company_id}', `/api/company/${companyId}`, 'patch'))

  it('an employee, in the list of the update', async () => {
    const read = (await owner.get(`/api/employees/${employeeId}`)).body
    const row = strip(read, answerSchema('/api/employees/{employee_id}'))
    const answer = await owner.patch(`/api/company/${companyId}/employees/update`, [row])
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body).toEqual([{ employee: read, errors: {} }])
  })

  it('a company allowance', async () => {
    const path = `/api/company/${companyId}/allowances`
    const { body } = await owner.post(path, { description: 'Tools', amount: 5, allowance_category: 'TD' })
    await sendBack('/api/company/{company_id}/allowances/{allowance_id}', `${path}/${body.id}`, 'patch')
  })

  it('bank accounts', async () => {
    const path = `/api/employees/${employeeId}/bank-accounts`
    const account = {
      account_name: 'A',
      bsb: '062-000',
      account_number: '12345678',
      amount_type: 'REMAINDER',
    }
    expect((await owner.put(path, [account])).status).toBe(200)
    await sendBack('/api/employees/{employee_id}/bank-accounts', path, 'put')
  })

  it('a webhook', async () => {
    const { id } = await anEndpoint(owner, 'http://127.0.0.1:9/hook')
    await sendBack('/api/webhooks/{webhook_id}', `/api/webhooks/${id}`, 'patch')
  })

  const amount = fc.integer({ min: 1, max: 4000 }).map((cents) => cents / 100)
  const row = fc.record({
    description: fc.constantFrom('Ordinary hours', 'Overtime', 'Saturday'),
    units: fc.constant('hours'),
    value: amount,
    price: fc.oneof(
      fc.constant({}),
      amount.map((rate) => ({ rate })),
      fc.constantFrom(1, 1.5, 2, 2.25).map((multiplier) => ({ multiplier })),
      fc.constant({ rate_reference: 'system:ordinary_time' }),
    ),
    is_overtime: fc.boolean(),
  })
  const leave = fc.record({
    description: fc.constantFrom('Sick leave', 'Leave'),
    leave_type: fc.constantFrom('SICK', 'HOLIDAY', 'OTHER'),
    date: fc.constant('2026-10-30'),
    hours: amount,
    price: fc.oneof(fc.constant({}), fc.constant({ multiplier: 1.5 }), fc.constant({ rate: 31 })),
  })

  it('a pay, whatever is on it, also after a raise in between', async () => {
    const pays = fc.record({
      hours: fc.array(row, { maxLength: 3 }),
      leave: fc.array(leave, { maxLength: 2 }),
      allowances: fc.constantFrom([], [{ description: 'Meal', amount: 12, allowance_category: 'OD' }]),
      deductions: fc.constantFrom([], [{ description: 'Fees', amount: 3, classification: 'NORMAL' }]),
      bonuses: fc.constantFrom([], [{ description: 'Thanks', amount: 50 }]),
      isRaised: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(pays, async ({ isRaised, ...pay }) => {
        const settle = (rows: AnyJson[]) => rows.map(({ price, ...rest }) => ({ ...rest, ...price }))
        const rated = { ...pay, hours: settle(pay.hours), leave: settle(pay.leave) }
        const person = await anEmployee(owner, companyId, { pay_rate_per_hour: 40 })
        const made = await aPay(owner, companyId, '2026-11-01', { employee_id: person.id, ...rated })
        if (isRaised)
          await owner.patch(`/api/company/${companyId}/employees/update`, [
            { id: person.id, pay_rate_per_hour: 50 },
          ])
        const path = `/api/company/${companyId}/pays/${made.id}`
        const read = (await owner.get(path)).body
        const body = strip(read, answerSchema('/api/company/{company_id}/pays/{pay_id}'))
        const answer = await owner.put(path, body)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        for (const member of ['gross', 'tax', 'net', 'super', 'hours', 'leave'])
          expect(answer.body[member], member).toEqual(read[member])
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})

describe('rate and multiplier', () => {
  const hours = (price: object) => ({
    employee_id: employeeId,
    hours: [{ description: 'Overtime', units: 'hours', value: 2, ...price }],
  })
  const create = (price: object) =>
    owner.put(`/api/company/${companyId}/pays/create?dry_run=true`, [hours(price)])

  it('may both be sent when they agree, and are refused when they do not', async () => {
    expect((await create({ rate: 60, multiplier: 1.5 })).body[0].gross).toBe(120)
    const refused = await create({ rate: 61, multiplier: 1.5 })
    expect(refused.status).toBe(422)
    expect(refused.body.data[0]).toMatchObject({ loc: ['body', 0, 'hours', 0, 'multiplier'] })
  })

  it('a rate beside a named one counts, and the difference is said', async () => {
    const same = await create({ rate: 40, rate_reference: 'system:ordinary_time' })
    const other = await create({ rate: 45, rate_reference: 'system:ordinary_time' })
    expect(same.body[0].warnings.join()).not.toContain('system:ordinary_time')
    expect(other.body[0].gross).toBe(90)
    expect(other.body[0].warnings).toContainEqual(expect.stringMatching(/rate 45 .* is 40/))
  })
})
