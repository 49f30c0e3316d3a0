import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseFault } from '../../../src/database/faults.ts'
import { processDueTerminations } from '../../../src/features/pays/terminations/index.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, countPays, listen, setBalances, takeEvents, terminate } from './story.ts'

/* New Zealand: a future pay date stages the final pay. Today is Monday, 2 November 2026. */

let tasman: TestApp
let owner: TestClient
let companyId: number
beforeAll(async () => {
  tasman = await startTestApp({ env: { REGION: 'NZ' }, now: '2026-11-02T00:00:00' })
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner, { jurisdiction: 'NZ' })).id
  await listen(tasman)
})
beforeEach(() => tasman.clock.set(new Date('2026-11-02T00:00:00Z')))
afterAll(() => tasman.close())

const LATER = { termination_date: '2026-11-06', pay_date: '2026-11-08' }
const read = (id: number) => owner.get(`/api/employees/${id}`)
const termination = (id: number) => owner.get(`/api/employees/${id}/termination`)

async function aLeaver() {
  const employee = await anEmployee(owner, companyId, { country: 'NZ', start_date: '2024-07-01' })
  await aPay(owner, companyId, employee.id, '2026-10-25')
  await setBalances(tasman, employee.id, { annual_holidays_weeks: 2 })
  return employee
}

const customerOf = async (id: number) =>
  (
    await tasman.service.database.query
      .selectFrom('companies')
      .select('customer_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).customer_id

/** A leaver whose final pay is pending, with its run. */
async function aStagedLeaver() {
  const { id } = await aLeaver()
  const answer = await terminate(owner, id, LATER)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  const pay = await owner.get(`/api/company/${companyId}/pays/${answer.body.pay_id}`)
  return { id, staged: answer.body, runId: pay.body.pay_run_id as number }
}

describe('a pay date up to today', () => {
  it('is processed at once', async () => {
    for (const pay_date of ['2026-11-01', '2026-11-02']) {
      const { id } = await aLeaver()
      const { body } = await terminate(owner, id, { pay_date })
      expect(body).toMatchObject({ is_pay_processed: true, is_employee_terminated: true })
    }
  })
})

describe('a pay date that is still to come', () => {
  it('stages a pending pay; the employee stays active and keeps the balances', async () => {
    const { id, staged } = await aStagedLeaver()
    expect(staged).toMatchObject({
      pay_id: expect.any(Number),
      pay_date: '2026-11-08',
      is_pay_processed: false,
      is_employee_terminated: false,
    })
    expect(staged.unused_holiday_amount).toBeGreaterThan(0)
    expect((await termination(id)).body).toEqual(staged)
    expect((await read(id)).body).toMatchObject({
      is_terminated: false,
      termination_date: null,
      annual_holidays_weeks: 2,
    })
    expect((await owner.get(`/api/company/${companyId}/pays/${staged.pay_id}`)).body.status).toBe('pending')
    expect(await takeEvents(tasman, 'pay', staged.pay_id)).toEqual([])
  })

  it('a dry run says the same and writes nothing', async () => {
    const { id } = await aLeaver()
    const { body } = await terminate(owner, id, LATER, '?dry_run=true')
    expect(body).toMatchObject({ pay_id: null, is_pay_processed: false, is_employee_terminated: false })
    expect(body.preview.pay.status).toBe('pending')
    expect(body.preview.year_to_date.gross).toBe(1520 + body.total_amount)
    expect(await countPays(tasman, id)).toBe(1)
  })

  it('409 for a second ending, naming the run, by either road', async () => {
    const { id, runId } = await aStagedLeaver()
    const block = await owner.put(`/api/company/${companyId}/pays/create?pay_date=2026-11-01`, [
      { employee_id: id, termination: { termination_date: '2026-10-30' } },
    ])
    for (const answer of [
      await terminate(owner, id),
      await terminate(owner, id, LATER, '?dry_run=true'),
      block,
    ])
      expect(answer).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining(`pay run ${runId}`) },
      })
    expect(await countPays(tasman, id)).toBe(2)
  })

  it('409 for reinstating and for rebuilding the staged pay', async () => {
    const { id, staged, runId } = await aStagedLeaver()
    expect(await owner.post(`/api/employees/${id}/reinstate`, {})).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(`pay run ${runId}`) },
    })
    expect((await owner.put(`/api/company/${companyId}/pays/${staged.pay_id}`, { hours: [] })).status).toBe(
      409,
    )
  })

  it('deleting the staged pay frees the employee; nothing is told, for nothing had happened', async () => {
    const { id, staged } = await aStagedLeaver()
    await takeEvents(tasman, 'employee', id)
    expect((await owner.delete(`/api/company/${companyId}/pays/${staged.pay_id}`)).status).toBe(204)
    expect((await termination(id)).status).toBe(404)
    expect(await takeEvents(tasman, 'employee', id)).toEqual([])
    expect(await takeEvents(tasman, 'pay', staged.pay_id)).toEqual([])
    expect((await terminate(owner, id)).status).toBe(200)
  })

  it('of twenty at once stages one', async () => {
    const { id } = await aLeaver()
    const answers = await Promise.all(Array.from({ length: 20 }, () => terminate(owner, id, LATER)))
    expect(answers.filter((answer) => answer.status === 200).length).toBe(1)
    expect(answers.filter((answer) => answer.status === 409).length).toBe(19)
    expect(await countPays(tasman, id)).toBe(2)
  })
})

describe('the staged pay is processed', () => {
  it('by the job on its day, not before', async () => {
    const { id, staged } = await aStagedLeaver()
    await takeEvents(tasman, 'employee', id)
    await processDueTerminations(tasman.service)
    expect((await termination(id)).body.is_pay_processed).toBe(false)

    tasman.clock.set(new Date('2026-11-08T01:00:00Z'))
    owner = await tasman.clientFor('owner')
    await processDueTerminations(tasman.service)
    expect((await termination(id)).body).toEqual({
      ...staged,
      is_pay_processed: true,
      is_employee_terminated: true,
    })
    expect((await read(id)).body).toMatchObject({
      is_terminated: true,
      termination_date: '2026-11-06',
      annual_holidays_weeks: 0,
    })
    expect(await takeEvents(tasman, 'employee', id)).toEqual([
      { type: 'employee.updated', data: expect.objectContaining({ is_terminated: true }) },
    ])
    // A draft that is completed later raises pay.updated, with no earlier pay.created.
    expect((await takeEvents(tasman, 'pay', staged.pay_id)).map((event) => event.type)).toEqual([
      'pay.updated',
    ])
    await processDueTerminations(tasman.service)
    expect(await takeEvents(tasman, 'pay', staged.pay_id)).toEqual([])
  })

  for (const [rule, outcome] of [
    ['hold_accounts', ['processed', 1]],
    ['approve_accounts', ['pending', 0]],
  ] as const)
    it(`and a deduction to a new reference is held or left to two people, with ${rule}`, async () => {
      const { id } = await aLeaver()
      const payee = { kind: 'union', name: 'Union', account_number: '01-0902-0068389-00' }
      const { body: union } = await owner.post(`/api/company/${companyId}/payees`, payee)
      const item = { description: 'Union fee', amount: 5, classification: 'NORMAL', auto_apply_to_pay: true }
      const deduction = { ...item, payee_id: union.id, payee_reference: 'MY CARD' }
      expect((await owner.post(`/api/employees/${id}/deductions`, deduction)).status).toBe(201)
      const { body: staged } = await terminate(owner, id, LATER)
      const { query } = tasman.service.database
      const company = { company_id: companyId, customer_id: await customerOf(companyId) }
      const rules = { ...company, [rule]: true, updated_at: tasman.clock.now() }
      await query.insertInto('company_rules').values(rules).execute()
      tasman.clock.set(new Date('2026-11-08T01:00:00Z'))
      owner = await tasman.clientFor('owner')
      await processDueTerminations(tasman.service)
      const { body: pay } = await owner.get(`/api/company/${companyId}/pays/${staged.pay_id}`)
      const holds = await query
        .selectFrom('account_holds')
        .select('payee_reference')
        .where('employee_id', '=', id)
        .execute()
      await query.deleteFrom('company_rules').execute()
      expect([pay.status, holds.length]).toEqual(outcome)
    })

  it('with its pay run, on where the employee then stands', async () => {
    const { id, staged, runId } = await aStagedLeaver()
    await aPay(owner, companyId, id, '2026-11-01')
    const processed = await owner.post(`/api/company/${companyId}/pay-runs/${runId}/process`)
    expect(processed).toMatchObject({ status: 200, body: { status: 'processed' } })
    const { body } = await termination(id)
    expect(body).toMatchObject({
      is_pay_processed: true,
      is_employee_terminated: true,
      pay_id: staged.pay_id,
    })
    // 8% of one more week.
    expect(body.non_etp_amount - staged.non_etp_amount).toBeCloseTo(0.08 * 1520, 6)
    expect((await read(id)).body.is_terminated).toBe(true)
  })

  it('and deleted, which takes the ending back', async () => {
    const { id, staged, runId } = await aStagedLeaver()
    await owner.post(`/api/company/${companyId}/pay-runs/${runId}/process`)
    await owner.delete(`/api/company/${companyId}/pays/${staged.pay_id}`)
    expect((await read(id)).body).toMatchObject({ is_terminated: false, annual_holidays_weeks: 2 })
  })

  it('in spite of a database that failed for another, which is tried again', async () => {
    const [failing, fine] = [await aStagedLeaver(), await aStagedLeaver()]
    tasman.clock.set(new Date('2026-11-09T00:00:00Z'))
    owner = await tasman.clientFor('owner')
    const { database } = tasman.service
    const { transaction } = database
    const isProcessed = async ({ id }: { id: number }) => (await termination(id)).body.is_pay_processed
    database.transaction = () => {
      database.transaction = transaction
      return Promise.reject(new DatabaseFault('lost'))
    }
    await expect(processDueTerminations(tasman.service)).rejects.toThrow(DatabaseFault)
    expect([await isProcessed(failing), await isProcessed(fine)]).toEqual([false, true])
    await processDueTerminations(tasman.service)
    expect(await isProcessed(failing)).toBe(true)
  })

  it('one that cannot be calculated holds up no other', async () => {
    const broken = await aStagedLeaver()
    const fine = await aStagedLeaver()
    await tasman.service.database.pool.query('update employees set start_date = $2 where id = $1', [
      broken.id,
      '2026-11-07',
    ])
    tasman.clock.set(new Date('2026-11-09T00:00:00Z'))
    owner = await tasman.clientFor('owner')
    await processDueTerminations(tasman.service)
    expect((await termination(broken.id)).body.is_pay_processed).toBe(false)
    expect((await termination(fine.id)).body.is_pay_processed).toBe(true)
  })
})
