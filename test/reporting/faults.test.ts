import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LEASE_MS } from '../../src/features/lodgements/lodgements/claims.ts'
import { sendDueSubmissions } from '../../src/features/lodgements/lodgements/index.ts'
import { lockCompanyPays } from '../../src/features/pays/pays/index.ts'
import type { GatewayAnswer } from '../../src/ports/lodgement/gateway.ts'
import { aPay as aNzPay, anEmployer, aWorker } from '../api/payday-filing/story.ts'
import { aPaidEmployee, aPay } from '../api/single-touch/story.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { anEmployee } from '../support/make.ts'

const MINUTE_MS = 60_000

let tasman: TestApp
let signedIn: TestClient
// A token is valid for half an hour. A caller that waits longer signs in again.
const owner = new Proxy({} as TestClient, { get: (_, name) => signedIn[name as keyof TestClient] })
const pass = async (ms: number) => {
  tasman.clock.advance(ms)
  signedIn = await tasman.clientFor('owner')
}
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  await pass(0)
})
afterAll(() => tasman.close())

const behave = (behaviours: object) => owner.put('/api/demo/gateways', behaviours)
const sweep = () => sendDueSubmissions(tasman.service)
const read = async (companyId: number, id: number) =>
  (await owner.get(`/api/single-touch/${companyId}/submissions/${id}`)).body
const statusOfPay = async (companyId: number, payId: number) =>
  (await owner.get(`/api/company/${companyId}/pays/${payId}`)).body.stp_status

/** The authority's own count: the messages it accepted, and how often each arrived. */
async function received(messageId: string) {
  const rows = await tasman.service.database.query
    .selectFrom('gateway_messages')
    .select(['times_received', 'answer'])
    .where('message_id', '=', messageId)
    .execute()
  return rows.map((row) => row.times_received)
}

/** Submissions that lodge this pay: never more than one. */
async function lodgements(payId: number): Promise<number> {
  const rows = await tasman.service.database.query
    .selectFrom('submission_pays')
    .select('submission_id')
    .where('pay_id', '=', payId)
    .where('counts', '=', true)
    .execute()
  return rows.length
}

describe('a gateway that is down', () => {
  it('for an hour: nothing is lost, waits grow, and it is lodged once when it is back', async () => {
    await behave({ stp: 'down' })
    const { company, pay, submit } = await aPaidEmployee(owner)
    const { status, body } = await submit({ pay_ids: [pay.id] })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { status: 'queued', attempts: 1, last_error: 'The gateway did not respond.' },
    })
    expect(await statusOfPay(company.id, pay.id)).toBe('queued')
    for (let minute = 0; minute < 60; minute++) {
      await pass(MINUTE_MS)
      await sweep()
    }
    const waiting = await read(company.id, body.id)
    expect(waiting.status).toBe('queued')
    // 30 s, 1, 2, 4, 8, 15, 15, 15 minutes: eight or nine attempts in an hour, not sixty.
    expect(waiting.attempts).toBeGreaterThanOrEqual(7)
    expect(waiting.attempts).toBeLessThanOrEqual(10)
    expect(await received(waiting.message_id)).toEqual([])
    await behave({ stp: 'accept' })
    await pass(16 * MINUTE_MS)
    await sweep()
    expect(await read(company.id, body.id)).toMatchObject({ status: 'accepted', last_error: null })
    expect(await statusOfPay(company.id, pay.id)).toBe('accepted')
    expect(await received(waiting.message_id)).toEqual([1])
    expect(await lodgements(pay.id)).toBe(1)
  })

  it('keeps the order of a company’s events', async () => {
    await behave({ stp: 'down' })
    const { company, pay, submit } = await aPaidEmployee(owner)
    const first = await submit({ pay_ids: [pay.id] })
    await behave({ stp: 'accept' })
    const update = await owner.post(`/api/single-touch/${company.id}/update`, {
      employee_ids: [pay.employee_id],
    })
    expect(update.body.status).toBe('queued')
    await pass(MINUTE_MS)
    await sweep()
    const [one, two] = [await read(company.id, first.body.id), await read(company.id, update.body.id)]
    expect([one.status, two.status]).toEqual(['accepted', 'accepted'])
    expect(one.answered_at <= two.answered_at).toBe(true)
  })
})

describe('answers that come late', () => {
  it('are collected once they are there', async () => {
    await behave({ stp: 'delay' })
    const { company, pay, submit } = await aPaidEmployee(owner)
    const { body } = await submit({ pay_ids: [pay.id] })
    expect(body).toMatchObject({ status: 'sent', receipt: null })
    expect(await statusOfPay(company.id, pay.id)).toBe('sent')
    await pass(20_000)
    await sweep()
    expect((await read(company.id, body.id)).status).toBe('sent')
    await pass(MINUTE_MS)
    await sweep()
    expect(await read(company.id, body.id)).toMatchObject({ status: 'accepted' })
    expect(await received(body.message_id)).toEqual([1])
    await behave({ stp: 'accept' })
  })

  it('and twice: the second one changes nothing', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    const { body } = await submit({ pay_ids: [pay.id] })
    const before = await read(company.id, body.id)
    const { lodgement } = tasman.service.ports
    const again = await lodgement.collect(body.message_id)
    expect(again).toMatchObject({ state: 'accepted', receipt: before.receipt })
    await tasman.service.database.query
      .updateTable('submissions')
      .set({ next_attempt_at: tasman.clock.now() })
      .where('id', '=', body.id)
      .execute()
    await sweep()
    expect(await read(company.id, body.id)).toEqual(before)
    expect(await lodgements(pay.id)).toBe(1)
  })
})

describe('a crash between send and answer', () => {
  it('sends the same message again: the authority counts it once', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    const { ports } = tasman.service
    const real = ports.lodgement
    // The message arrives, and the process dies before it has read the answer.
    ports.lodgement = {
      ...real,
      async send(message) {
        await real.send(message)
        return new Promise<never>(() => {})
      },
    }
    void submit({ pay_ids: [pay.id] })
    const { query } = tasman.service.database
    const find = () =>
      query
        .selectFrom('submissions')
        .select(['id', 'message_id', 'status', 'leased_until'])
        .where('company_id', '=', company.id)
        .executeTakeFirst()
    await expect.poll(async () => (await received((await find())?.message_id ?? NOBODY)).length).toBe(1)
    ports.lodgement = real
    const lost = await find()
    expect(lost).toMatchObject({ status: 'queued', leased_until: expect.any(Date) })
    expect(await sweep()).toBe(0)
    await pass(LEASE_MS + 1000)
    const other = await startTestApp({ databaseUrl: tasman.databaseUrl })
    other.clock.set(tasman.clock.now())
    try {
      await sendDueSubmissions(other.service)
    } finally {
      await other.close()
    }
    expect(await read(company.id, lost?.id as number)).toMatchObject({ status: 'accepted', attempts: 2 })
    expect(await received(lost?.message_id as string)).toEqual([2])
    expect(await lodgements(pay.id)).toBe(1)
    expect(await statusOfPay(company.id, pay.id)).toBe('accepted')
  })
})

describe('a rejection', () => {
  it('gives its code, leaves the pays unlodged, and they can be submitted again', async () => {
    await behave({ stp: 'reject' })
    const { company, pay, submit } = await aPaidEmployee(owner)
    const { body } = await submit({ pay_ids: [pay.id] })
    expect(body).toMatchObject({ status: 'rejected', notes: [{ code: 'SBR.GEN.AUTH.006' }] })
    expect(await statusOfPay(company.id, pay.id)).toBe('rejected')
    expect(await lodgements(pay.id)).toBe(0)
    await behave({ stp: 'accept' })
    const again = await submit({ pay_ids: [pay.id] })
    expect(again).toMatchObject({ status: 201, body: { status: 'accepted' } })
    expect(await lodgements(pay.id)).toBe(1)
  })
})

/** The authority's answer to the next message, whatever its content. */
async function answering<T>(answer: GatewayAnswer, work: () => Promise<T>): Promise<T> {
  const { ports } = tasman.service
  const real = ports.lodgement
  ports.lodgement = { ...real, send: async () => answer }
  try {
    return await work()
  } finally {
    ports.lodgement = real
  }
}

describe('an answer that refuses some payees', () => {
  it('lodges the others, and only the refused ones are submitted again', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    const second = await anEmployee(owner, company.id)
    const other = await aPay(owner, company.id, second.id, '2026-07-10')
    const notes = [{ code: 'CMN.ATO.GEN.402043', message: 'TFN', document: 2 }]
    const both = { pay_ids: [pay.id, other.id] }
    const { body } = await answering({ state: 'partial', receipt: 'R1', notes }, () => submit(both))
    expect(body).toMatchObject({ status: 'partial', notes: [{ employee_id: second.id }] })
    expect(await statusOfPay(company.id, pay.id)).toBe('accepted')
    expect(await statusOfPay(company.id, other.id)).toBe('rejected')
    const again = await submit(both)
    expect(again).toMatchObject({ status: 201, body: { pay_ids: [other.id], status: 'accepted' } })
    expect([await lodgements(pay.id), await lodgements(other.id)]).toEqual([1, 1])
  })
})

describe('a correction that is refused', () => {
  const refusal: GatewayAnswer = {
    state: 'rejected',
    receipt: null,
    notes: [{ code: 'CMN.ATO.AUTH.007', message: 'No permission', document: 0 }],
  }
  const change = (companyId: number, payId: number) =>
    owner.put(`/api/company/${companyId}/pays/${payId}`, {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 10 }],
    })

  it('stays due when it was an update', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    await submit({ pay_ids: [pay.id] })
    await change(company.id, pay.id)
    const update = () => owner.post(`/api/single-touch/${company.id}/update`, {})
    expect((await answering(refusal, update)).body.status).toBe('rejected')
    expect(await lodgements(pay.id)).toBe(1)
    expect(await update()).toMatchObject({ status: 201, body: { status: 'accepted', pay_ids: [pay.id] } })
  })

  it('leaves the event standing when it was to be replaced', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    const first = await submit({ pay_ids: [pay.id] })
    await change(company.id, pay.id)
    const replace = () =>
      owner.post(`/api/single-touch/${company.id}/submissions/${first.body.id}/replace`, {})
    expect((await answering(refusal, replace)).body.status).toBe('rejected')
    expect(await lodgements(pay.id)).toBe(1)
    const due = await owner.get(`/api/company/${company.id}/obligations`)
    expect(due.body.map((row: AnyJson) => row.kind)).toContain('stp-update')
    expect(await submit({ pay_ids: [pay.id] })).toMatchObject({ status: 200, body: { id: first.body.id } })
    expect(await replace()).toMatchObject({ status: 201, body: { status: 'accepted' } })
    expect(await lodgements(pay.id)).toBe(1)
  })
})

describe('two submits at once', () => {
  it('lodge the pay once', async () => {
    const { pay, submit } = await aPaidEmployee(owner)
    const answers = await Promise.all([1, 2, 3, 4].map(() => submit({ pay_ids: [pay.id] })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 201])
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(await lodgements(pay.id)).toBe(1)
  })
})

describe('two processes that send', () => {
  it('send each message once', async () => {
    await behave({ stp: 'down' })
    const stories = [await aPaidEmployee(owner), await aPaidEmployee(owner), await aPaidEmployee(owner)]
    const messages: string[] = []
    for (const { pay, submit } of stories)
      messages.push((await submit({ pay_ids: [pay.id] })).body.message_id)
    await behave({ stp: 'accept' })
    await pass(MINUTE_MS)
    const other = await startTestApp({ databaseUrl: tasman.databaseUrl })
    other.clock.set(tasman.clock.now())
    try {
      await Promise.all([
        sweep(),
        sendDueSubmissions(other.service),
        sweep(),
        sendDueSubmissions(other.service),
      ])
    } finally {
      await other.close()
    }
    for (const message of messages) expect(await received(message)).toEqual([1])
    for (const { company, pay } of stories) expect(await statusOfPay(company.id, pay.id)).toBe('accepted')
  })
})

describe('payday filing', () => {
  it('survives a gateway that is down, late, or refuses', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id)
    const path = `/api/payday-filing/${company.id}`
    const filed = async (id: number) => (await owner.get(`${path}/submissions/${id}`)).body
    const file = async (payDate: string) => {
      const pay = await aNzPay(owner, company.id, worker.id, payDate)
      return { pay, body: (await owner.post(`${path}/submit`, { pay_ids: [pay.id] })).body }
    }

    await behave({ payday: 'down' })
    const down = await file('2026-07-03')
    expect(down.body.status).toBe('queued')
    await behave({ payday: 'delay' })
    await pass(MINUTE_MS)
    await sweep()
    expect((await filed(down.body.id)).status).toBe('sent')
    await pass(2 * MINUTE_MS)
    await sweep()
    expect((await filed(down.body.id)).status).toBe('accepted')
    expect(await lodgements(down.pay.id)).toBe(1)

    await behave({ payday: 'reject' })
    const refused = await file('2026-07-10')
    expect(refused.body).toMatchObject({ status: 'rejected', notes: [{ code: '4' }] })
    expect(await lodgements(refused.pay.id)).toBe(0)
    await behave({ payday: 'accept' })
    const again = await owner.post(`${path}/submit`, { pay_ids: [refused.pay.id] })
    expect(again).toMatchObject({ status: 201, body: { kind: 'submit', status: 'accepted' } })
  })
})

const NOBODY = '00000000-0000-0000-0000-000000000000'

describe('an answer that comes while the pay is made again', () => {
  it('waits for it: no one is told a status that was true before', async () => {
    await behave({ stp: 'down' })
    const { company, pay, submit } = await aPaidEmployee(owner)
    await submit({ pay_ids: [pay.id] })
    expect(await statusOfPay(company.id, pay.id)).toBe('queued')
    await behave({ stp: 'accept' })
    await pass(MINUTE_MS)
    let isAnswered = false
    let answering: Promise<unknown> = Promise.resolve()
    await tasman.service.database.transaction(async (tx) => {
      await lockCompanyPays(tx, company.id)
      answering = sweep().then(() => {
        isAnswered = true
      })
      await sleep(300)
      expect(isAnswered).toBe(false)
    })
    await answering
    expect(await statusOfPay(company.id, pay.id)).toBe('accepted')
  })
})
