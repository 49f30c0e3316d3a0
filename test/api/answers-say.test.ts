import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveReferences } from '../../src/http/openapi.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { aPay, aWeek } from '../support/pays.ts'
import { anEndpoint, LOCAL } from '../webhooks/story.ts'

/* Every write that returns a body has a field for its side effects, and uses it. */

let tasman: TestApp
let owner: TestClient
let document: AnyJson
let companyId: number
let company: string

beforeAll(async () => {
  tasman = await startTestApp({ env: LOCAL })
  owner = await tasman.clientFor('owner')
  document = (await owner.get('/api/openapi.json')).body
  companyId = (await aCompany(owner)).id
  company = `/api/company/${companyId}`
}, 60_000)

afterAll(() => tasman.close())

/** Responses without such a field, each with the reason. */
const WITHOUT_PLACE: Record<string, string> = {
  'DELETE /api/company/{company_id}/allowances/{allowance_id}': 'specified: a message',
  'POST /api/company/{company_id}/payments/redirects': 'a bare list of what was redirected',
  'POST /api/super-payments/{company_id}/settlements': 'a bare list of contributions, as they stand now',
  'POST /api/employees/{employee_id}/super-funds/verify': 'a bare list of what the funds answered',
  'POST /api/oauth/revoke': 'RFC 7009',
  'POST /api/oauth/token': 'RFC 6749',
  'POST /api/oauth/userinfo': 'OpenID Connect; it reads',
  'POST /api/outbox/{id}/resend': 'the mail itself is its state',
  'POST /api/partner-checkout/session-handoffs': 'a link that works once',
  'POST /api/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': 'the delivery itself is its state',
  'POST /api/webhooks/{webhook_id}/test': 'the delivery itself is its state',
  'POST /api/company/{company_id}/self-service-invitations': 'the outcome for each person',
  'POST /api/me/leave-preview': 'it only calculates',
  'PATCH /api/company/{company_id}/rules': 'the rules themselves',
  'PUT /api/access/people/{user_id}': 'the access itself',
  'PUT /api/work-notes': 'the note itself',
  'POST /api/bulk-jobs': 'the job itself is its state',
  'POST /api/bulk-jobs/{bulk_job_id}/retry': 'the job itself is its state',
  'POST /api/bulk-jobs/{bulk_job_id}/stop': 'the job itself is its state',
  'PATCH /api/portfolios/{portfolio_id}': 'the portfolio itself',
  'POST /api/portfolios': 'the portfolio itself',
  'POST /api/approvals/{approval_id}/approve': 'the approval holds the answer of what was done',
  'POST /api/approvals/{approval_id}/reject': 'the approval itself is its state',
  'POST /api/approvals/{approval_id}/withdraw': 'the approval itself is its state',
  'POST /api/company/{company_id}/obligations/payments': 'the payment itself; obligations show what is open',
  'POST /api/company/{company_id}/reveal': 'it reads',
  'POST /api/employees/{employee_id}/reveal': 'it reads',
  'PUT /api/demo/gateways': 'demo only: answers what is set',
  'DELETE /api/employees/{employee_id}/opening-balances': 'answers the later pays that it touches',
  'POST /api/company/{company_id}/holidays-act-report': 'it reads',
  'POST /api/company/{company_id}/pays/{pay_id}/correction-preview': 'it reads',
  'PUT /api/company/{company_id}/pay-runs/{pay_run_id}/stages/{stage}': 'the stages themselves',
  'POST /api/sandbox/clock': 'sandbox only: answers what is set',
  'POST /api/sandbox/data': 'sandbox only: answers what was made',
  'PUT /api/sandbox/faults': 'sandbox only: answers what is set',
  'POST /api/company/{company_id}/journals': 'the entries themselves, reversals among them',
  'POST /api/company/{company_id}/journals/{journal_id}/post': 'the journal itself is its state',
  'PUT /api/company/{company_id}/accounting-connection': 'answers what is set; nothing else changes',
  'PUT /api/company/{company_id}/journal-accounts': 'a bare list, answered as it is kept',
  'PUT /api/company/{company_id}/imports/{kind}/columns': 'a map of columns, answered as it is kept',
}
/** The submission reports what was lodged: its messages, errors and notes. */
const LODGED = /^(?:POST|PUT|PATCH) \/api\/(?:single-touch|payday-filing|lodgements)\//

describe('the schema', () => {
  const hasPlace = (schema: AnyJson): boolean => {
    if (!schema || typeof schema !== 'object') return false
    if (schema.properties?.warnings) return true
    const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), schema.items]
    const rows = Object.values(schema.properties ?? {}).map((member: AnyJson) => member?.items)
    return [...inner, ...rows].some(hasPlace)
  }

  it('gives every answer of a write a place for warnings, or names why it has none', () => {
    const missing = Object.entries(document.paths as Record<string, AnyJson>).flatMap(([path, item]) =>
      Object.entries(item as Record<string, AnyJson>).flatMap(([method, raw]) => {
        const name = `${method.toUpperCase()} ${path}`
        if (method === 'get' || LODGED.test(name)) return []
        const operation = resolveReferences(raw, document.components.schemas) as AnyJson
        const answers = Object.entries(operation.responses as Record<string, AnyJson>)
          .filter(([status]) => status.startsWith('2'))
          .flatMap(([, answer]) => answer.content?.['application/json']?.schema ?? [])
          // It waits for a second person, so nothing was done that could need a warning.
          .filter((schema) => !schema.properties?.approval_id)
        return answers.every(hasPlace) ? [] : [name]
      }),
    )
    expect([...new Set(missing)].sort()).toEqual(Object.keys(WITHOUT_PLACE).sort())
  })
})

const draft = async (payDate: string) => {
  const { status, body } = await owner.post(`${company}/pay-runs`, {
    pay_period: 'WEEKLY',
    pay_date: payDate,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const discard = async (run: AnyJson) => {
  for (const pay of run.pays) await owner.delete(`${company}/pays/${pay.id}`)
}

describe('standing items', () => {
  it('say which drafts do not follow, and what is stored differently or without a use', async () => {
    const { id } = await anEmployee(owner, companyId)
    const run = await draft('2026-08-09')
    const path = `/api/employees/${id}/deductions`
    const made = await owner.post(path, {
      description: ' Union ',
      amount: 12,
      classification: 'UNION_FEES',
      auto_apply_to_pay: true,
      payee_reference: 'M-1',
    })
    expect(made.status).toBe(201)
    expect(made.body.warnings).toEqual([
      'payee_reference has no effect until payee_id names a payee.',
      '1 draft pay keeps the items they have as drafted. Rebuild or delete the draft to use the current values.',
    ])
    const changed = await owner.patch(`${path}/${made.body.id}`, { amount: 13 })
    expect(changed.body.warnings).toContainEqual(expect.stringContaining('1 draft pay keeps "Union"'))
    await discard(run)
    expect((await owner.patch(`${path}/${made.body.id}`, { amount: 14 })).body.warnings).toBeUndefined()
    await owner.delete(`/api/employees/${id}`)
  })

  it('say when the total limit is used up, and when units or dates have no use', async () => {
    const { id } = await anEmployee(owner, companyId)
    const loan = { description: 'Loan', amount: 50, classification: 'NORMAL', limit_total: 60 }
    const { body: item } = await owner.post(`/api/employees/${id}/deductions`, loan)
    await aPay(
      owner,
      companyId,
      '2026-09-06',
      aWeek(id, { deductions: [{ description: 'Loan', amount: 50 }] }),
    )
    const path = `/api/employees/${id}/deductions/${item.id}`
    expect((await owner.patch(path, { limit_total: 40 })).body.warnings).toContainEqual(
      'limit_total 40.00 is used up: 50.00 has been deducted, so nothing more will be.',
    )
    const tool = { description: 'Half', amount: 10, units: 0.5, allowance_category: 'TD', total_amount: 5 }
    expect((await owner.post(`/api/employees/${id}/allowances`, tool)).body.warnings).toEqual([
      'units below 1 do not lower an allowance: total_amount is the amount itself.',
    ])
    const bonus = { description: 'B', amount: 10, tax_method: null, start_date: '2026-07-01' }
    expect((await owner.post(`/api/employees/${id}/bonuses`, bonus)).body.warnings).toEqual([
      'tax_method was sent as null and is stored as "NORMAL_EARNINGS".',
      'start_date and end_date have no effect with tax_method NORMAL_EARNINGS.',
    ])
  })
})

describe('pay rates', () => {
  it('say which price ends, what is cut, and whom they are no longer listed for', async () => {
    const { id } = await anEmployee(owner, companyId, { pay_rate_per_hour: null })
    const path = `${company}/pay-rates`
    const award = { award_name: 'Retail', classification_name: 'Level 1' }
    const made = await owner.post(path, {
      description: 'Sunday',
      multiplier: 1.5,
      employee_ids: [id, id],
      ...award,
    })
    expect(made.body.warnings).toEqual(['employee_ids names an employee more than once; each counts once.'])
    const changed = await owner.patch(`${path}/${made.body.id}`, {
      rate: '31.25000049',
      award_name: 'RETAIL',
      employee_ids: [],
    })
    expect(changed.body.warnings).toEqual([
      'multiplier 1.5 is removed: a pay rate has either a rate or a multiplier.',
      'rate was sent as "31.25000049" and is stored as 31.25.',
      'award_name was sent as "RETAIL" and is stored as "Retail".',
      `The rate is no longer listed for the employees ${id}; they can still be paid by its reference.`,
    ])
    const own = await owner.post(`/api/employees/${id}/pay-rates`, { description: 'Night', multiplier: 2 })
    expect(own.body.warnings).toEqual([
      'multiplier has nothing to multiply until the employee has a pay_rate_per_hour.',
    ])
    await owner.delete(`/api/employees/${id}`)
  })

  it('say which drafts are still paid by the old rate', async () => {
    const { id } = await anEmployee(owner, companyId)
    const { body: rate } = await owner.post(`/api/employees/${id}/pay-rates`, {
      description: 'Night',
      rate: 50,
    })
    const run = await draft('2026-08-16')
    const hours = [{ description: 'Night', units: 'hours', value: 2, rate_reference: rate.reference }]
    const mine = run.pays.find((pay: AnyJson) => pay.employee_id === id)
    expect((await owner.put(`${company}/pays/${mine.id}`, { hours })).status).toBe(200)
    const path = `/api/employees/${id}/pay-rates/${rate.reference.split(':')[1]}`
    expect((await owner.patch(path, { rate: 55 })).body.warnings).toEqual([
      '1 draft pay keeps the old rate as drafted. Rebuild or delete the draft to use the current values.',
    ])
    expect((await owner.patch(path, { rate: 55 })).body.warnings).toBeUndefined()
    await discard(run)
    await owner.delete(`/api/employees/${id}`)
  })
})

it('a company says what it ignored and who keeps the settings of another country', async () => {
  const made = await owner.put('/api/company/create', {
    id: 7,
    employees: [],
    legal_name: ' Quokka Pty Ltd ',
    abn: '51 824 753 556',
    phone: '02 5550 1234',
    postcode: '2000',
  })
  expect(made.body.warnings).toEqual([
    'The service sets id: the value sent was ignored.',
    'The service sets employees: the value sent was ignored.',
  ])
  await anEmployee(owner, made.body.id)
  const moved = await owner.patch(`/api/company/${made.body.id}`, { jurisdiction: 'NZ' })
  expect(moved.body.warnings).toContainEqual(
    expect.stringContaining('the 1 employees keep the tax and leave settings of AU'),
  )
})

it('a company allowance says whom it leaves and which drafts keep it', async () => {
  const { id } = await anEmployee(owner, companyId)
  const body = { description: 'Meal', amount: 5, allowance_category: 'OD', auto_apply_to_pay: true }
  const made = await owner.post(`${company}/allowances`, { ...body, employee_ids: [id] })
  const run = await draft('2026-08-23')
  const { body: changed } = await owner.patch(`${company}/allowances/${made.body.id}`, { employee_ids: [] })
  expect(changed.warnings).toEqual([
    `The allowance is detached from the employees ${id}.`,
    '1 draft pay keeps their allowances as drafted. Rebuild or delete the draft to use the current values.',
  ])
  await discard(run)
  await owner.delete(`/api/employees/${id}`)
})

it('restoring and reinstating say what comes back and what is replaced', async () => {
  const { id } = await anEmployee(owner, companyId)
  const item = { description: 'Fee', amount: 1, classification: 'NORMAL', auto_apply_to_pay: true }
  await owner.post(`/api/employees/${id}/deductions`, item)
  await aPay(owner, companyId, '2026-10-25', aWeek(id))
  const run = await draft('2026-08-30')
  await owner.delete(`/api/employees/${id}`)
  const restored = await owner.post(`/api/employees/${id}/restore`)
  expect(restored.body.warnings).toEqual([
    '1 draft pay of the employee is waiting; processing the run pays it. Delete what should not be paid.',
    '1 standing items of the employee are added to new pays again. End those that should not.',
  ])
  await discard(run)
  const ending = { termination_date: '2026-11-01', pay_date: '2026-11-01' }
  expect((await owner.post(`/api/employees/${id}/terminate`, ending)).status).toBe(200)
  const back = await owner.post(`/api/employees/${id}/reinstate`, { start_date: '2026-11-02' })
  expect(back.status, JSON.stringify(back.body)).toBe(200)
  expect(back.body.warnings).toContainEqual(
    'start_date was 2025-07-01 and is 2026-11-02 now: leave and long service count from it.',
  )
})

it('accounts and funds say that open payments keep to what the pay remembers', async () => {
  const { id } = await anEmployee(owner, companyId)
  const account = (number: string) => [
    { account_name: 'A', bsb: '062-000', account_number: number, amount_type: 'REMAINDER' },
  ]
  const fund = { fund_type: 'APRA', fund_name: 'A Super', usi: 'STA0100AU', percentage: 100 }
  expect((await owner.put(`/api/employees/${id}/bank-accounts`, account('1111'))).body[0]).not.toHaveProperty(
    'warnings',
  )
  await owner.put(`/api/employees/${id}/super-funds`, [{ ...fund, member_number: '1' }])
  const pay = await aPay(owner, companyId, '2026-10-11', aWeek(id))
  const moved = await owner.put(`/api/employees/${id}/bank-accounts`, account('2222'))
  expect(moved.body[0].warnings).toEqual([
    `The open amount of pay ${pay.id} still goes to the accounts stored with the pay; redirect the payments to send it to the new ones.`,
  ])
  expect((await owner.put(`/api/employees/${id}/bank-accounts`, account('2222'))).body[0]).not.toHaveProperty(
    'warnings',
  )
  const funds = await owner.put(`/api/employees/${id}/super-funds`, [{ ...fund, member_number: '2' }])
  expect(funds.body[0].warnings[0]).toContain('the funds stored with the pay')
})

it('a bank file says what it leaves over', async () => {
  const own = await aCompany(owner, {
    bank_bsb: '062-000',
    bank_account_number: '10001000',
    bank_account_name: 'Cafe',
    bank_name_code: 'CBA',
    direct_entry_user_id: '123456',
  })
  const bank = {
    primary_bank_bsb: '062-000',
    primary_bank_account_number: '1234',
    primary_bank_account_name: 'M',
  }
  const one = await anEmployee(owner, own.id, bank)
  const cash = await anEmployee(owner, own.id, { pay_method: 'CASH' })
  const paid = await aPay(owner, own.id, '2026-10-11', aWeek(one.id))
  const inCash = await aPay(owner, own.id, '2026-10-11', aWeek(cash.id))
  const files = `/api/company/${own.id}/payments/files`
  const made = await owner.post(files, { pay_run_id: paid.pay_run_id })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(made.body.warnings).toEqual([`${inCash.net.toFixed(2)} is paid in cash and is not in the file.`])
  const undone = await owner.patch(`${files}/${made.body.id}`, { settled_on: null, reference: 'X' })
  expect(undone.body.warnings).toEqual(['reference is removed: the file is no longer settled.'])
  const cancelled = await owner.post(`${files}/${made.body.id}/cancel`, {})
  expect(cancelled.body.warnings[0]).toContain(`${made.body.total.toFixed(2)} that the file would have paid`)
})

it('a webhook says what was stripped and what is skipped', async () => {
  const { id } = await anEndpoint(owner, 'http://127.0.0.1:9/hook')
  const { body } = await owner.patch(`/api/webhooks/${id}`, { url: ' <http://127.0.0.1:9/other> ' })
  expect(body.warnings).toEqual([
    'url was sent as " <http://127.0.0.1:9/other> " and is stored as "http://127.0.0.1:9/other".',
  ])
  await aCompany(owner)
  await owner.patch(`/api/webhooks/${id}`, { is_active: false })
  expect((await owner.patch(`/api/webhooks/${id}`, { regenerate_secret: true })).body.warnings).toHaveLength(
    1,
  )
})
