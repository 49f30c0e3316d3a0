import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendDueSubmissions } from '../../../src/features/lodgements/lodgements/index.ts'
import { type GatewayAnswer, GatewayDown } from '../../../src/ports/lodgement/gateway.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import * as nz from '../payday-filing/story.ts'
import * as au from '../single-touch/story.ts'

/*
 * A correction without an answer shows as under way everywhere. Until the answer arrives, the authority holds
 * the earlier figures.
 */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const COUNTRIES = {
  AU: { reports: 'single-touch', event: 'stp-pay-event', correction: 'stp-update' },
  NZ: { reports: 'payday-filing', event: 'payday-filing', correction: 'payday-amendment' },
} as const

const ACCEPTED: GatewayAnswer = { state: 'accepted', receipt: 'R1', notes: [] }
function answering(answer: GatewayAnswer | 'down') {
  const say = async () => {
    if (answer === 'down') throw new GatewayDown('down')
    return answer
  }
  const gateway = { send: say, collect: say }
  Object.assign(tasman.service.ports, { lodgement: gateway, payday: gateway })
}
async function later() {
  tasman.clock.advance(3_600_000)
  owner = await tasman.clientFor('owner')
  await sendDueSubmissions(tasman.service)
}

async function aWage() {
  const company = await nz.anEmployer(owner)
  const worker = await nz.aWorker(owner, company.id)
  return { company, pay: await nz.aPay(owner, company.id, worker.id, '2026-07-10') }
}

async function aLodgedPay(country: 'AU' | 'NZ') {
  const { reports, event, correction } = COUNTRIES[country]
  answering(ACCEPTED)
  const { company, pay } = country === 'AU' ? await au.aPaidEmployee(owner, '2026-07-10') : await aWage()
  const base = `/api/company/${company.id}`
  const correct = async () => {
    const body = { from_date: '2026-07-01', to_date: '2026-07-31' }
    return country === 'AU'
      ? await owner.post(`/api/${reports}/${company.id}/update`, {})
      : await owner.post(`/api/${reports}/${company.id}/submit`, body)
  }
  const first = country === 'AU' ? 'submit-stp-pays' : 'submit'
  const lodged = await owner.post(`/api/${reports}/${company.id}/${first}`, { pay_ids: [pay.id] })
  expect(lodged.status, JSON.stringify(lodged.body)).toBe(201)
  await owner.post(`${base}/payments/settlements`, {
    ...{ method: 'cash', settled_on: '2026-07-20' },
    items: [{ pay_id: pay.id }],
  })
  /** Kind and status of each report, and the lines of the proof about reports. */
  const state = async () => {
    const list: AnyJson[] = (await owner.get(`${base}/obligations`)).body
    const kinds: readonly string[] = [event, correction]
    const due = list.filter((row) => kinds.includes(row.kind)).map((row) => [row.kind, row.status])
    const proof = await owner.get(`${base}/proof?from_date=2026-07-01&to_date=2026-07-31`)
    expect(proof.status, JSON.stringify(proof.body)).toBe(200)
    const { accepted, under_way, open } = proof.body.reports
    const points = proof.body.open_points.filter((point: AnyJson) => point.kind === 'report')
    return {
      due,
      counts: [accepted, under_way, open],
      sentences: points.map((point: AnyJson) => point.sentence),
    }
  }
  return { base, company, pay, correct, state, ...COUNTRIES[country] }
}

const hours = { hours: [{ description: 'Ordinary hours', units: 'hours', value: 10 }] }
const waiting: GatewayAnswer = { state: 'received' }

it.each(['AU', 'NZ'] as const)('a corrected pay, %s', async (country) => {
  for (const pending of ['down', waiting] as const) {
    const { base, pay, correct, state, event, correction } = await aLodgedPay(country)
    expect(await state()).toEqual({ due: [[event, 'done']], counts: [1, 0, 0], sentences: [] })
    await owner.put(`${base}/pays/${pay.id}`, hours)
    expect((await state()).due).toContainEqual([correction, 'open'])
    answering(pending)
    expect((await correct()).status).toBe(201)
    const sent = await state()
    expect(sent.due).toContainEqual([correction, 'under-way'])
    expect([sent.counts, sent.sentences]).toEqual([
      [0, 1, 0],
      ['A correction was sent, and the authority has not answered yet.'],
    ])
    answering(ACCEPTED)
    await later()
    expect(await state()).toEqual({ due: [[event, 'done']], counts: [1, 0, 0], sentences: [] })
  }
})

it.each(['AU', 'NZ'] as const)('a deleted pay, %s', async (country) => {
  const { base, pay, correct, state, correction } = await aLodgedPay(country)
  await owner.delete(`${base}/pays/${pay.id}`)
  expect(await state()).toMatchObject({
    due: [[correction, 'open']],
    sentences: ['It was deleted, but the authority still holds it.'],
  })
  answering(waiting)
  expect((await correct()).status).toBe(201)
  expect(await state()).toMatchObject({
    due: [[correction, 'under-way']],
    sentences: ['It was deleted. That was sent, and the authority has not answered yet.'],
  })
  answering({ state: 'rejected', receipt: null, notes: [{ code: 'E', message: 'No.', document: null }] })
  await later()
  expect((await state()).due).toEqual([[correction, 'open']])
})

it('a finalisation', async () => {
  const { company, base } = await aLodgedPay('AU')
  const finals = async () =>
    ((await owner.get(`${base}/obligations`)).body as AnyJson[])
      .filter((row) => row.kind === 'stp-finalisation')
      .map((row) => row.status)
  expect(await finals()).toEqual(['open'])
  answering(waiting)
  const sent = await owner.post(`/api/single-touch/${company.id}/finalise`, { year: 2027, is_final: true })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  expect(await finals()).toEqual(['under-way'])
  answering(ACCEPTED)
  await later()
  expect(await finals()).toEqual(['done'])
})
