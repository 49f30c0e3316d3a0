import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PEOPLE } from '../../../src/demo/people.ts'
import { issueGrant } from '../../../src/features/access/oauth/index.ts'
import { ALL_PAYROLL, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

describe('200', () => {
  it('lists the companies of the customer with their employees, and no one else’s', async () => {
    const mine = await aCompany(owner)
    const empty = await aCompany(owner, { jurisdiction: 'NZ' })
    await aCompany(await tasman.clientFor('other'))
    const zoe = await anEmployee(owner, mine.id, { first_name: 'Zoe', last_name: 'Adams', number: 'E-1' })
    const abe = await anEmployee(owner, mine.id, { first_name: 'Abe', last_name: 'Zimmer' })
    const gone = await anEmployee(owner, mine.id, { last_name: 'Gone' })
    await owner.delete(`/api/employees/${gone.id}`)

    const { status, body } = await owner.get('/api/company')
    expect(status).toBe(200)
    expect(body.map((company: { id: number }) => company.id)).toEqual([mine.id, empty.id])
    expect(body[0].employees).toEqual([
      {
        id: zoe.id,
        number: 'E-1',
        first_name: 'Zoe',
        last_name: 'Adams',
        format_name: 'Zoe Adams',
        is_terminated: false,
      },
      {
        id: abe.id,
        number: null,
        first_name: 'Abe',
        last_name: 'Zimmer',
        format_name: 'Abe Zimmer',
        is_terminated: false,
      },
    ])
    expect(body[1].employees).toEqual([])
  })

  it('is empty for a token without a payroll scope', async () => {
    const visitor = await tasman.clientFor('owner', { scope: 'openid' })
    expect(await visitor.get('/api/company')).toMatchObject({ status: 200, body: [] })
  })

  it('needs no more than payroll.read, and takes payroll.write for it', async () => {
    for (const scope of ['openid payroll.read', 'openid payroll.write']) {
      const client = await tasman.clientFor('owner', { scope })
      expect((await client.get('/api/company')).body).toHaveLength(2)
    }
  })

  it('leaves a deleted company out', async () => {
    const doomed = await aCompany(owner)
    await owner.delete(`/api/company/${doomed.id}`)
    const { body } = await owner.get('/api/company')
    expect(body.map((company: { id: number }) => company.id)).not.toContain(doomed.id)
  })
})

describe('many companies', () => {
  it('are streamed in parts, in the order of their ids, whole and compressed as the caller accepts', async () => {
    const many = await tasman.clientFor('other')
    await aCompany(many, { legal_name: 'First Pty Ltd' })
    await tasman.inCellOf('other', () =>
      tasman.administer(
        `insert into companies (customer_id, legal_name, jurisdiction, created_at, updated_at)
         select customer_id, 'Copy ' || place, jurisdiction, created_at, updated_at
         from companies cross join generate_series(1, 120) place where legal_name = 'First Pty Ltd'`,
      ),
    )
    const plain = await many.get('/api/company')
    expect(plain.body.length).toBeGreaterThan(120)
    const ids = plain.body.map(({ id }: { id: number }) => id)
    expect(ids).toEqual([...new Set<number>(ids)].toSorted((a, b) => a - b))
    for (const [accepted, open] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', gunzipSync],
    ] as const) {
      const packed = await many.get('/api/company', undefined, { 'accept-encoding': accepted })
      expect(packed.headers['content-encoding']).toBe(accepted.includes('gzip') ? 'gzip' : 'br')
      expect(packed.headers.vary).toBe('Accept-Encoding')
      expect(packed.raw.length).toBeLessThan(plain.raw.length / 10)
      expect(open(packed.raw).toString()).toBe(plain.raw.toString())
    }
    const refused = await many.get('/api/company', undefined, { 'accept-encoding': 'identity' })
    expect(refused.headers['content-encoding']).toBeUndefined()
    const short = await many.get('/api/employment-tenures', undefined, { 'accept-encoding': 'gzip' })
    expect(short.headers['content-encoding']).toBeUndefined()
  })
})

describe('callers who ask at the same moment', () => {
  it('each get the companies and the numbers that they may see', async () => {
    const other = await tasman.clientFor('other')
    const own = await aCompany(other, { legal_name: 'Own Pty Ltd', bank_account_number: '12345678' })
    const web = await tasman.clientFor('other', { clientId: 'tasman-web' })
    const clerk = await aPerson('member', 'clerk@client.example')
    const reader = await aPerson('reader', 'reader@client.example')
    const byCompany = await aPerson('member', 'by-company@client.example')
    const roles = [{ company_id: own.id, role: 'member' }]
    expect((await web.put(`/api/access/people/${byCompany.id}`, { scope: 'companies', roles })).status).toBe(
      200,
    )
    const nothing = await tasman.clientFor('other', { scope: 'openid' })
    const ask = () =>
      Promise.all(
        [other, clerk.client, reader.client, byCompany.client, nothing].map(async (client) => {
          const { body } = await client.get('/api/company')
          const found = body.find(({ id }: { id: number }) => id === own.id)
          return [body.length > 100 ? 'many' : body.length, found?.bank_account_number]
        }),
      )
    const answers = [...(await Promise.all([ask(), ask(), ask()]))]
    for (const answer of answers)
      expect(answer).toEqual([
        ['many', '12345678'],
        ['many', '12345678'],
        ['many', expect.stringMatching(/^[^\d]+\d{0,4}$/)],
        [1, '12345678'],
        [0, undefined],
      ])
  }, 60_000)

  it('see what was written before they asked', async () => {
    const other = await tasman.clientFor('other')
    const names = Array.from({ length: 6 }, (_, place) => `Written ${place} Pty Ltd`)
    await Promise.all(
      names.map(async (legal_name) => {
        await aCompany(other, { legal_name })
        const { body } = await other.get('/api/company')
        expect(body.map((company: { legal_name: string }) => company.legal_name)).toContain(legal_name)
      }),
    )
  }, 60_000)
})

async function aPerson(
  role: 'member' | 'reader',
  email: string,
): Promise<{ id: number; client: TestClient }> {
  return tasman.inCellOf('other', async () => {
    const { query } = tasman.service.database
    const { customer_id } = await query
      .selectFrom('users')
      .select('customer_id')
      .where('email', '=', DEMO_PEOPLE.find(({ key }) => key === 'other')?.email ?? '')
      .executeTakeFirstOrThrow()
    const now = tasman.clock.now()
    const { id } = await query
      .insertInto('users')
      .values({ customer_id, email, name: 'Officer', role, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const grant = {
      clientId: 'demo-client',
      userId: id,
      customerId: customer_id,
      scopes: ALL_PAYROLL.split(' '),
    }
    const { accessToken } = await tasman.service.database.transaction((tx) => issueGrant(tx, grant, now))
    return { id, client: tasman.clientWith(accessToken) }
  })
}

describe('401', () => {
  it('answers without a token', async () => {
    expect((await tasman.clientWith().get('/api/company')).status).toBe(401)
  })
})
