import { createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { employeeBody } from '../support/make.ts'

/** A commit on the wire: a simple query of eleven bytes. */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0')

/** A proxy between the service and its database that can go silent, cut connections, or refuse them. */
async function startProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const pairs = new Set<[Socket, Socket]>()
  let isSilent = false
  let isRefusing = false
  let isLosingCommit = false
  const server = createServer((from) => {
    if (isRefusing) return void from.destroy()
    const to = dial(Number(target.port), target.hostname)
    const pair: [Socket, Socket] = [from, to]
    pairs.add(pair)
    let isDeaf = false
    from.on('data', (part) => {
      if (isLosingCommit && part.includes(COMMIT)) {
        isLosingCommit = false
        isDeaf = true
        // The server has committed, but its answer never arrives.
        setTimeout(() => from.destroy(), 300)
      }
      if (!isSilent) to.write(part)
    })
    to.on('data', (part) => isSilent || isDeaf || from.write(part))
    for (const [one, other] of [pair, [to, from]] as const) {
      one.on('error', () => {})
      one.on('close', () => {
        other.destroy()
        pairs.delete(pair)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as { port: number }).port)
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    url: url.href,
    silence(value: boolean) {
      isSilent = value
      // The swallowed bytes are lost, so after a silence no old connection can understand the rest.
      if (!value) cut()
    },
    refuse(value: boolean) {
      isRefusing = value
      if (value) cut()
    },
    loseNextCommit() {
      isLosingCommit = true
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve()).unref() && cut()),
  }
}

const TIMEOUTS = {
  POOL_SIZE: '4',
  SILENCE_TIMEOUT_MS: '500',
  CONNECT_TIMEOUT_MS: '1000',
  POOL_WAIT_MS: '1500',
  CUSTOMER_CONNECTIONS: '4',
}

let origin: TestApp
let proxy: Awaited<ReturnType<typeof startProxy>>
let tasman: TestApp
let owner: TestClient

beforeAll(async () => {
  origin = await startTestApp()
  proxy = await startProxy(origin.databaseUrl)
  tasman = await startTestApp({ databaseUrl: proxy.url, env: TIMEOUTS })
  owner = tasman.clientWith((await origin.clientFor('owner')).token)
})
afterAll(async () => {
  await tasman?.close()
  await proxy?.close()
  await origin?.close()
})

const health = () => tasman.clientWith().get('/api/health')
const create = (name: string) => owner.put('/api/company/create', { legal_name: name })

async function expectUnavailable(answer: Promise<{ status: number; body: unknown; headers: object }>) {
  const { status, body, headers } = await answer
  expect(status).toBe(503)
  expect(body).toMatchObject({ error: expect.stringContaining('Service temporarily') })
  expect(headers).toMatchObject({ 'retry-after': '5' })
}

async function expectRecovery() {
  await expect.poll(async () => (await health()).status, { timeout: 15_000, interval: 100 }).toBe(200)
  expect((await owner.get('/api/company')).status).toBe(200)
  expect((await create('Back again Pty Ltd')).status).toBe(201)
}

describe('a database that does not answer', () => {
  it('fails the calls at hand and refuses new ones, all with 503, and is found again', async () => {
    await expectRecovery()
    proxy.silence(true)
    const started = performance.now()
    await Promise.all([
      expectUnavailable(owner.get('/api/company')),
      expectUnavailable(create('Hanging Pty Ltd')),
      expectUnavailable(create('Hanging too Pty Ltd')),
    ])
    expect(performance.now() - started).toBeLessThan(15_000)
    expect((await health()).body).toMatchObject({ status: 'unavailable', database: 'unreachable' })
    // The service knows by now, so no request waits any longer.
    const again = performance.now()
    await expectUnavailable(owner.get('/api/company'))
    expect(performance.now() - again).toBeLessThan(1000)
    proxy.silence(false)
    await expectRecovery()
  })
})

describe('a database that is gone', () => {
  it('answers reads and writes 503, health says so, and everything comes back with it', async () => {
    await expectRecovery()
    proxy.refuse(true)
    await expectUnavailable(owner.get('/api/company'))
    await expectUnavailable(create('Gone Pty Ltd'))
    const answer = await health()
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject({ status: 'unavailable', database: 'unreachable' })
    proxy.refuse(false)
    await expectRecovery()
  })

  it('breaks a transaction in the middle: that call alone fails', async () => {
    await expectRecovery()
    const { database } = tasman.service
    const broken = database.transaction(async (tx) => {
      await tx.selectFrom('customers').select('id').execute()
      proxy.refuse(true)
      proxy.refuse(false)
      await sleep(50)
      await tx.selectFrom('customers').select('id').execute()
    })
    await expect(broken).rejects.toMatchObject({ kind: 'lost' })
    await expectRecovery()
  })
})

describe('a commit whose answer is lost', () => {
  it('is answered 503 as of unknown outcome; the same key finds that it was done, once', async () => {
    await expectRecovery()
    const companyId = (await create('Unknown Pty Ltd')).body.id
    const hired = await owner.put(`/api/company/${companyId}/employees/create`, [employeeBody()])
    const body = [
      {
        employee_id: hired.body[0].employee.id,
        hours: [{ description: 'Ordinary', units: 'hours', value: 38 }],
      },
    ]
    const path = `/api/company/${companyId}/pays/create?pay_date=2026-10-02`
    proxy.loseNextCommit()
    const first = await owner.put(path, body, { 'idempotency-key': 'lost-commit' })
    expect(first.status).toBe(503)
    expect(first.body.error).toContain('not known whether the call took effect')
    const second = await owner.put(path, body, { 'idempotency-key': 'lost-commit' })
    expect(second.status).toBe(200)
    expect(second.headers).toMatchObject({ 'idempotency-replayed': 'true' })
    const { rowCount } = await origin.service.database.pool.query(
      'select 1 from pays where company_id = $1',
      [companyId],
    )
    expect(rowCount).toBe(1)
  })
})

describe('a pool without a free connection', () => {
  it('answers 503 after the longest wait; health calls it exhausted until one is free', async () => {
    await expectRecovery()
    const { pool } = tasman.service.database
    const held = await Promise.all(Array.from({ length: 4 }, () => pool.connect()))
    try {
      await expectUnavailable(owner.get('/api/company'))
      const answer = await health()
      expect(answer.status).toBe(503)
      expect(answer.body).toMatchObject({ status: 'unavailable', database: 'exhausted' })
    } finally {
      for (const client of held) client.release()
    }
    await expectRecovery()
  })
})

describe('a database without room', () => {
  it('is reported by health for a while', async () => {
    await expectRecovery()
    const { database } = tasman.service
    const write = database.pool.query(`do $$ begin raise exception using errcode = '53100'; end $$`)
    await expect(write).rejects.toMatchObject({ kind: 'full' })
    const answer = await health()
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject({ status: 'unavailable', database: 'full' })
    expect((await owner.get('/api/company')).status).toBe(200)
  })
})
