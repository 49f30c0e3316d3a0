import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Big from 'big.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveService, startLive } from '../../../test/support/live.ts'
import { aCompany, anEmployee, employeeBody } from '../../../test/support/make.ts'
import {
  ConflictError,
  createClient,
  editable,
  ForbiddenError,
  InvalidError,
  NotAuthenticatedError,
  NotFoundError,
  RateLimitedError,
  ServiceError,
  type TasmanClient,
  UnreachableError,
} from '../src/index.ts'

let tasman: LiveService
let client: TasmanClient
let token: string
let companyId: number
beforeAll(async () => {
  tasman = await startLive({}, { jobs: [] })
  const owner = await tasman.clientFor('owner')
  token = owner.token
  client = createClient({ baseUrl: tasman.base, token })
  companyId = (await aCompany(owner)).id
  await anEmployee(owner, companyId, { number: 'C1' })
})
afterAll(() => tasman.close())

const hours = [{ description: 'Ordinary hours', units: 'hours', value: '38' }]

describe('calls', () => {
  it('reads, previews and writes', async () => {
    const companies = await client.get('/api/company')
    expect(companies.map(({ id }) => id)).toContain(companyId)
    const [employee] = await client.get('/api/company/{company_id}/employees', {
      path: { company_id: companyId },
    })
    const preview = await client.put('/api/company/{company_id}/pays/create', {
      path: { company_id: companyId },
      query: { dry_run: true },
      body: [{ employee_id: employee?.id ?? 0, hours }],
    })
    // The call determines the type: a flat list has figures, a grouped one does not.
    expect(preview[0]?.gross).toBe(1520)
    expect(preview[0]).toMatchObject({ id: null })
  })

  it('sends a pay back as it was read, with one row changed', async () => {
    const [made] = await client.put('/api/company/{company_id}/pays/create', {
      path: { company_id: companyId },
      query: { identifier_type: 'employee_number' },
      body: [
        {
          employee_number: 'C1',
          hours,
          leave: [{ description: 'Sick leave', leave_type: 'SICK', date: '2026-11-16', hours: '2' }],
          allowances: [{ description: 'Tools', amount: '12', allowance_category: 'OD' }],
          deductions: [{ description: 'Union', amount: '5', classification: 'UNION_FEES' }],
        },
      ],
    })
    const path = { company_id: companyId, pay_id: made?.id ?? 0 }
    const pay = await client.get('/api/company/{company_id}/pays/{pay_id}', { path })
    const address = '/api/company/{company_id}/pays/{pay_id}'
    const same = await client.put(address, { path, body: editable(pay) })
    expect(same).toMatchObject({ gross: pay.gross, net: pay.net, tax: pay.tax })
    const changed = editable(pay)
    for (const row of changed.hours ?? []) row.value = 30
    expect(await client.put(address, { path, body: changed })).toMatchObject({
      gross: Number(pay.gross) - 8 * 40,
    })
  })

  it('reads a file as what it is', async () => {
    const [pay] = await client.put('/api/company/{company_id}/pays/create', {
      path: { company_id: companyId },
      query: { identifier_type: 'employee_number' },
      body: [{ employee_number: 'C1', hours }],
    })
    const path = { company_id: companyId, pay_id: pay?.id ?? 0 }
    const slip = await client.get('/api/company/{company_id}/pays/{pay_id}/payslip', { path })
    expect(
      Buffer.from(await slip.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('%PDF')
  })

  it('streams a list of any length, one entry at a time', async () => {
    const bodies = Array.from({ length: 300 }, (_, index) =>
      employeeBody({ number: `S${index}`, kin_notes: '],{"\\' }),
    )
    await client.put('/api/company/{company_id}/employees/create', {
      path: { company_id: companyId },
      body: bodies as never,
    })
    const seen: string[] = []
    for await (const employee of client.stream('/api/company/{company_id}/employees', {
      path: { company_id: companyId },
    }))
      seen.push(String(employee.number))
    expect(seen).toHaveLength(301)
  })

  it('reads lists in pages to their end, each entry once', async () => {
    const owner = await tasman.clientFor('owner')
    for (let at = 0; at < 4; at += 1) await aCompany(owner)
    const ids = (await client.get('/api/company')).map(({ id }) => id)
    const paged: number[] = []
    for await (const { id } of client.pages('/api/companies', { query: { limit: 2 } })) paged.push(id)
    expect(paged.sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b))
    const entries: number[] = []
    for await (const { id } of client.pages('/api/audit-log', { query: { limit: 2 } })) {
      entries.push(id)
      if (entries.length === 5) break
    }
    expect(new Set(entries).size).toBe(5)
    const offsets: unknown[] = []
    const fake = createClient({
      baseUrl: 'http://127.0.0.1',
      fetch: async (url) => {
        const offset = Number(new URL(String(url)).searchParams.get('offset') ?? 0)
        offsets.push(offset)
        return Response.json([1, 2, 3].slice(offset, offset + 2).map((id) => ({ id })))
      },
    })
    const read: unknown[] = []
    for await (const trial of fake.pages('/api/partner-checkout/trials')) read.push(trial)
    expect([read, offsets]).toEqual([
      [{ id: 1 }, { id: 2 }, { id: 3 }],
      [0, 2, 3],
    ])
  })

  it('gives decimals as texts or big.js on wish', async () => {
    const path = { company_id: companyId }
    const query = { dry_run: true, identifier_type: 'employee_number' as const }
    const body = [{ employee_number: 'C1', hours }]
    const texts = createClient({ baseUrl: tasman.base, token, decimals: 'string' })
    const [text] = await texts.put('/api/company/{company_id}/pays/create', { path, query, body })
    expect(text).toMatchObject({ gross: '1520', employee_id: expect.any(Number) })
    const exact = createClient({ baseUrl: tasman.base, token, decimals: (value) => new Big(value) })
    const [big] = await exact.put('/api/company/{company_id}/pays/create', { path, query, body })
    expect(big?.gross).toEqual(new Big('1520'))
  })
})

describe('errors are classes with the sentence', () => {
  it('by status', async () => {
    await expect(
      client.get('/api/employees/{employee_id}', { path: { employee_id: 999_999 } }),
    ).rejects.toThrow(NotFoundError)
    const none = createClient({ baseUrl: tasman.base })
    await expect(none.get('/api/company')).rejects.toThrow(NotAuthenticatedError)
    await expect(client.post('/api/sandbox/reset')).rejects.toThrow(ForbiddenError)
    await expect(client.post('/api/sandbox/reset')).rejects.toThrow('This customer is not a sandbox')
    const invalid = await client
      .put('/api/company/create', { body: {} as never })
      .catch((error: unknown) => error)
    expect(invalid).toBeInstanceOf(InvalidError)
    expect(invalid).toMatchObject({ status: 422, requestId: expect.any(String) })
    expect((invalid as InvalidError).places[0]?.loc).toEqual(['body', 'legal_name'])
    const away = createClient({ baseUrl: 'http://127.0.0.1:1', retry: { attempts: 1 } })
    await expect(away.get('/api/health')).rejects.toThrow(UnreachableError)
  })
})

describe('retries', () => {
  /** Returns the responses in order and repeats the last one. Records the requests it receives. */
  async function withAnswers(
    answers: { status: number; retryAfter?: string }[],
    work: (base: string, seen: { method?: string | undefined; key?: string | undefined }[]) => Promise<void>,
  ): Promise<void> {
    const seen: { method?: string | undefined; key?: string | undefined }[] = []
    const server = createServer((request, response) => {
      seen.push({ method: request.method, key: request.headers['idempotency-key'] as string | undefined })
      const { status, retryAfter } = answers[Math.min(seen.length, answers.length) - 1] ?? { status: 200 }
      if (retryAfter) response.setHeader('retry-after', retryAfter)
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(status < 300 ? '[]' : '{"error": "no"}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  it('waits as Retry-After says, and repeats 429 whatever it was', async () => {
    await withAnswers([{ status: 429, retryAfter: '0' }, { status: 200 }], async (base, seen) => {
      const waits: number[] = []
      const limited = createClient({ baseUrl: base, retry: { onRetry: ({ waitMs }) => waits.push(waitMs) } })
      await limited.post('/api/sandbox/reset')
      expect([seen.length, waits]).toEqual([2, [0]])
    })
  })

  it('does not wait longer than it was told to', async () => {
    await withAnswers([{ status: 429, retryAfter: '3600' }], async (base, seen) => {
      await expect(createClient({ baseUrl: base }).get('/api/company')).rejects.toThrow(RateLimitedError)
      expect(seen).toHaveLength(1)
    })
  })

  it('repeats a write only under one idempotency key', async () => {
    await withAnswers([{ status: 503, retryAfter: '0' }, { status: 200 }], async (base, seen) => {
      const pays = createClient({ baseUrl: base })
      await pays.put('/api/company/{company_id}/pays/create', { path: { company_id: 1 }, body: [] })
      expect(seen).toHaveLength(2)
      expect(seen[0]?.key).toBe(seen[1]?.key)
      expect(seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
    })
    await withAnswers([{ status: 503, retryAfter: '0' }], async (base, seen) => {
      const call = createClient({ baseUrl: base }).post('/api/employees/{employee_id}/terminate', {
        path: { employee_id: 1 },
        body: { termination_date: '2026-11-06', pay_date: '2026-11-06' },
      })
      await expect(call).rejects.toThrow(ServiceError)
      expect(seen).toHaveLength(1)
    })
  })

  it('sends one key per call, or the caller’s', async () => {
    const call = { path: { company_id: companyId }, query: { identifier_type: 'employee_number' as const } }
    const body = [{ employee_number: 'C1', hours }]
    const once = { ...call, body, idempotencyKey: 'run-of-the-week' }
    const [first] = await client.put('/api/company/{company_id}/pays/create', once)
    const [second] = await client.put('/api/company/{company_id}/pays/create', once)
    expect(second?.id).toBe(first?.id)
    const other = { ...once, body: [{ employee_number: 'C1', hours: [] }] }
    await expect(client.put('/api/company/{company_id}/pays/create', other)).rejects.toThrow(ConflictError)
  })

  it('repeats 502, 504 and a time-out of what may be repeated', async () => {
    for (const status of [502, 504])
      await withAnswers([{ status, retryAfter: '0' }, { status: 200 }], async (base, seen) => {
        await createClient({ baseUrl: base }).get('/api/company')
        expect(seen).toHaveLength(2)
      })
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const hasty = createClient({ baseUrl, timeoutMs: 50, retry: { attempts: 1 } })
    await expect(hasty.get('/api/company')).rejects.toThrow('The service did not answer in time.')
    silent.closeAllConnections()
    silent.close()
  })

  it('ends at once when it is aborted, also during a wait', async () => {
    await withAnswers([{ status: 429, retryAfter: '30' }], async (base, seen) => {
      const stop = new AbortController()
      const call = createClient({ baseUrl: base }).get('/api/company', { signal: stop.signal })
      setTimeout(() => stop.abort(new Error('enough')), 200)
      const started = Date.now()
      await expect(call).rejects.toThrow('enough')
      expect(Date.now() - started).toBeLessThan(5000)
      expect(seen).toHaveLength(1)
    })
  })
})
