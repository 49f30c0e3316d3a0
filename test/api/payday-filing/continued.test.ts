import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployer, aPay, aWorker } from './story.ts'

/*
 * A rehired employee, and whether payday filing reports a new start. Started on 6 July, ended on 17 July,
 * returned on 22 July.
 */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-31T02:00:00', env: { REGION: 'NZ' } })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

async function cameBack({ isContinuous, isEndFiled }: { isContinuous: boolean; isEndFiled: boolean }) {
  const company = await anEmployer(owner)
  const worker = await aWorker(owner, company.id, { start_date: '2026-07-06' })
  const submit = async (payId: number) => {
    const { status, body } = await owner.post(`/api/payday-filing/${company.id}/submit`, { pay_ids: [payId] })
    expect([status, body.detail]).toEqual([201, undefined])
    const file = async (part: string) =>
      (await owner.get(`/api/payday-filing/${company.id}/submissions/${body.id}/file?part=${part}`)).body
    return {
      lines: String(await file('employment-information')),
      details: JSON.stringify(await file('employee-details')),
    }
  }
  await submit((await aPay(owner, company.id, worker.id, '2026-07-10')).id)
  const ended = await owner.post(`/api/employees/${worker.id}/terminate`, {
    termination_date: '2026-07-17',
    pay_date: '2026-07-17',
  })
  expect(ended.status).toBe(200)
  if (isEndFiled) await submit(ended.body.pay_id)
  const back = await owner.post(`/api/employees/${worker.id}/reinstate`, {
    start_date: '2026-07-22',
    is_continuous: isContinuous,
  })
  expect(back.status).toBe(200)
  return submit((await aPay(owner, company.id, worker.id, '2026-07-24')).id)
}

it('a new employment is a new start', async () => {
  const { lines, details } = await cameBack({ isContinuous: false, isEndFiled: true })
  expect(lines).toContain('20260722')
  expect(details).toContain('20260722')
})

it('continued service is no new start where no finish was filed', async () => {
  const { lines, details } = await cameBack({ isContinuous: true, isEndFiled: false })
  expect(lines).not.toContain('20260722')
  expect(details).not.toContain('20260722')
})

it('continued service starts again for Inland Revenue where the finish was filed', async () => {
  const { details } = await cameBack({ isContinuous: true, isEndFiled: true })
  expect(details).toContain('20260722')
})

it('a final pay that is deleted after its finish was filed is followed by a new start', async () => {
  const company = await anEmployer(owner)
  const worker = await aWorker(owner, company.id, { start_date: '2026-01-05' })
  const submit = (body: object) => owner.post(`/api/payday-filing/${company.id}/submit`, body)
  const details = async (payDate: string) => {
    const pay = await aPay(owner, company.id, worker.id, payDate)
    const { status, body } = await submit({ pay_ids: [pay.id] })
    expect([status, body.detail]).toEqual([201, undefined])
    const read = await owner.get(`/api/payday-filing/${company.id}/submissions/${body.id}`)
    return (read.body.document.employee_details as AnyJson[])
      .filter((row) => row.start_date)
      .map(({ start_date: start, finish_date: finish }) => [start, finish])
  }
  expect(await details('2026-07-10')).toEqual([])
  const ended = await owner.post(`/api/employees/${worker.id}/terminate`, {
    termination_date: '2026-07-17',
    pay_date: '2026-07-17',
  })
  await submit({ pay_ids: [ended.body.pay_id] })
  expect((await owner.delete(`/api/company/${company.id}/pays/${ended.body.pay_id}`)).status).toBe(204)
  expect((await submit({ from_date: '2026-07-01', to_date: '2026-07-31' })).status).toBe(201)
  expect(await details('2026-07-24')).toContainEqual(['20260718', ''])
  expect(await details('2026-07-31')).toEqual([])
})
