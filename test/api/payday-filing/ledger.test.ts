import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployer, aPay, aWorker } from './story.ts'

/* Inland Revenue's figures equal the pays, whatever happens after a payday was filed. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00', env: { REGION: 'NZ' } })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const submit = (companyId: number, body: object) => owner.post(`/api/payday-filing/${companyId}/submit`, body)
const fileOf = async (companyId: number, id: number, part = 'employment-information') =>
  (await owner.get(`/api/payday-filing/${companyId}/submissions/${id}/file?part=${part}`)).body
    .trim()
    .split('\r\n')
    .map((line: string) => line.split(',')) as string[][]
const filings = async (companyId: number): Promise<AnyJson[]> =>
  (await owner.get(`/api/payday-filing/${companyId}/submissions`)).body
const obligations = async (companyId: number, kind: string): Promise<AnyJson[]> =>
  (await owner.get(`/api/company/${companyId}/obligations`)).body.filter((row: AnyJson) => row.kind === kind)
const NIL = ',,,,,,,,,0,0,0,0,0,0,0,0,,0,0,0,0,0,0,0,0,0'

describe('two paydays of one run', () => {
  it('are filed once each, and a corrected first pay is an amendment', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id)
    const first = await aPay(owner, company.id, worker.id, '2026-07-16')
    await submit(company.id, { pay_ids: [first.id] })
    const ended = await owner.post(`/api/employees/${worker.id}/terminate`, {
      termination_date: '2026-07-17',
      pay_date: '2026-07-17',
    })
    const last = await submit(company.id, { pay_ids: [ended.body.pay_id] })
    expect(last.status).toBe(201)
    const again = await submit(company.id, { pay_run_id: first.pay_run_id })
    expect({ status: again.status, count: (await filings(company.id)).length }).toEqual({
      status: 200,
      count: 2,
    })
    await owner.put(`/api/company/${company.id}/pays/${first.id}`, {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 30 }],
    })
    const amended = await submit(company.id, { pay_run_id: first.pay_run_id })
    expect(amended).toMatchObject({ status: 201, body: { kind: 'amend', pay_date: '2026-07-16' } })
    expect(amended.body.related_submission_ids).toEqual([])
  })
})

describe('a pay without amounts', () => {
  it.each(['in the same tax year', 'while the answer is outstanding'])(
    'joins the line that is filed, %s',
    async (when) => {
      const company = await anEmployer(owner)
      const worker = await aWorker(owner, company.id)
      const paid = await aPay(owner, company.id, worker.id, '2026-07-10')
      const filed = await submit(company.id, { pay_ids: [paid.id] })
      const isWaiting = when.startsWith('while')
      if (isWaiting)
        await tasman.administer(`update submissions set status = 'sent' where id = $1`, [filed.body.id])
      const unpaid = await aPay(owner, company.id, worker.id, '2026-07-10', {
        hours: [],
        leave: [{ description: 'Unpaid', leave_type: 'UNPAID', date: '2026-07-09', hours: 4 }],
      })
      expect(unpaid.gross).toBe(0)
      const again = await submit(company.id, { pay_ids: [unpaid.id] })
      expect([again.status, again.body.id]).toEqual([200, filed.body.id])
      const { body } = await owner.get(`/api/company/${company.id}/pays/${unpaid.id}`)
      expect([body.stp_status, body.stp_needs_update]).toEqual([isWaiting ? 'sent' : 'accepted', false])
      const proof = await owner.get(
        `/api/company/${company.id}/proof?from_date=2026-07-01&to_date=2026-07-20`,
      )
      const open = proof.body.open_points.filter((point: AnyJson) => point.kind === 'report')
      expect(open.map((point: AnyJson) => point.sentence)).toEqual(
        isWaiting ? Array(2).fill('The authority has not answered yet.') : [],
      )
      const later = await owner.put(`/api/company/${company.id}/pays/${unpaid.id}`, {
        hours: [{ description: 'Ordinary hours', units: 'hours', value: 3 }],
      })
      expect(later.status).toBe(200)
      const amended = await submit(company.id, { pay_ids: [paid.id] })
      expect([amended.status, amended.body.pay_ids]).toEqual([201, [paid.id, unpaid.id]])
    },
  )
})

describe('an amendment', () => {
  it('takes a line back with a nil line, and brings it back with one', async () => {
    const company = await anEmployer(owner)
    const [stays, goes] = [await aWorker(owner, company.id), await aWorker(owner, company.id)]
    const kept = await aPay(owner, company.id, stays.id, '2026-07-10')
    const gone = await aPay(owner, company.id, goes.id, '2026-07-10')
    await submit(company.id, { pay_ids: [kept.id, gone.id] })
    await owner.delete(`/api/company/${company.id}/pays/${gone.id}`)
    expect(await obligations(company.id, 'payday-amendment')).toMatchObject([
      { period_start: '2026-07-10', employees: [{ id: goes.id }] },
    ])
    const { body } = await submit(company.id, { pay_run_id: kept.pay_run_id })
    const [head, was = [], nil = []] = await fileOf(company.id, body.id)
    expect(head?.[0]).toBe('EIA2')
    expect([was[0], was[2]]).toEqual(['DTI', 'Mia Nguyen'])
    expect(nil.join(',')).toBe(`DAI${NIL}`)
    expect(await obligations(company.id, 'payday-amendment')).toEqual([])
    const back = await aPay(owner, company.id, goes.id, '2026-07-10')
    const brought = await submit(company.id, { pay_ids: [back.id] })
    const [, before = [], now = []] = await fileOf(company.id, brought.body.id)
    expect(before.join(',')).toBe(`DTI${NIL}`)
    expect([now[0], now[10]]).toEqual(['DAI', String(Math.round(back.gross * 100))])
    expect((await submit(company.id, { pay_run_id: kept.pay_run_id })).status).toBe(200)
  })

  it('shows on the pay: filed, then different, then filed again', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id)
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    const read = async () => (await owner.get(`/api/company/${company.id}/pays/${pay.id}`)).body
    await submit(company.id, { pay_ids: [pay.id] })
    expect(await read()).toMatchObject({
      stp_status: 'accepted',
      stp_service_action: 'submit',
      stp_needs_update: false,
    })
    const value = (hours: number) => ({
      hours: [{ description: 'Ordinary hours', units: 'hours', value: hours }],
    })
    await owner.put(`/api/company/${company.id}/pays/${pay.id}`, value(30))
    expect(await read()).toMatchObject({ stp_needs_update: true })
    expect(await obligations(company.id, 'payday-filing')).toMatchObject([{ status: 'done' }])
    expect(await obligations(company.id, 'payday-amendment')).toMatchObject([{ status: 'open' }])
    await submit(company.id, { pay_ids: [pay.id] })
    expect(await read()).toMatchObject({ stp_service_action: 'amend', stp_needs_update: false })
  })

  it('is one change when the tax code of a filed pay changed', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id)
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    await submit(company.id, { pay_ids: [pay.id] })
    await owner.patch(`/api/company/${company.id}/employees/update`, [
      { id: worker.id, nz_tax_code: 'SB', effective_from: '2026-07-06' },
    ])
    await owner.put(`/api/company/${company.id}/pays/${pay.id}?renew_snapshot=true`, {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 40 }],
    })
    const { body } = await submit(company.id, { pay_ids: [pay.id] })
    expect(body.kind).toBe('amend')
    const [, was = [], now = [], ...rest] = await fileOf(company.id, body.id)
    expect([was[3], now[3], rest]).toEqual(['M', 'SB', []])
    expect((await submit(company.id, { pay_ids: [pay.id] })).status).toBe(200)
  })
})

describe('another name or a late IRD number', () => {
  it('amends no filed payday: it is told by employee details and from the next payday on', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id, {
      nz_tax_code: 'ND',
      ird_number: null,
      start_date: '2025-01-06',
    })
    const first = await aPay(owner, company.id, worker.id, '2026-07-10')
    await submit(company.id, { pay_ids: [first.id] })
    await owner.patch(`/api/company/${company.id}/employees/update`, [
      { id: worker.id, last_name: 'Smith', ird_number: '49091850', nz_tax_code: 'M' },
    ])
    expect((await submit(company.id, { pay_ids: [first.id] })).status).toBe(200)
    const next = await aPay(owner, company.id, worker.id, '2026-07-17')
    const { body } = await submit(company.id, { from_date: '2026-07-01', to_date: '2026-07-31' })
    expect(body).toMatchObject({ kind: 'submit', pay_ids: [next.id], related_submission_ids: [] })
    const [, line = []] = await fileOf(company.id, body.id)
    expect([line[1], line[2]]).toEqual(['049091850', 'Mia Smith'])
    const [, old = [], , fresh = []] = await fileOf(company.id, body.id, 'employee-details')
    expect([old[1], old[8], old[9]]).toEqual(['000000000', '20250106', '20260712'])
    expect([fresh[1], fresh[2], fresh[8], fresh[9]]).toEqual(['049091850', 'Mia Smith', '20260713', ''])
    const third = await aPay(owner, company.id, worker.id, '2026-07-19')
    const later = await submit(company.id, { pay_ids: [third.id] })
    const none = await owner.get(
      `/api/payday-filing/${company.id}/submissions/${later.body.id}/file?part=employee-details`,
    )
    expect(none.status).toBe(404)
  })
})

describe('what Inland Revenue is told besides', () => {
  it('an employer who stops: the last return is final, or a nil return is', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id)
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    const { body } = await submit(company.id, { pay_ids: [pay.id], is_final_return: true })
    expect((await fileOf(company.id, body.id))[0]?.slice(2, 5)).toEqual(['20260710', 'Y', 'N'])
    const again = await submit(company.id, { pay_ids: [pay.id], is_final_return: true })
    expect(again).toMatchObject({ status: 200, body: { id: body.id } })

    const other = await anEmployer(owner)
    const person = await aWorker(owner, other.id)
    await submit(other.id, { pay_ids: [(await aPay(owner, other.id, person.id, '2026-07-10')).id] })
    const nil = await submit(other.id, {
      from_date: '2026-07-10',
      to_date: '2026-07-10',
      is_final_return: true,
    })
    expect(nil).toMatchObject({ status: 201, body: { status: 'accepted', is_final: true } })
    expect((await fileOf(other.id, nil.body.id)).map((line) => line.slice(2, 5))).toEqual([
      ['20260710', 'Y', 'Y'],
    ])
  })

  it('an adjustment of an earlier period, which a later amendment keeps', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id)
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    const prior_period_adjustments = [{ employee_id: worker.id, gross: '-50.00', paye: '-8.75' }]
    const { body } = await submit(company.id, { pay_ids: [pay.id], prior_period_adjustments })
    expect(body).toMatchObject({ status: 'accepted', totals: { prior_gross: -50, prior_paye: -8.75 } })
    expect((await submit(company.id, { pay_ids: [pay.id] })).status).toBe(200)
    await owner.put(`/api/company/${company.id}/pays/${pay.id}`, {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 30 }],
    })
    const amended = await submit(company.id, { pay_ids: [pay.id] })
    const [, , now = []] = await fileOf(company.id, amended.body.id)
    expect([now[11], now[15]]).toEqual(['-5000', '-875'])
  })

  it('a KiwiSaver opt-out with its account', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id, { start_date: '2026-07-06' })
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    const optOut = {
      employee_id: worker.id,
      signed_date: '2026-07-20',
      bank_account: '01-0902-0068389-00',
      account_holder: 'M Nguyen',
    }
    const { body } = await submit(company.id, { pay_ids: [pay.id], kiwisaver_opt_outs: [optOut] })
    expect(body.status).toBe('accepted')
    const [, person = []] = await fileOf(company.id, body.id, 'employee-details')
    const late = await submit(company.id, { pay_ids: [pay.id], kiwisaver_opt_outs: [optOut] })
    expect(late.status).toBe(400)
    const stranger = { pay_ids: [pay.id], kiwisaver_opt_outs: [{ ...optOut, employee_id: 999_999 }] }
    expect((await submit(company.id, stranger)).body.detail).toContain('999999')
    expect(person.slice(31, 39)).toEqual(['Y', '01', '0902', '00068389', '0000', '', 'M Nguyen', '20260720'])
  })
})

describe('contact details', () => {
  it('are normalised, and an e-mail that is not taken is left out with a warning', async () => {
    const company = await anEmployer(owner, {
      phone: '+64 3 555 0188',
      email_address: 'pay+nz@kereru.example',
    })
    const worker = await aWorker(owner, company.id, {
      start_date: '2026-07-06',
      email_address: 'mia+pay@example.com',
      phone_mobile: '+64 21 555 0199',
      phone_home: '+44 2079460000',
    })
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    const { status, body } = await submit(company.id, { pay_ids: [pay.id] })
    expect({ status, state: body.status }).toEqual({ status: 201, state: 'accepted' })
    expect(body.warnings.map((each: AnyJson) => each.field)).toEqual(['email', 'phone_number'])
    const [head = []] = await fileOf(company.id, body.id)
    expect([head[7], head[8]]).toEqual(['035550188', 'owner@demo.example'])
    const [, person = []] = await fileOf(company.id, body.id, 'employee-details')
    expect(person.slice(13, 20)).toEqual(['', 'NZL', '0215550199', '', '', '', ''])
  })
})

describe('a dry run and people held back', () => {
  it('has one shape when everything is filed', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id)
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    await submit(company.id, { pay_ids: [pay.id] })
    expect(await submit(company.id, { pay_run_id: pay.pay_run_id, dry_run: true })).toMatchObject({
      status: 200,
      body: { dry_run: true, is_valid: true, errors: [], reports: [], held_back: [], warnings: [] },
    })
  })

  it('files the others, and names who is missing', async () => {
    const company = await anEmployer(owner)
    const [fine, held] = [await aWorker(owner, company.id), await aWorker(owner, company.id)]
    const pays = [
      await aPay(owner, company.id, fine.id, '2026-07-10'),
      await aPay(owner, company.id, held.id, '2026-07-10'),
    ]
    const { body } = await submit(company.id, { pay_run_id: pays[0].pay_run_id, hold_back: [held.id] })
    expect(body).toMatchObject({ pay_ids: [pays[0].id], held_back: [{ employee_id: held.id }] })
    expect(await obligations(company.id, 'payday-filing')).toMatchObject([{ employees: [{ id: held.id }] }])
    const rest = await submit(company.id, { pay_run_id: pays[0].pay_run_id })
    expect(rest).toMatchObject({ status: 201, body: { pay_ids: [pays[1].id] } })
  })
})

describe('a deleted pay that leaves its line as it was filed', () => {
  it.each(['without amounts', 'with another pay in its place'])('%s is not held any more', async (kind) => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id)
    const none = { hours: [{ description: 'Ordinary hours', units: 'hours', value: 0 }] }
    const isEmpty = kind === 'without amounts'
    const kept = isEmpty ? await aPay(owner, company.id, worker.id, '2026-07-16') : undefined
    const gone = await aPay(owner, company.id, worker.id, '2026-07-16', isEmpty ? none : {})
    const span = { from_date: '2026-07-16', to_date: '2026-07-16' }
    await submit(company.id, span)
    await owner.delete(`/api/company/${company.id}/pays/${gone.id}`)
    if (!kept) await aPay(owner, company.id, worker.id, '2026-07-16')
    expect(await obligations(company.id, 'payday-amendment')).toHaveLength(1)
    expect((await submit(company.id, span)).status).toBe(200)
    expect(await obligations(company.id, 'payday-amendment')).toEqual([])
    const proof = await owner.get(`/api/company/${company.id}/proof?from_date=2026-07-16&to_date=2026-07-16`)
    expect(proof.body.open_points.filter((point: AnyJson) => point.kind === 'report')).toEqual([])
  })
})
