import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { type Operation, readOperations } from '../../support/operations.ts'
import { unzip } from '../../support/unzip.ts'
import { aPerson, PAYER, pay } from '../payments/story.ts'
import { readTexts } from '../payslips/read-pdf.ts'

/* Who can see tax and bank account numbers, and whose access to them is recorded. */

const TFN = '865414088'
const IRD = '136410132'
const ACCOUNTS = ['10293847', '90817263', '55446677', '738291']
const NZ_ACCOUNT = '010902006838900'
const SECRETS = [TFN, IRD, ...ACCOUNTS, NZ_ACCOUNT, '01-0902-0068389-00']

let tasman: TestApp
let owner: TestClient
let screen: TestClient
let operations: Operation[]
let australia: Record<string, number | string>
let newZealand: Record<string, number | string>

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  screen = await tasman.clientFor('owner', { clientId: 'tasman-web' })
  operations = (await readOperations(owner)).filter(({ method }) => method === 'get')
  australia = await inAustralia()
  newZealand = await inNewZealand()
}, 120_000)
afterAll(() => tasman.close())

const must = (answer: AnyJson, ...statuses: number[]) => {
  expect(statuses, JSON.stringify(answer.body)).toContain(answer.status)
  return answer.body
}

async function inAustralia() {
  const company = await aCompany(owner, {
    ...PAYER,
    bank_account_number: ACCOUNTS[3],
    address1: '1 George Street',
    city: 'Sydney',
    state: 'NSW',
    postcode: '2000',
    country: 'AU',
  })
  const mia = await aPerson(owner, company.id, {
    tax_file_number: TFN,
    primary_bank_account_number: ACCOUNTS[0],
    email_address: 'mia@example.com',
  })
  must(
    await owner.put(`/api/employees/${mia.id}/bank-accounts`, [
      { account_name: 'Mia', bsb: '062-000', account_number: ACCOUNTS[1], amount_type: 'REMAINDER' },
    ]),
    200,
  )
  must(
    await owner.post(`/api/company/${company.id}/payees`, {
      kind: 'union',
      name: 'Union',
      bsb: '062-000',
      account_number: ACCOUNTS[2],
    }),
    201,
  )
  const paid = await pay(owner, company.id, mia.id, '2026-07-16')
  const file = must(await owner.post(`/api/company/${company.id}/payments/files`, { all_open: true }), 201)
  must(
    await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, { pay_ids: [paid.id] }),
    200,
    201,
    202,
  )
  const [submission] = (await owner.get(`/api/single-touch/${company.id}/submissions`)).body
  const contribution = (
    await owner.post(`/api/super-payments/${company.id}/files`, { pay_run_id: paid.pay_run_id })
  ).body
  return {
    company_id: company.id,
    employee_id: mia.id,
    pay_id: paid.id,
    pay_run_id: paid.pay_run_id,
    file_id: file.id,
    submission_id: submission?.id ?? 1,
    super_file_id: contribution?.id ?? contribution?.file_id ?? 1,
  }
}

async function inNewZealand() {
  const company = await aCompany(owner, {
    jurisdiction: 'NZ',
    ird_number: IRD,
    bank_account_number: '01-0902-0068389-00',
    bank_account_name: 'KERERU',
    contact_name: 'Kim Lee',
    email_address: 'pay@example.com',
    phone: '0211234567',
  })
  const aroha = await anEmployee(owner, company.id, {
    country: 'NZ',
    ird_number: IRD,
    first_name: 'Aroha',
    kiwisaver_status_code: 'NK',
  })
  must(
    await owner.put(`/api/employees/${aroha.id}/bank-accounts`, [
      { account_name: 'Aroha', account_number: '01-0902-0068389-00', amount_type: 'REMAINDER' },
    ]),
    200,
  )
  const paid = await pay(owner, company.id, aroha.id, '2026-07-16')
  const file = (await owner.post(`/api/company/${company.id}/payments/files`, { all_open: true })).body
  must(
    await owner.post(`/api/payday-filing/${company.id}/submit`, { pay_run_id: paid.pay_run_id }),
    200,
    201,
    202,
  )
  const [submission] = (await owner.get(`/api/payday-filing/${company.id}/submissions`)).body
  return {
    company_id: company.id,
    employee_id: aroha.id,
    pay_id: paid.id,
    pay_run_id: paid.pay_run_id,
    file_id: file.id,
    submission_id: submission?.id ?? 1,
    super_file_id: 1,
  }
}

/** Everything that this caller can read about the two companies, as text. */
async function readEverything(client: TestClient): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const ids of [australia, newZealand])
    for (const { path, params } of operations) {
      if (path.startsWith('/api/me')) continue
      const isSuper = path.startsWith('/api/super-payments')
      const url = path.replace(/\{(\w+)\}/g, (_, name) => {
        const known = ids[isSuper && name === 'file_id' ? 'super_file_id' : name]
        return String(known ?? params.find((each) => each.name === name)?.word ?? 1)
      })
      const answer = await client.get(url)
      expect(answer.status, url).toBeLessThan(500)
      texts.set(url, textOf(answer.raw, String(answer.headers['content-type'])))
    }
  return texts
}

function textOf(raw: Buffer, type: string): string {
  if (type.includes('pdf'))
    return readTexts(raw)
      .map(({ text }) => text)
      .join('\n')
  if (type.includes('zip')) return [...unzip(raw).values()].map((file) => textOf(file, '')).join('\n')
  return raw.toString('utf8')
}

const shown = (texts: Map<string, string>) =>
  [...texts].flatMap(([url, text]) =>
    SECRETS.filter((secret) => new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(text)).map(
      (secret) => `${url}: ${secret}`,
    ),
  )

const asRole = (role: 'owner' | 'reader') =>
  tasman.service.database.query
    .updateTable('users')
    .set({ role })
    .where('email', '=', 'owner@demo.example')
    .execute()

describe('every answer, export, file and document', () => {
  it('shows an application with payroll.read the numbers, as specified', async () => {
    const urls = new Set(shown(await readEverything(owner)).map((found) => found.split(':')[0]))
    expect([...urls]).toEqual(
      expect.arrayContaining([
        `/api/company/${australia.company_id}`,
        `/api/company/${australia.company_id}/employees`,
        `/api/employees/${australia.employee_id}`,
        `/api/employees/${australia.employee_id}/bank-accounts`,
        `/api/company/${australia.company_id}/export`,
        `/api/company/${australia.company_id}/payments/files/${australia.file_id}/content`,
        `/api/single-touch/${australia.company_id}/submissions/${australia.submission_id}`,
        `/api/single-touch/${australia.company_id}/submissions/${australia.submission_id}/xml`,
        `/api/employees/${newZealand.employee_id}`,
        `/api/company/${newZealand.company_id}/payments/files/${newZealand.file_id}/content`,
        `/api/payday-filing/${newZealand.company_id}/submissions/${newZealand.submission_id}`,
        `/api/payday-filing/${newZealand.company_id}/submissions/${newZealand.submission_id}/file`,
      ]),
    )
  }, 120_000)

  it('shows a reader none of them, by an application or in the web app', async () => {
    await asRole('reader')
    const application = await tasman.clientFor('owner')
    const browser = await tasman.clientFor('owner', { clientId: 'tasman-web' })
    const found = [...shown(await readEverything(application)), ...shown(await readEverything(browser))]
    await asRole('owner')
    expect(found).toEqual([])
  }, 120_000)

  it('masks the employer’s IRD number in a termination statement for a reader', async () => {
    const kiri = await anEmployee(owner, Number(newZealand.company_id), { country: 'NZ', first_name: 'Kiri' })
    await pay(owner, Number(newZealand.company_id), kiri.id, '2026-07-16')
    must(
      await owner.post(`/api/employees/${kiri.id}/terminate`, {
        termination_date: '2026-07-17',
        pay_date: '2026-07-17',
      }),
      200,
    )
    const statement = async () =>
      textOf((await owner.get(`/api/employees/${kiri.id}/termination/statement`)).raw, 'pdf')
    expect(await statement()).toContain(IRD)
    await asRole('reader')
    owner = await tasman.clientFor('owner')
    const masked = await statement()
    await asRole('owner')
    owner = await tasman.clientFor('owner')
    expect(masked).toContain('Termination statement')
    expect(masked).not.toContain(IRD)
  })

  it('shows applications none of them where the company says so, and the other companies’ as before', async () => {
    const rules = `/api/company/${australia.company_id}/rules`
    expect((await owner.patch(rules, { masks_numbers: true })).status).toBe(403)
    must(await screen.patch(rules, { masks_numbers: true }), 200)
    const body = (await owner.get(`/api/company/${australia.company_id}/employees`)).body
    expect(body[0].tax_file_number).toBe('***088')
    expect((await owner.get(`/api/company/${newZealand.company_id}/employees`)).body[0].ird_number).toBe(IRD)
    must(await screen.patch(rules, { masks_numbers: false }), 200)
    expect((await owner.get(`/api/employees/${australia.employee_id}`)).body.tax_file_number).toBe(TFN)
  })
})

describe('the screens of the web app', () => {
  const mia = () => `/api/employees/${australia.employee_id}`

  it('mask the numbers until they are revealed, with a reason that the audit log keeps', async () => {
    expect((await screen.get(mia())).body).toMatchObject({
      tax_file_number: '***088',
      primary_bank_account_number: '***847',
    })
    expect((await screen.post(`${mia()}/reveal`, {})).status).toBe(422)
    expect((await screen.post(`${mia()}/reveal`, { reason: '   ' })).status).toBe(422)
    const revealed = must(await screen.post(`${mia()}/reveal`, { reason: 'Mia asked for it' }), 200)
    expect(revealed).toMatchObject({
      tax_file_number: TFN,
      bank_accounts: [{ rank: 1, account_number: ACCOUNTS[1] }],
    })
    const log = (await owner.get(`/api/audit-log?employee_id=${australia.employee_id}&limit=50`)).body
    const entry = log.find(({ outcome, action }: AnyJson) => outcome === 200 && action.startsWith('reveal'))
    expect(entry).toMatchObject({
      action: 'revealEmployeeNumbers',
      outcome: 200,
      user_email: 'owner@demo.example',
    })
    expect(entry.changes[0].fields.numbers_revealed).toEqual([null, 'Mia asked for it'])
    expect(JSON.stringify(entry)).not.toContain(TFN)
    const company = must(
      await screen.post(`/api/company/${newZealand.company_id}/reveal`, { reason: 'Bank form' }),
      200,
    )
    expect(company.ird_number).toBe(IRD)
  })

  it('send a record back as they read it, and no mask is ever stored', async () => {
    const { id } = australia.employee_id ? { id: australia.employee_id } : { id: 0 }
    const update = `/api/company/${australia.company_id}/employees/update`
    const masked = [
      { id, tax_file_number: '***088', primary_bank_account_number: '***847', position: 'Chef' },
    ]
    must(await screen.patch(update, masked), 200)
    expect((await owner.get(mia())).body).toMatchObject({
      tax_file_number: TFN,
      primary_bank_account_number: ACCOUNTS[0],
      position: 'Chef',
    })
    const list = (await screen.get(`${mia()}/bank-accounts`)).body
    expect(list[0].account_number).toBe('***263')
    const [{ id: _id, ...row }] = list
    must(await screen.put(`${mia()}/bank-accounts`, [{ ...row, account_name: 'Mia N' }]), 200)
    expect((await owner.get(`${mia()}/bank-accounts`)).body[0]).toMatchObject({
      account_name: 'Mia N',
      account_number: ACCOUNTS[1],
    })
    const wrong = await owner.put(`${mia()}/bank-accounts`, [{ ...row, account_number: '***999' }])
    expect(wrong.status).toBe(422)
    const payee = { kind: 'union', name: 'Other', bsb: '062-000', account_number: '***999' }
    expect((await owner.post(`/api/company/${australia.company_id}/payees`, payee)).status).toBe(422)
  })
})

describe('who has seen a person’s data', () => {
  const actions = async (employeeId: number | string) =>
    (await owner.get(`/api/audit-log?employee_id=${employeeId}&limit=500`)).body.map(
      (entry: AnyJson) => entry.action,
    )

  it('names reads of the record, the list, accounts, messages, files, payslips and exports', async () => {
    expect(await actions(australia.employee_id as number)).toEqual(
      expect.arrayContaining([
        'getEmployee',
        'listEmployees',
        'listBankAccounts',
        'getStpSubmissionXml',
        'downloadPaymentFile',
        'getPayslip',
        'company.exported',
        'employee.exported',
      ]),
    )
    expect(await actions(newZealand.employee_id as number)).toEqual(
      expect.arrayContaining(['getEmployee', 'getPaydayFile', 'getPaydaySubmission', 'downloadPaymentFile']),
    )
  })

  it('names no one who saw masks, and no one else’s list', async () => {
    const other = await aCompany(owner, { legal_name: 'Quiet Pty Ltd' })
    const quiet = await anEmployee(owner, other.id, { first_name: 'Quinn' })
    await screen.get(`/api/employees/${quiet.id}`)
    await screen.get(`/api/company/${other.id}/employees`)
    await owner.get(`/api/company/${australia.company_id}/employees`)
    // The person who enters an employee knows the numbers.
    expect(await actions(quiet.id)).toEqual(['createEmployees'])
    await owner.get(`/api/company/${other.id}/employees`)
    expect(await actions(quiet.id)).toEqual(['listEmployees', 'createEmployees'])
  })

  it('writes one row for a request, without a number in it', async () => {
    const answer = await owner.get(`/api/employees/${australia.employee_id}`)
    const log = (await owner.get('/api/audit-log?limit=500')).body
    const rows = log.filter((entry: AnyJson) => entry.request_id === answer.headers['x-request-id'])
    expect(rows).toHaveLength(1)
    for (const secret of SECRETS) expect(JSON.stringify(log)).not.toContain(secret)
  })
})
