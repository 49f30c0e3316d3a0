import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

const json = { 'content-type': 'application/json' }
let tasman: TestApp
let owner: TestClient
let pays: string
let employees: string
let employeeId: number

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  const company = await aCompany(owner)
  employeeId = (await anEmployee(owner, company.id)).id
  pays = `/api/company/${company.id}/pays/create`
  employees = `/api/company/${company.id}/employees/create`
})
afterAll(() => tasman.close())

describe('work for each byte is bounded', () => {
  it('six thousand rows with every member wrong are refused at once, with at most fifty faults', async () => {
    const rows = '{"rate":[],"multiplier":{}},'.repeat(6000).slice(0, -1)
    const started = performance.now()
    const answer = await owner.put(pays, `[{"employee_id":1,"hours":[${rows}]}]`, json)
    expect(answer.status).toBe(422)
    expect(answer.body.data.length).toBeLessThanOrEqual(50)
    expect(performance.now() - started).toBeLessThan(3000)
  })

  it.each([
    ['nested too deep', '['.repeat(40) + ']'.repeat(40), /nested too deep/],
    ['a text that is too long', `[{"employee_number":"${'x'.repeat(200_000)}"}]`, /too long/],
    [
      'too many members',
      `{${Array.from({ length: 300_000 }, (_, i) => `"k${i}":0`).join()}}`,
      /too many members/,
    ],
    [
      'too many members of one object inside',
      `[{"hours":[{${Array.from({ length: 1001 }, (_, i) => `"k${i}":0`).join()}}]}]`,
      /too many members/,
    ],
    [
      'as many as there may be, and again',
      `[${`{${Array.from({ length: 1000 }, (_, i) => `"k${i}":0`).join()}},`.repeat(2)}{}]`,
      /Unknown field: k0/,
    ],
    [
      'more items than the route takes, before they are built',
      `[${'1,'.repeat(200_000)}`,
      /more than 100,000 items/,
    ],
    ['an object of the size of a list', `{"a":[${'1,'.repeat(3_000_000)}1]}`, /too large/],
    ['too many values', `[${`[${'[],'.repeat(44)}[]],`.repeat(95_000)}[]]`, /too many values/],
    [
      'one item that is too large',
      `[{"hours":[${'{"value":1},'.repeat(200_000)}{}]},{}]`,
      /Item 0 .* too large/,
    ],
  ])('%s', async (_what, text, sentence) => {
    const answer = await owner.put(pays, text, json)
    expect(answer.status).toBe(422)
    expect(answer.body.message).toMatch(sentence)
  })

  it('a long list is read in parts, and is the same list', async () => {
    const rows = Array.from({ length: 6000 }, (_, i) => ({ employee_number: `N${i} Zoë "\\[{,`, colour: i }))
    const spaced = ` \n[ ${rows.map((row) => JSON.stringify(row, null, 2)).join(' ,\r\n ')} ]\n `
    expect(spaced.length).toBeGreaterThan(300_000)
    const answer = await owner.put(pays, spaced, json)
    expect(answer.body.message).toBe('Unknown field: colour')
    const last = rows.map(({ employee_number }) => ({ employee_number }) as AnyJson)
    last[5999].colour = 1
    const late = await owner.put(pays, last, json)
    expect(late.body.data[0].loc).toEqual(['body', 5999, 'colour'])
  })

  const item = `{"employee_id":1,"hours":[]}`
  const long = `${item},`.repeat(12_000)
  it.each([
    ['a comma too many', `[${long}]`],
    ['two commas', `[${long},${item}]`],
    ['something behind the list', `[${long}${item}] x`],
    ['another bracket at its end', `[${long}${item}}`],
    ['a missing end', `[${long}${item}`],
    ['a list that ends early', `[${long}${item}],${item}]`],
  ])('a long list that is no JSON is refused: %s', async (_what, text) => {
    expect(text.length).toBeGreaterThan(300_000)
    const answer = await owner.put(pays, text, json)
    expect([answer.status, answer.body.message]).toEqual([422, 'The body is not valid JSON'])
  })
})

describe('bodies are UTF-8', () => {
  it('another encoding is refused', async () => {
    const latin = Buffer.from('[{"first_name":"Zo\xeb"}]', 'latin1')
    const answer = await owner.put(employees, latin, json)
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'The body is not UTF-8. Encode it as UTF-8 and send it again',
    ])
    const named = await owner.put(employees, '[]', { 'content-type': 'application/json; charset=iso-8859-1' })
    expect([named.status, named.body.message]).toEqual([422, 'Send the body as UTF-8'])
    const good = await owner.put(employees, '[]', { 'content-type': 'application/json; charset="UTF-8"' })
    expect(good.status).toBe(400)
  })

  it('a query that is not UTF-8 is refused, half of a character too', async () => {
    for (const bytes of ['%FF', '%ED%A0%80', '%C3']) {
      const answer = await owner.get(`/api/address/autocomplete?text=abc${bytes}`)
      expect([bytes, answer.status, answer.body.message]).toEqual([
        bytes,
        422,
        `The query contains ${bytes}, which is not UTF-8`,
      ])
    }
    expect((await owner.get('/api/address/autocomplete?text=caf%C3%A9')).status).toBe(200)
  })

  it('half of a character is refused wherever it stands', async () => {
    for (const text of ['"\\ud800"', '"\\udc00\\ud800"', '{"\\ud800":1}', '[{"first_name":"a\\udfff"}]'])
      expect([text, (await owner.put(employees, text, json)).status]).toEqual([text, 422])
    const item = await owner.post(
      `/api/employees/${employeeId}/deductions`,
      '{"description":"\\ud83d","amount":1,"classification":"NORMAL"}',
      json,
    )
    expect(item.status).toBe(422)
    expect(item.body.data[0].loc).toEqual(['body', 'description'])
  })
})

it('a member given twice is refused by name, in the last of many pays too', async () => {
  const twice = '{"employee_id":1,"hours":[{"value":1,"value":2}]}'
  for (const [index, text] of [
    [0, `[${twice}]`],
    [9000, `[${'{"employee_id":1,"hours":[{"value":1}]},'.repeat(9000)}${twice}]`],
  ] as const) {
    const { status, body } = await owner.put(pays, text, json)
    const msg = 'value is given twice. Send it once'
    const data = [{ loc: ['body', index, 'hours', 0, 'value'], msg, type: 'repeated' }]
    expect([status, body]).toMatchObject([422, { status_code: 10_422, message: msg, data }])
  }
})

describe('forms', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  it.each([
    ['of 16 kB and more', 'a=b&'.repeat(5000)],
    ['of more than a hundred fields', 'a=b&'.repeat(150)],
    ['that are not UTF-8', Buffer.from('grant_type=\xff', 'latin1')],
    ['whose fields are not UTF-8', 'grant_type=%ff'],
    ['with a field given twice, also one that is not ours', 'grant_type=refresh_token&colour=red&colour=red'],
  ])('%s are refused', async (_what, text) => {
    const answer = await owner.post('/api/oauth/token', text, form)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
  })
})
