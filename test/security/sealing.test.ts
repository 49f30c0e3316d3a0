import { createCipheriv, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkKeys, resealStale } from '../../src/features/platform/key-rotation/index.ts'
import { createFieldCipher, type EncryptionKey } from '../../src/security/field-encryption.ts'
import { SEALED_COLUMNS } from '../../src/security/sealed-columns.ts'
import type { Service } from '../../src/service.ts'
import { ALL_PARTNER, startTestApp, TEST_KEY, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { callApp, enterAs } from '../support/visitor.ts'

const old: EncryptionKey = { id: 'test', key: TEST_KEY }
const fresh: EncryptionKey = { id: 'fresh', key: randomBytes(32) }
const NUMBERS = ['459599230', '87654321', '49091850', '11223344', '136410132']

let tasman: TestApp
let owner: TestClient
let codeSecret = ''
beforeAll(async () => {
  tasman = await startTestApp({ env: { WEBHOOK_SENSITIVE_FIELDS: 'clear' } })
  owner = await tasman.clientFor('owner')
  await owner.post('/api/webhooks', { url: 'https://example.com/hook', events: ['employee.created'] })
  const company = await aCompany(owner, { jurisdiction: 'NZ', abn: undefined, ird_number: '49-091-850' })
  const { body } = await owner.patch(`/api/company/${company.id}`, { bank_account_number: '11223344' })
  expect(body.ird_number).toBe('49091850')
  const au = await aCompany(owner)
  await anEmployee(owner, au.id, { tax_file_number: '459599230', primary_bank_account_number: '87654321' })
  const partner = await tasman.clientFor('partner', { scope: ALL_PARTNER })
  const trial = await partner.post(
    '/api/partner-checkout/trials',
    {
      customer: { first_name: 'Ana', last_name: 'Ngata', email: 'ana@client.example' },
      company: { legal_name: 'Ngata Ltd', ird_number: '136-410-132' },
    },
    { 'idempotency-key': 'sealed' },
  )
  expect(trial.status).toBe(201)
  codeSecret = await switchOnCodes('other@demo.example')
})
afterAll(() => tasman.close())

/** Switches one-time codes on for a person. Returns the secret that the authenticator app keeps. */
async function switchOnCodes(email: string): Promise<string> {
  const visitor = await enterAs(tasman, email)
  const account = (method: 'GET' | 'POST', body?: unknown) =>
    callApp(tasman, visitor, method, '/app/own/account/second-factor', body)
  const { secret } = (await account('GET')).body
  const timestamp = tasman.clock.now().getTime()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  expect((await account('POST', { password: 'demo-password', code })).status).toBe(200)
  return secret
}

/** Everything in the database, as a stolen copy shows it. */
async function stolenCopy(): Promise<string> {
  const { pool } = tasman.service.database
  const { rows: tables } = await pool.query(`select tablename from pg_tables where schemaname = 'public'`)
  const texts = []
  for (const { tablename } of tables)
    texts.push(...(await pool.query(`select row_to_json(t)::text as row from ${tablename} t`)).rows)
  return texts.map(({ row }) => row).join('\n')
}

const withKeys = (...keys: EncryptionKey[]): Service => ({
  ...tasman.service,
  cipher: createFieldCipher(keys),
})

/** Encrypted as in version 0.1: without associated data. */
function sealedByOldVersion(plain: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', TEST_KEY, nonce)
  const parts = [nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return `test:${Buffer.concat(parts).toString('base64')}`
}

describe('at rest', () => {
  it('no tax number, account number, code secret or one-time link is readable in a stolen copy', async () => {
    const copy = await stolenCopy()
    expect(copy).toContain('Ngata Ltd')
    for (const secret of [...NUMBERS, codeSecret, 'set-password']) expect(copy, secret).not.toContain(secret)
  })

  it('a sealed number copied to another row does not open', async () => {
    const { pool } = tasman.service.database
    const { rows } = await pool.query('select id, tax_file_number from employees limit 1')
    const [{ id, tax_file_number: sealed }] = rows
    expect(tasman.service.cipher.open('employees.tax_file_number', id, sealed)).toBe('459599230')
    expect(() => tasman.service.cipher.open('employees.tax_file_number', id + 1, sealed)).toThrow()
  })

  it('every column with sealed values stands in the list that a rotation goes through', async () => {
    const { pool } = tasman.service.database
    const { rows } =
      await pool.query(`select table_name as t, column_name as c from information_schema.columns
      where table_schema = 'public' and data_type = 'text'`)
    for (const { t, c } of rows) {
      const found = await pool.query(`select 1 from ${t} where starts_with("${c}", 's2.') limit 1`)
      if (found.rowCount) expect(Object.keys(SEALED_COLUMNS)).toContain(`${t}.${c}`)
    }
  })
})

describe('rotation', () => {
  it('seals what version 0.1 left clear or sealed without its place, and still finds it meanwhile', async () => {
    const { pool } = tasman.service.database
    await pool.query(`update companies set ird_number = '49091850' where ird_number is not null`)
    await pool.query(`update companies set bank_account_number = $1 where bank_account_number is not null`, [
      sealedByOldVersion('11223344'),
    ])
    await pool.query(`update partner_clients set tax_number = '136410132', tax_number_hash = null`)
    const partner = await tasman.clientFor('partner', { scope: ALL_PARTNER })
    const isFree = async () =>
      (await partner.get('/api/partner-checkout/availability?ird_number=136-410-132')).body.available
    expect(await isFree()).toBe(false)
    await checkKeys(tasman.service)
    const result = await resealStale(tasman.service)
    expect(result).toMatchObject({ unreadable: 0, isComplete: true })
    expect(result.values).toBeGreaterThanOrEqual(3)
    const copy = await stolenCopy()
    for (const secret of NUMBERS) expect(copy, secret).not.toContain(secret)
    expect(copy).not.toContain('"test:')
    expect(await isFree()).toBe(false)
    const companies = (await owner.get('/api/company')).body
    expect(companies.some((one: { ird_number: string }) => one.ird_number === '49091850')).toBe(true)
  })

  it('to a new key goes on after a stop, then lets the old one retire', async () => {
    const both = withKeys(fresh, old)
    await checkKeys(both)
    const stopped = new AbortController()
    stopped.abort()
    expect((await resealStale(both, stopped.signal)).isComplete).toBe(false)
    // The process dies when half of it is done.
    await tasman.service.database.pool.query('update sealing_keys set swept_at = null')
    const result = await resealStale(both)
    expect(result).toMatchObject({ unreadable: 0, isComplete: true })
    expect(result.values).toBeGreaterThan(5)
    expect((await resealStale(both)).values).toBe(0)

    const alone = withKeys(fresh)
    await checkKeys(alone)
    const { rows } = await tasman.service.database.pool.query('select id, tax_file_number from employees')
    expect(alone.cipher.open('employees.tax_file_number', rows[0].id, rows[0].tax_file_number)).toBe(
      '459599230',
    )
    const lines = (await stolenCopy()).split('\n').filter((line) => !line.includes('"canary"'))
    expect(lines.filter((line) => line.includes('s2.test.'))).toEqual([])
    await expect(checkKeys(withKeys(old, fresh))).rejects.toThrow(/the key test has retired/)
  })
})

describe('the start', () => {
  it('refuses a wrong key and a missing one with a sentence', async () => {
    const wrong = { id: 'fresh', key: randomBytes(32) }
    await expect(checkKeys(withKeys(wrong))).rejects.toThrow(/the key fresh is not the one that encrypted/)
    const other = { id: 'other', key: randomBytes(32) }
    await expect(checkKeys(withKeys(other))).rejects.toThrow(/lacks the key fresh/)
    await tasman.service.database.pool.query(`delete from sealing_keys where key_id = 'other'`)
  })

  it('tells a wrong key by the values of a database of version 0.1, which has no canary', async () => {
    const { pool } = tasman.service.database
    await pool.query('delete from sealing_keys')
    await pool.query('update users set totp_secret = $1 where id = 1', [sealedByOldVersion('ABCDEFGH')])
    const wrong = { id: 'test', key: randomBytes(32) }
    await expect(checkKeys(withKeys(wrong))).rejects.toThrow(/the key test is not the one that encrypted/)
    await expect(checkKeys(withKeys(fresh))).rejects.toThrow(/lacks the key test/)
  })
})
