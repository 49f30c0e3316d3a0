import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resealStale } from '../../../src/features/platform/key-rotation/index.ts'
import { JOBS } from '../../../src/jobs.ts'
import { createFieldCipher } from '../../../src/security/field-encryption.ts'
import { type AnyJson, startTestApp, TEST_KEY, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany } from '../../support/make.ts'
import { aPerson, PAYER, pay } from '../payments/story.ts'
import { readTexts } from '../payslips/read-pdf.ts'
import { personOfAccount } from './two-people.ts'

/* Super member numbers: encrypted in every column, masked on screens and for readers, and the same in files as before. */

/** The number in the record of one person, and in the list of funds of another. */
const RECORD = 'MEMBER77001'
const LISTED = 'MEMBER88002'
const SECRETS = [RECORD, LISTED]

let tasman: TestApp
let owner: TestClient
let screen: TestClient
let reader: TestClient
let company: AnyJson
let ann: AnyJson
let ben: AnyJson
let file: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  screen = await tasman.clientFor('owner', { clientId: 'tasman-web' })
  reader = await personOfAccount(tasman, 'looker@demo.example', 'reader')
  await owner.post('/api/webhooks', {
    url: 'https://example.com/hook',
    events: ['employee.created', 'employee.updated', 'pay.created'],
  })
  company = await aCompany(owner, {
    ...PAYER,
    contact_name: 'Kim Lee',
    email_address: 'pay@example.com',
    phone: '0290001111',
  })
  const home = { address1: '1 High St', city: 'Sydney', state: 'NSW', postcode: '2000', country: 'AU' }
  const fund = { default_employee_fund_usi: 'STA0100AU', default_employee_fund_member_number: RECORD }
  ann = await aPerson(owner, company.id, { ...home, ...fund, first_name: 'Ann' })
  ben = await aPerson(owner, company.id, { ...home, first_name: 'Ben' })
  const list = {
    fund_type: 'APRA',
    fund_name: 'Coral',
    usi: '60905115063001',
    member_number: LISTED,
    percentage: 100,
  }
  expect((await owner.put(`/api/employees/${ben.id}/super-funds`, [list])).status).toBe(200)
  await owner.patch(`/api/company/${company.id}/employees/update`, [
    { id: ann.id, default_employee_fund_member_number: `${RECORD}X` },
    { id: ben.id, position: 'Chef' },
  ])
  await owner.patch(`/api/company/${company.id}/employees/update`, [
    { id: ann.id, default_employee_fund_member_number: RECORD },
  ])
  for (const { id } of [ann, ben]) await pay(owner, company.id, id, '2026-07-16')
  file = (await owner.post(`/api/super-payments/${company.id}/files`, { all_open: true })).body
  expect(file.contribution_count, JSON.stringify(file)).toBe(2)
}, 120_000)
afterAll(() => tasman.close())

/** The places where a stolen copy of the database would show one of the numbers. */
async function found(): Promise<string[]> {
  const { pool } = tasman.service.database
  const { rows: tables } = await pool.query(`select tablename from pg_tables where schemaname = 'public'`)
  const shown: string[] = []
  for (const { tablename } of tables) {
    const { rows } = await pool.query(`select row_to_json(t)::text as row from ${tablename} t`)
    for (const { row } of rows) if (SECRETS.some((secret) => row.includes(secret))) shown.push(tablename)
  }
  return shown
}

const content = async () =>
  (await owner.get(`/api/super-payments/${company.id}/files/${file.id}`)).raw.toString()

it('are in no column of a stolen database, and in the contribution file', async () => {
  expect(await found()).toEqual([])
  const text = await content()
  expect(SECRETS.filter((secret) => !text.includes(secret))).toEqual([])
})

it('are shown to an application with payroll.read, and masked for readers and on screens until they are revealed', async () => {
  const paths = [
    `/api/employees/${ann.id}`,
    `/api/company/${company.id}/employees`,
    `/api/employees/${ben.id}/super-funds`,
    `/api/super-payments/${company.id}/contributions`,
    `/api/company/${company.id}/reports/super-by-fund?group_by=member`,
    `/api/company/${company.id}/reports/super-by-fund?group_by=member&format=csv`,
    `/api/super-payments/${company.id}/files/${file.id}`,
  ]
  const seen = async (client: TestClient) => {
    const all = await Promise.all(paths.map((path) => client.get(path)))
    return all.map(({ raw }) => SECRETS.filter((secret) => raw.toString().includes(secret)).length)
  }
  const inClear = await seen(owner)
  expect(inClear.slice(0, 4)).toEqual([1, 1, 1, 2])
  expect(await seen(reader)).toEqual(paths.map(() => 0))
  // Files that a payroll officer downloads are not masked.
  expect(await seen(screen)).toEqual(inClear.map((count, index) => (index < paths.length - 2 ? 0 : count)))
  const revealed = await screen.post(`/api/employees/${ben.id}/reveal`, { reason: 'The fund asks' })
  expect(revealed.body.super_funds).toEqual([{ rank: 1, bank_account_number: null, member_number: LISTED }])
  const slip = (await owner.get(`/api/company/${company.id}/pays`)).body.find(
    (row: AnyJson) => row.employee_id === ann.id,
  )
  const pdf = async (client: TestClient) =>
    JSON.stringify(
      await readTexts((await client.get(`/api/company/${company.id}/pays/${slip.id}/payslip`)).raw),
    )
  expect(await pdf(owner)).toContain(RECORD)
  expect(await pdf(reader)).not.toContain(RECORD)
})

it('stay as they are when a screen sends their mask back, and the history shows three characters', async () => {
  const funds = (await screen.get(`/api/employees/${ben.id}/super-funds`)).body
  const sent = funds.map(({ id: _id, ...fund }: AnyJson) => fund)
  expect(sent[0].member_number).toBe('***002')
  expect((await screen.put(`/api/employees/${ben.id}/super-funds`, sent)).status).toBe(200)
  expect((await owner.get(`/api/employees/${ben.id}/super-funds`)).body[0].member_number).toBe(LISTED)
  await screen.patch(`/api/company/${company.id}/employees/update`, [
    { id: ann.id, default_employee_fund_member_number: '***001', position: 'Baker' },
  ])
  expect((await owner.get(`/api/employees/${ann.id}`)).body.default_employee_fund_member_number).toBe(RECORD)
  const history = JSON.stringify((await owner.get(`/api/employees/${ann.id}/history`)).body)
  expect(history).toContain('***01X')
  expect(history).not.toContain(RECORD)
})

it('of a release that stored them in clear are encrypted by the jobs, and rotate with the keys', async () => {
  const { pool } = tasman.service.database
  const before = [
    await content(),
    JSON.stringify((await owner.get(`/api/super-payments/${company.id}/contributions`)).body),
  ]
  await pool.query(`update employees set default_employee_fund_member_number = $2 where id = $1`, [
    ann.id,
    RECORD,
  ])
  await pool.query(`update employee_super_funds set member_number = $2 where employee_id = $1`, [
    ben.id,
    LISTED,
  ])
  await pool.query(
    `update payment_lines set party = case employee_id when $1 then 'STA0100AU|${RECORD}' else '60905115063001|${LISTED}' end
     where kind = 'super' and employee_id in ($1, $2)`,
    [ann.id, ben.id],
  )
  // As an older release wrote them: the member number is in the content and not among the encrypted numbers.
  const { cipher } = tasman.service
  const { rows } = await pool.query(
    'select id, numbers, employee_id from snapshots where employee_id is not null',
  )
  for (const { id, numbers, employee_id } of rows) {
    const { members: _members, ...rest } = JSON.parse(cipher.open('snapshots.numbers', id, numbers))
    await pool.query(
      `update snapshots set numbers = $2, content = jsonb_set(content, '{funds,0,member_number}', to_jsonb($3::text)) where id = $1
       and jsonb_array_length(content -> 'funds') > 0`,
      [
        id,
        cipher.seal('snapshots.numbers', id, JSON.stringify(rest)),
        employee_id === ann.id ? RECORD : LISTED,
      ],
    )
  }
  expect(new Set(await found())).toEqual(
    new Set(['employees', 'employee_super_funds', 'payment_lines', 'snapshots']),
  )
  const same = async () =>
    expect([
      await content(),
      JSON.stringify((await owner.get(`/api/super-payments/${company.id}/contributions`)).body),
    ]).toEqual(before)
  await same()

  await pool.query('update sealing_keys set swept_at = null')
  const job = JOBS.find(({ name }) => name === 'member numbers in snapshots')
  await job?.run(tasman.service, new AbortController().signal)
  expect((await resealStale(tasman.service)).isComplete).toBe(true)
  expect(await found()).toEqual([])
  await same()

  const fresh = { id: 'fresh', key: randomBytes(32) }
  const both = createFieldCipher([fresh, { id: 'test', key: TEST_KEY }])
  expect((await resealStale({ ...tasman.service, cipher: both })).isComplete).toBe(true)
  const { rows: left } = await pool.query(
    `select count(*)::int as old from payment_lines where party like 's2.test.%'`,
  )
  expect(left[0].old).toBe(0)
})
