import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendDueSubmissions } from '../../src/features/lodgements/lodgements/index.ts'
import { planFilingsAgain } from '../../src/features/lodgements/payday-filing/index.ts'
import { type GatewayAnswer, GatewayDown } from '../../src/ports/lodgement/gateway.ts'
import type { PaydayMessage } from '../../src/ports/payday/port.ts'
import { aPay as aNzPay, anEmployer, aWorker } from '../api/payday-filing/story.ts'
import { aPay, aPayer } from '../api/single-touch/story.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { anEmployee } from '../support/make.ts'

/* Every line of a message has its own outcome: an authority holds the lines that it accepted. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const ACCEPTED: GatewayAnswer = { state: 'accepted', receipt: 'R', notes: [] }
const REJECTED: GatewayAnswer = {
  state: 'rejected',
  receipt: null,
  notes: [{ code: '4', message: 'Unauthorised delegation.', document: null }],
}
const refusing = (...documents: number[]): GatewayAnswer => ({
  state: 'partial',
  receipt: 'R',
  notes: documents.map((document) => ({ code: '100', message: `Line ${document} is wrong.`, document })),
})

const pass = async (ms: number) => {
  tasman.clock.advance(ms)
  owner = await tasman.clientFor('owner')
}
/** Does the work of the job: sends due messages, and replans those that were built on a failed message. */
const sweep = async () => {
  await sendDueSubmissions(tasman.service)
  await planFilingsAgain(tasman.service)
  await sendDueSubmissions(tasman.service)
}
const obligationsOf = async (companyId: number, kind: string) =>
  (await owner.get(`/api/company/${companyId}/obligations`)).body.filter((row: AnyJson) => row.kind === kind)
const payOf = async (companyId: number, payId: number) =>
  (await owner.get(`/api/company/${companyId}/pays/${payId}`)).body
const change = (companyId: number, payId: number, hours: number) =>
  owner.put(`/api/company/${companyId}/pays/${payId}`, {
    hours: [{ description: 'Ordinary hours', units: 'hours', value: hours }],
  })

describe('a replacement that is accepted in part (Australia)', () => {
  async function replacedInPart() {
    const company = await aPayer(owner)
    const people = [
      await anEmployee(owner, company.id),
      await anEmployee(owner, company.id),
      await anEmployee(owner, company.id),
    ]
    const pays: AnyJson[] = []
    for (const { id } of people) pays.push(await aPay(owner, company.id, id, '2026-07-10'))
    const path = `/api/single-touch/${company.id}`
    const submit = () => owner.post(`${path}/submit-stp-pays`, { pay_ids: pays.map((pay) => pay.id) })
    const first = await submit()
    const { ports } = tasman.service
    const real = ports.lodgement
    ports.lodgement = { ...real, send: async () => refusing(1, 3) }
    const replaced = await owner.post(`${path}/submissions/${first.body.id}/replace`, {})
    ports.lodgement = real
    expect(replaced.body.status).toBe('partial')
    return { company, people, pays, path, submit }
  }

  it('leaves the payees it refused open, and nothing about them is done', async () => {
    const { company, people, pays, path } = await replacedInPart()
    const [a, b, c] = await Promise.all(pays.map((pay) => payOf(company.id, pay.id)))
    expect([a.stp_status, b.stp_status, c.stp_status]).toEqual(['rejected', 'accepted', 'rejected'])
    const [event] = await obligationsOf(company.id, 'stp-pay-event')
    expect(event).toMatchObject({
      status: 'overdue',
      employees: [{ id: people[0]?.id }, { id: people[2]?.id }],
    })
    const update = await owner.post(`${path}/update`, { year: 2027 })
    expect(update).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('2 processed pays of the year are not lodged yet') },
    })
    const named = await owner.post(`${path}/update`, { year: 2027, employee_ids: [people[0]?.id] })
    expect(named.body.detail).toContain(
      `not lodged yet (the first is pay ${pays[0]?.id}). Submit them first.`,
    )
    const strict = await owner.post(`${path}/finalise`, { year: 2027, is_strict: true })
    expect(strict).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(`(${people[2]?.id})`) },
    })
    const alone = await owner.post(`${path}/finalise`, { year: 2027, employee_ids: [people[0]?.id] })
    expect(alone.status).toBe(400)
    const rest = await owner.post(`${path}/finalise`, { year: 2027 })
    expect(rest).toMatchObject({
      status: 201,
      body: {
        payee_count: 1,
        held_back: [
          { employee_id: people[0]?.id, reason: expect.stringContaining(`pay ${pays[0]?.id}`) },
          { employee_id: people[2]?.id },
        ],
      },
    })
    const [year] = await obligationsOf(company.id, 'stp-finalisation')
    expect(year).toMatchObject({ status: 'open', employees: [{ id: people[0]?.id }, { id: people[2]?.id }] })
  })

  it('reports them with the next submit, and then everything is done', async () => {
    const { company, people, pays, submit } = await replacedInPart()
    const again = await submit()
    expect(again).toMatchObject({ status: 201, body: { status: 'accepted', payee_count: 2 } })
    expect(again.body.pay_ids).toEqual([pays[0]?.id, pays[2]?.id])
    // The tax office accepted the totals with the payer's record, so they are not sent twice.
    expect(again.body.totals).toMatchObject({ w1_gross: 0, w2_withheld: 0 })
    expect(again.body.warnings.map(({ message }: AnyJson) => message).join()).toContain(
      `leave out pays ${pays[0]?.id}, ${pays[2]?.id}`,
    )
    expect((await obligationsOf(company.id, 'stp-pay-event'))[0].status).toBe('done')
    const finalised = await owner.post(`/api/single-touch/${company.id}/finalise`, { year: 2027 })
    expect(finalised).toMatchObject({ status: 201, body: { payee_count: people.length } })
  })
})

describe('a correction that is rejected (Australia)', () => {
  it('leaves the pay as its event lodged it, and is due again', async () => {
    const company = await aPayer(owner)
    const { id } = await anEmployee(owner, company.id)
    const pay = await aPay(owner, company.id, id, '2026-07-10')
    await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, { pay_ids: [pay.id] })
    await change(company.id, pay.id, 30)
    const { ports } = tasman.service
    const real = ports.lodgement
    ports.lodgement = { ...real, send: async () => REJECTED }
    await owner.post(`/api/single-touch/${company.id}/update`, { year: 2027 })
    ports.lodgement = real
    expect(await payOf(company.id, pay.id)).toMatchObject({
      stp_status: 'accepted',
      stp_service_action: 'submit',
      stp_needs_update: true,
    })
    expect((await obligationsOf(company.id, 'stp-update'))[0].status).toBe('open')
  })
})

/** Inland Revenue, which stores lines: the messages it received, and its answers to the next ones. */
function inlandRevenue() {
  const { ports } = tasman.service
  const real = ports.payday
  const sent: PaydayMessage[] = []
  const answers: (GatewayAnswer | 'down')[] = []
  let late: GatewayAnswer = { state: 'received' }
  ports.payday = {
    async send(message) {
      const answer = answers.shift() ?? ACCEPTED
      if (answer === 'down') throw new GatewayDown('The gateway did not respond')
      sent.push(message)
      return answer
    },
    collect: async () => late,
  }
  return {
    sent,
    answer: (...next: (GatewayAnswer | 'down')[]) => void answers.splice(0, answers.length, ...next),
    answerLate: (answer: GatewayAnswer) => {
      late = answer
    },
    end: () => {
      ports.payday = real
    },
  }
}

async function aPayday(count: number) {
  const company = await anEmployer(owner)
  const people: AnyJson[] = []
  const pays: AnyJson[] = []
  for (let i = 0; i < count; i++) {
    const worker = await aWorker(owner, company.id)
    people.push(worker)
    pays.push(await aNzPay(owner, company.id, worker.id, '2026-07-10'))
  }
  const path = `/api/payday-filing/${company.id}`
  const submit = (body: object = { pay_ids: pays.map((pay) => pay.id) }) => owner.post(`${path}/submit`, body)
  const read = async (id: number) => (await owner.get(`${path}/submissions/${id}`)).body
  return { company, people, pays, path, submit, read }
}

describe('a return that is accepted in part (New Zealand)', () => {
  it('files the refused people with the next submit, as new lines', async () => {
    const office = inlandRevenue()
    const { company, people, pays, submit } = await aPayday(3)
    office.answer(refusing(1, 3))
    const first = await submit()
    expect(first.body).toMatchObject({
      status: 'partial',
      notes: [{ employee_id: people[0]?.id }, { employee_id: people[2]?.id }],
    })
    expect((await obligationsOf(company.id, 'payday-filing'))[0]).toMatchObject({
      status: 'overdue',
      employees: [{ id: people[0]?.id }, { id: people[2]?.id }],
    })
    await change(company.id, pays[0]?.id, 30)
    const again = await submit()
    expect(again).toMatchObject({ status: 201, body: { kind: 'submit', status: 'accepted', payee_count: 2 } })
    expect(office.sent.map((message) => message.isAmendment)).toEqual([false, false])
    expect((await obligationsOf(company.id, 'payday-filing'))[0].status).toBe('done')
    office.end()
  })
})

describe('an amendment of a line that Inland Revenue has not answered', () => {
  it('waits for the answer and says for which, then leaves', async () => {
    const office = inlandRevenue()
    const { company, pays, submit, read } = await aPayday(1)
    office.answer({ state: 'received' })
    const first = await submit()
    expect(first.body.status).toBe('sent')
    await change(company.id, pays[0]?.id, 30)
    const amended = await submit()
    expect(amended.body).toMatchObject({ kind: 'amend', status: 'queued', waits_for_id: first.body.id })
    await sweep()
    expect(office.sent).toHaveLength(1)
    office.answerLate(ACCEPTED)
    await pass(60_000)
    await sweep()
    expect(await read(amended.body.id)).toMatchObject({ status: 'accepted', waits_for_id: null })
    expect(office.sent.map((message) => message.isAmendment)).toEqual([false, true])
    office.end()
  })

  it.each(['withdrawn', 'rejected'] as const)(
    'is withdrawn with it when it is %s: nothing amends a line that is not held',
    async (end) => {
      const office = inlandRevenue()
      const { company, pays, path, submit, read } = await aPayday(2)
      office.answer('down')
      const first = await submit()
      await change(company.id, pays[0]?.id, 30)
      const amended = await submit()
      expect(amended.body).toMatchObject({ kind: 'amend', status: 'queued' })
      if (end === 'withdrawn')
        await owner.post(`${path}/submissions/${first.body.id}/withdraw`, { is_certain: true })
      office.answer(REJECTED)
      await pass(60_000)
      await sweep()
      expect(await read(amended.body.id)).toMatchObject({
        status: 'withdrawn',
        failed_with_id: first.body.id,
      })
      expect(office.sent.filter((message) => message.isAmendment)).toEqual([])
      office.answer(ACCEPTED)
      const again = await submit()
      expect(again.body).toMatchObject({ kind: 'submit', status: 'accepted', payee_count: 2 })
      office.end()
    },
  )

  it('is planned again for those whose lines were accepted', async () => {
    const office = inlandRevenue()
    const { company, people, pays, submit, path } = await aPayday(2)
    office.answer('down')
    await submit()
    for (const pay of pays) await change(company.id, pay.id, 30)
    await submit()
    office.answer(refusing(1), ACCEPTED)
    await pass(60_000)
    await sweep()
    const listed = (await owner.get(`${path}/submissions`)).body
    expect(listed.map((row: AnyJson) => [row.kind, row.status])).toEqual([
      ['amend', 'accepted'],
      ['amend', 'withdrawn'],
      ['submit', 'partial'],
    ])
    const [last] = listed
    const { body } = await owner.get(`${path}/submissions/${last.id}`)
    expect(body.pay_ids).toEqual([pays[1]?.id])
    expect(await payOf(company.id, pays[0]?.id)).toMatchObject({ stp_status: 'rejected' })
    expect((await obligationsOf(company.id, 'payday-filing'))[0].employees).toMatchObject([
      { id: people[0]?.id },
    ])
    office.end()
  })

  it('starts from what is held when the amendment before it was rejected', async () => {
    const office = inlandRevenue()
    const { company, pays, submit } = await aPayday(1)
    await submit()
    await change(company.id, pays[0]?.id, 30)
    office.answer('down')
    await submit()
    await change(company.id, pays[0]?.id, 20)
    await submit()
    office.answer(REJECTED, ACCEPTED)
    await pass(60_000)
    await sweep()
    const amendments = office.sent.filter((message) => message.isAmendment)
    const filed = office.sent[0]?.file.split('\r\n').find((line) => line.startsWith('DEI'))
    // DTI repeats the line as the return filed it, not as the rejected amendment would have changed it.
    expect(amendments.at(-1)?.file).toContain(filed?.replace(/^DEI/, 'DTI'))
    expect(await payOf(company.id, pays[0]?.id)).toMatchObject({
      stp_status: 'accepted',
      stp_needs_update: false,
    })
    office.end()
  })
})

describe('a pay below zero', () => {
  it('is held back by name, although it makes the totals of the return negative too', async () => {
    const office = inlandRevenue()
    const company = await anEmployer(owner)
    const [below, fine] = [await aWorker(owner, company.id), await aWorker(owner, company.id)]
    const hours = (value: number) => ({ hours: [{ description: 'Ordinary hours', units: 'hours', value }] })
    await aNzPay(owner, company.id, below.id, '2026-07-10', hours(-30))
    const pay = await aNzPay(owner, company.id, fine.id, '2026-07-10', hours(5))
    const answer = await owner.post(`/api/payday-filing/${company.id}/submit`, {
      ...{ from_date: '2026-07-10', to_date: '2026-07-10' },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    expect(answer.body).toMatchObject({ pay_ids: [pay.id], held_back: [{ employee_id: below.id }] })
    expect((await obligationsOf(company.id, 'payday-filing'))[0].employees).toMatchObject([{ id: below.id }])
    office.end()
  })
})
