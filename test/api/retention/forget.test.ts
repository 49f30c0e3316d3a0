import { afterAll, beforeAll, expect, it } from 'vitest'
import { replayPays } from '../../../src/features/pays/pays/index.ts'
import { forgetOldRecords } from '../../../src/features/workflows/retention/index.ts'
import { readSettings } from '../../../src/settings/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployer, aPay, aWorker } from '../payday-filing/story.ts'
import { aPayer, aPerson, pay } from '../payments/story.ts'

/* Seven years after an employee left, nothing shows who it was, and every amount is unchanged. */

const PRIVATE = [
  'Zephyrine',
  'Quillfeather',
  'zq@private.example',
  '9 Lantern Row',
  'MEMBER-77',
  '0412 777 321',
]
const WHO = {
  first_name: PRIVATE[0],
  last_name: PRIVATE[1],
  email_address: PRIVATE[2],
  address1: PRIVATE[3],
  phone_mobile: PRIVATE[5],
}

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const rowsOf = async (text: string): Promise<AnyJson[]> =>
  (await tasman.service.database.pool.query(text)).rows

/** Tables that still contain one of the private texts. */
async function tablesThatTell(): Promise<string[]> {
  const tables = await rowsOf(`select tablename from pg_tables where schemaname = 'public'`)
  const telling: string[] = []
  for (const { tablename } of tables) {
    const found = await rowsOf(
      `select 1 from "${tablename}" t where ${PRIVATE.map((text) => `t::text ilike '%${text}%'`).join(' or ')} limit 1`,
    )
    // The audit log has its own retention time and deletes entries itself.
    if (found.length > 0 && !/^audit_/.test(tablename)) telling.push(tablename)
  }
  return telling.sort()
}

it('forgets who left seven years ago, their files and messages, and no amount', async () => {
  const company = await aPayer(owner)
  const leaver = await aPerson(owner, company.id, { ...WHO, default_employee_fund_member_number: PRIVATE[4] })
  const stayer = await aPerson(owner, company.id, { first_name: 'Stella' })
  const paid = await pay(owner, company.id, leaver.id, '2026-07-16')
  await pay(owner, company.id, stayer.id, '2026-07-16')
  const file = await owner.get(`/api/company/${company.id}/pay-runs/${paid.pay_run_id}/bank-file`)
  expect(file.status).toBe(200)
  const carried = await owner.post(`/api/super-payments/${company.id}/files`, { pay_run_id: paid.pay_run_id })
  expect(carried).toMatchObject({ status: 201 })
  const ended = await owner.post(`/api/employees/${leaver.id}/terminate`, {
    termination_date: '2026-07-17',
    pay_date: '2026-07-17',
  })
  expect(ended.status).toBe(200)

  const employer = await anEmployer(owner)
  const worker = await aWorker(owner, employer.id, WHO)
  const filed = await aPay(owner, employer.id, worker.id, '2026-07-16')
  const message = await owner.post(`/api/payday-filing/${employer.id}/submit`, { pay_ids: [filed.id] })
  expect(message.status).toBe(201)
  await owner.post(`/api/employees/${worker.id}/terminate`, {
    termination_date: '2026-07-17',
    pay_date: '2026-07-17',
  })
  await tasman.service.database.pool.query(`update submissions set status = 'accepted'`)

  const figures = `select id, gross, tax, net, super, paye from pays order by id`
  const ledger = `select pay_id, kind, amount from payment_lines order by id`
  const before = { pays: await rowsOf(figures), lines: await rowsOf(ledger) }
  const open = (await owner.get(`/api/super-payments/${company.id}/contributions`)).body

  expect(open).toHaveLength(2)

  tasman.clock.set(new Date('2033-07-10T00:00:00Z'))
  expect(await forgetOldRecords(tasman.service)).toEqual({ people: 0, documents: 0 })
  expect(await tablesThatTell()).toContain('employees')

  tasman.clock.set(new Date('2033-07-25T00:00:00Z'))
  const done = await forgetOldRecords(tasman.service)
  expect(done.people).toBe(2)
  expect(done.documents).toBeGreaterThanOrEqual(2)
  expect(await forgetOldRecords(tasman.service)).toEqual({ people: 0, documents: 0 })
  expect(await tablesThatTell()).toEqual([])
  expect({ pays: await rowsOf(figures), lines: await rowsOf(ledger) }).toEqual(before)

  const later = await tasman.clientFor('owner')
  const shown = await later.get(`/api/employees/${leaver.id}`)
  expect(shown).toMatchObject({ status: 200, body: { first_name: 'Former', last_name: 'Employee' } })
  expect((await later.get(`/api/employees/${stayer.id}`)).body.first_name).toBe('Stella')
  const payslip = await later.get(`/api/company/${company.id}/pays/${paid.id}/payslip`)
  expect(payslip.status).toBe(200)
  const document = await later.get(`/api/payday-filing/${employer.id}/submissions/${message.body.id}`)
  expect(document.status).toBe(200)
  expect(JSON.stringify(document.body)).not.toContain(PRIVATE[1])
  const upload = await later.get(`/api/payday-filing/${employer.id}/submissions/${message.body.id}/file`)
  expect(upload.body).toContain('Removed at the end of its retention time')
  // Amounts owed to the fund still match the amounts sent, without the membership.
  const expected = JSON.stringify(open)
    .replaceAll('Zephyrine', 'Former')
    .replaceAll('Quillfeather', 'Employee')
    .replaceAll('"MEMBER-77"', 'null')
  const owed = await later.get(`/api/super-payments/${company.id}/contributions`)
  expect(owed.body).toEqual(JSON.parse(expected))
  for await (const { id, differences } of replayPays(tasman.service.database.query, tasman.service.rates))
    expect({ id, differences }).toEqual({ id, differences: [] })
}, 240_000)

it('takes seven years or more, or never', () => {
  expect(readSettings({}).retentionYears).toBe(7)
  expect(readSettings({ RETENTION_YEARS: '0' }).retentionYears).toBe(0)
  expect(() => readSettings({ RETENTION_YEARS: '6' })).toThrow('the law requires seven years')
  expect(() => readSettings({ AUDIT_RETENTION_MONTHS: '11' })).toThrow('from 13')
})
