import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createHttpsAccounting } from '../../../src/ports/accounting/https.ts'
import { AccountingDown } from '../../../src/ports/accounting/port.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aNewZealandStory, anAustralianStory, type Story } from '../reports/story.ts'
import { aChart, expectBooked } from './story.ts'

let tasman: TestApp
let owner: TestClient
let au: Story
let nz: Story
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-09-10T02:00:00' })
  owner = await tasman.clientFor('owner')
  au = await anAustralianStory(owner)
  nz = await aNewZealandStory(owner)
}, 180_000)
afterAll(() => tasman.close())

const at = (story: Story, rest = '') => `/api/company/${story.company.id}${rest}`
const runIds = (story: Story) => [...new Set(story.pays.map((pay) => pay.pay_run_id as number))]
const paysOf = async (story: Story, runId: number): Promise<AnyJson[]> =>
  (await owner.get(at(story, '/pays?status=processed'))).body.filter(
    (pay: AnyJson) => pay.pay_run_id === runId,
  )

describe('201 and 200', () => {
  it('asks for the accounts it needs, by name', async () => {
    const { status, body } = await owner.post(at(au, '/journals'), { pay_run_id: runIds(au)[0] })
    expect(status).toBe(400)
    expect(body.detail).toContain('ordinary')
    expect(body.detail).toContain('net_pay')
  })

  it('journals every run of both countries, balanced and as the pays say', async () => {
    for (const story of [au, nz]) {
      await aChart(owner, story.company.id)
      for (const runId of runIds(story)) {
        const preview = await owner.post(at(story, '/journals'), { pay_run_id: runId, dry_run: true })
        expect(preview.body.map((journal: AnyJson) => journal.id)).toEqual(preview.body.map(() => null))
        expect(preview.status).toBe(200)
        const made = await owner.post(at(story, '/journals'), { pay_run_id: runId })
        expect(made.status).toBe(201)
        expect(made.body).toHaveLength(1)
        expect(preview.body[0].lines).toEqual(made.body[0].lines)
        expectBooked(made.body, await paysOf(story, runId))
        // The same request again writes nothing.
        const again = await owner.post(at(story, '/journals'), { pay_run_id: runId })
        expect([again.status, again.body]).toEqual([200, made.body])
      }
      const all = (await owner.get(at(story, '/journals'))).body
      expect(all).toHaveLength(runIds(story).length)
    }
  })

  it('takes back what changed, and books the correction', async () => {
    const pay = au.pays[0]
    const before = (await owner.get(at(au, `/journals?pay_run_id=${pay.pay_run_id}`))).body
    await owner.put(at(au, `/pays/${pay.id}`), {
      hours: [{ description: 'Ordinary', units: 'hours', value: 12.25 }],
    })
    const { status, body } = await owner.post(at(au, '/journals'), { pay_run_id: pay.pay_run_id })
    expect([status, body.length]).toEqual([201, 2])
    const [reversal, next] = body
    expect(reversal).toMatchObject({ reverses_id: before[0].id, journal_date: before[0].journal_date })
    expect(next).toMatchObject({ reverses_id: null, reversed_by_id: null })
    expect(reversal.lines.map((line: AnyJson) => [line.kind, line.debit, line.credit])).toEqual(
      before[0].lines.map((line: AnyJson) => [line.kind, line.credit, line.debit]),
    )
    const all = (await owner.get(at(au, `/journals?pay_run_id=${pay.pay_run_id}`))).body
    expectBooked(all, await paysOf(au, pay.pay_run_id))
    expect(all.find((journal: AnyJson) => journal.id === before[0].id).reversed_by_id).toBe(reversal.id)
  })

  it('knows accounts of a department', async () => {
    await aChart(owner, au.company.id, [
      { kind: 'ordinary', department: 'Kitchen', account_code: '499', account_name: null },
    ])
    const runId = au.pays[2].pay_run_id
    const { body } = await owner.post(at(au, '/journals'), { pay_run_id: runId })
    const ordinary = body.at(-1).lines.filter((line: AnyJson) => line.kind === 'ordinary')
    expect(ordinary.map((line: AnyJson) => [line.department, line.account_code])).toEqual([
      ['Floor', '400'],
      ['Kitchen', '499'],
    ])
    expectBooked((await owner.get(at(au, `/journals?pay_run_id=${runId}`))).body, await paysOf(au, runId))
  })

  it('writes files for Xero, MYOB and QuickBooks that balance and hold no formula', async () => {
    const [journal] = (await owner.get(at(au, '/journals'))).body
    const file = async (system: string) =>
      (await owner.get(at(au, `/journals/${journal.id}/file?system=${system}`))).body as string
    const cells = (text: string) =>
      text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) =>
          (line.match(/"(?:[^"]|"")*"|[^,]+|(?=,)/g) ?? []).map((cell) => cell.replace(/^"|"$/g, '')),
        )
    const xero = await file('xero')
    expect(xero.split('\r\n')[0]).toBe(
      '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1',
    )
    const amounts = [...xero.matchAll(/,BAS Excluded,(-?[\d.]+),/g)].map((match) =>
      Math.round(Number(match[1]) * 100),
    )
    expect(amounts).toHaveLength(journal.lines.length)
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(0)
    const quickbooks = await file('quickbooks')
    expect(quickbooks).toContain("'=Account of net_pay")
    expect(quickbooks).not.toMatch(/(^|,)=/m)
    expect(cells(await file('myob'))).toHaveLength(journal.lines.length)
  })
})

describe('posting', () => {
  it('posts once: the same journal keeps its first answer', async () => {
    const [journal] = (await owner.get(at(nz, '/journals'))).body
    const post = () => owner.post(at(nz, `/journals/${journal.id}/post`))
    const [first, second] = await Promise.all([post(), post()])
    expect([first.status, second.status].sort()).toEqual(expect.arrayContaining([200]))
    const last = await post()
    expect(last.body).toMatchObject({ status: 'posted' })
    expect(last.body.external_id).toMatch(/^SIMULATED-/)
  })

  it('is refused in production without a transport, and says what to set', async () => {
    const { settings } = tasman.service
    const journal = (await owner.get(at(nz, '/journals'))).body[1]
    settings.mode = 'production'
    const { status, body } = await owner
      .post(at(nz, `/journals/${journal.id}/post`))
      .finally(() => Object.assign(settings, { mode: 'test' }))
    expect(status).toBe(409)
    expect(body.detail).toContain('ACCOUNTING_URL')
  })

  it('keeps the token sealed and never shows it', async () => {
    const path = at(au, '/accounting-connection')
    expect((await owner.get(path)).status).toBe(404)
    const set = await owner.put(path, { tenant_id: 'tenant-1', access_token: 'very-secret-token' })
    expect(set.body).toMatchObject({ tenant_id: 'tenant-1' })
    const read = await owner.get(path)
    expect(JSON.stringify([set.body, read.body])).not.toContain('very-secret-token')
    const row = await tasman.service.database.query
      .selectFrom('accounting_connections')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(row.access_token).not.toContain('very-secret')
    expect((await owner.delete(path)).status).toBe(204)
    expect((await owner.delete(path)).status).toBe(404)
  })
})

describe('the transport', () => {
  /** A listener that answers like Xero's public API. */
  async function listen(answer: { status: number; body: unknown }) {
    const seen: { method: string; url: string; headers: AnyJson; body: AnyJson }[] = []
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (part) => {
        text += part
      })
      request.on('end', () => {
        const { method = '', url = '', headers } = request
        seen.push({ method, url, headers, body: JSON.parse(text) })
        response
          .writeHead(answer.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer.body))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return { seen, url: `http://127.0.0.1:${port}`, close: () => server.close() }
  }
  const journal = {
    idempotencyKey: 'key-1',
    country: 'AU',
    date: '2026-07-10',
    narration: 'Payroll',
    lines: [
      { accountCode: '477', description: 'Wages', department: 'Kitchen', amount: '100.10' },
      { accountCode: '804', description: 'Net pay', department: null, amount: '-100.10' },
    ],
  } as never
  const connection = { tenantId: 'tenant-1', accessToken: 'token-1' }

  it('sends a manual journal with tenant, token and key', async () => {
    const xero = await listen({ status: 200, body: { ManualJournals: [{ ManualJournalID: 'abc' }] } })
    const answer = await createHttpsAccounting(xero.url).post(journal, connection)
    xero.close()
    expect(answer).toEqual({ state: 'posted', externalId: 'abc' })
    expect(xero.seen).toMatchObject([
      {
        method: 'PUT',
        url: '/ManualJournals',
        headers: {
          authorization: 'Bearer token-1',
          'xero-tenant-id': 'tenant-1',
          'idempotency-key': 'key-1',
        },
        body: {
          ManualJournals: [
            {
              Narration: 'Payroll',
              Date: '2026-07-10',
              Status: 'POSTED',
              JournalLines: [
                {
                  LineAmount: 100.1,
                  AccountCode: '477',
                  TaxType: 'BASEXCLUDED',
                  Tracking: [{ Name: 'Department', Option: 'Kitchen' }],
                },
                { LineAmount: -100.1, AccountCode: '804' },
              ],
            },
          ],
        },
      },
    ])
  })

  it('renews the access by the refresh token: before it ends, and when it is refused', async () => {
    // Both endpoints in one listener. Only the access token issued last is valid.
    let issued = 0
    const seen: string[] = []
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (part) => {
        text += part
      })
      request.on('end', () => {
        const send = (status: number, body: object) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
        if (request.url === '/token') {
          seen.push(text)
          if (text !== `grant_type=refresh_token&refresh_token=refresh-${issued}`) return send(400, {})
          issued += 1
          return send(200, {
            access_token: `access-${issued}`,
            refresh_token: `refresh-${issued}`,
            expires_in: 1800,
          })
        }
        seen.push(String(request.headers.authorization))
        return request.headers.authorization === `Bearer access-${issued}`
          ? send(200, { ManualJournals: [{ ManualJournalID: `journal-${seen.length}` }] })
          : send(401, { Title: 'Unauthorized' })
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const tokens = { url: `${url}/token`, clientId: 'us', clientSecret: 'ours' }
    const port = vi
      .spyOn(tasman.service.ports, 'accounting', 'get')
      .mockReturnValue(createHttpsAccounting(url, tokens))
    const path = at(au, '/accounting-connection')
    const [first, second, third] = (await owner.get(at(au, '/journals'))).body.filter(
      (each: AnyJson) => each.status === 'made',
    )
    const post = (each: AnyJson) => owner.post(at(au, `/journals/${each.id}/post`))
    try {
      const tenant = { tenant_id: 'tenant-1', access_token: 'old', refresh_token: 'refresh-0' }
      // Refused with 401: renewed once, and sent again under the same key.
      expect((await owner.put(path, tenant)).body).toMatchObject({ is_renewed: true, expires_at: null })
      expect(await post(first)).toMatchObject({ status: 200, body: { status: 'posted' } })
      expect(seen).toEqual(['Bearer old', expect.stringContaining('refresh-0'), 'Bearer access-1'])
      expect((await owner.get(path)).body.expires_at).toMatch(/^2026-09-10T/)
      // About to expire: renewed beforehand with the latest refresh token.
      await owner.put(path, { ...tenant, refresh_token: 'refresh-1', expires_in: 5 })
      expect((await post(second)).status).toBe(200)
      expect(seen.slice(3)).toEqual([expect.stringContaining('refresh-1'), 'Bearer access-2'])
      const row = await tasman.service.database.query
        .selectFrom('accounting_connections')
        .selectAll()
        .executeTakeFirstOrThrow()
      expect(JSON.stringify(row)).not.toMatch(/refresh-|access-/)
      // The refresh token is used up: the error says what to do, and the journal can be posted later.
      await owner.put(path, { ...tenant, refresh_token: 'spent' })
      const refused = await post(third)
      expect(refused).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('connect the company again') },
      })
      expect((await owner.get(at(au, `/journals/${third.id}`))).body.status).toBe('made')
      server.close()
      server.closeAllConnections()
      await owner.put(path, { ...tenant, expires_in: 5 })
      expect((await post(third)).status).toBe(503)
    } finally {
      port.mockRestore()
      server.close()
      await owner.delete(path)
    }
  })

  it('tells a refusal from a system that is down', async () => {
    const refusal = {
      Message: 'A validation exception occurred',
      Elements: [{ ValidationErrors: [{ Message: 'Account code 477 is not valid.' }] }],
    }
    const cases = [
      [
        { status: 400, body: refusal },
        { state: 'refused', reason: 'Account code 477 is not valid.' },
      ],
      [{ status: 401, body: {} }, { state: 'refused' }],
    ] as const
    for (const [answer, expected] of cases) {
      const xero = await listen(answer)
      expect(await createHttpsAccounting(xero.url).post(journal, connection)).toMatchObject(expected)
      xero.close()
    }
    for (const status of [429, 500, 503]) {
      const xero = await listen({ status, body: {} })
      await expect(createHttpsAccounting(xero.url).post(journal, connection)).rejects.toThrow(AccountingDown)
      xero.close()
    }
  })
})

describe('400, 403, 404, 422', () => {
  it('refuses what is not there or not theirs', async () => {
    const other = await tasman.clientFor('other')
    expect((await owner.get(at(au, '/journals/999999'))).status).toBe(404)
    expect((await owner.post(at(au, '/journals'), { pay_run_id: 999_999 })).status).toBe(404)
    expect((await owner.post(at(au, '/journals'), { pay_run_id: runIds(nz)[0] })).status).toBe(404)
    expect((await other.get(at(au, '/journals'))).status).toBe(403)
    const twice = [
      { kind: 'tax', account_code: '1' },
      { kind: 'tax', account_code: '2' },
    ]
    expect((await owner.put(at(au, '/journal-accounts'), twice)).status).toBe(422)
    expect((await owner.put(at(au, '/journal-accounts'), [{ kind: 'moon', account_code: '1' }])).status).toBe(
      422,
    )
  })
})
