import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPayer } from '../single-touch/story.ts'

/*
 * A run from its draft to a correction, as a payroll officer sees it: what would fail, what is unusual, and
 * its progress.
 */

const BANK = {
  bank_bsb: '062-000',
  bank_account_number: '12345678',
  bank_account_name: 'Kookaburra',
  bank_name_code: 'CBA',
  direct_entry_user_id: '301500',
}
const FUND = {
  default_employee_fund_usi: '60905115063001',
  default_employee_fund_member_number: 'A1',
}
const ACCOUNT = {
  primary_bank_bsb: '062-000',
  primary_bank_account_number: '55667788',
  primary_bank_account_name: 'Somebody',
}

let tasman: TestApp
let owner: TestClient
let company: AnyJson
const people: Record<string, AnyJson> = {}
const url = (rest: string) => `/api/company/${company.id}${rest}`
const ok = async (answer: Promise<{ status: number; body: AnyJson }>, status = 200) => {
  const { status: got, body } = await answer
  expect([got, got === status ? null : body]).toEqual([status, null])
  return body
}
const ONE_HOUR = { hours: [{ description: 'Extra', units: 'hours', value: 1 }] }
const draft = (payDate: string, extra: object = {}) =>
  ok(owner.post(url('/pay-runs'), { pay_period: 'WEEKLY', pay_date: payDate, ...extra }), 201)
const payOf = (run: AnyJson, name: string): AnyJson =>
  run.pays.find((pay: AnyJson) => pay.employee_first_name === name)
const stageOf = (stages: AnyJson, name: string): AnyJson =>
  stages.stages.find((stage: AnyJson) => stage.stage === name)
const hire = async (name: string, tfn: string, extra: object = {}) => {
  people[name] = await anEmployee(owner, company.id, {
    first_name: name,
    tax_file_number: tfn,
    email_address: `${name.toLowerCase()}@example.com`,
    ...FUND,
    ...ACCOUNT,
    ...extra,
  })
}

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aPayer(owner, BANK)
  await hire('Mia', '123456782', { department: 'Kitchen' })
  await hire('Ben', '865414088')
}, 120_000)
afterAll(() => tasman.close())

describe('a run, looked over', () => {
  let run: AnyJson

  it('without faults is ready, and has no run before it', async () => {
    run = await draft('2026-07-12')
    const readiness = await ok(owner.get(url(`/pay-runs/${run.pay_run_id}/readiness`)))
    expect(readiness.findings.filter((row: AnyJson) => row.severity === 'blocks')).toEqual([])
    expect(readiness).toMatchObject({ is_ready: true, pay_count: 2 })
    const comparison = await ok(owner.get(url(`/pay-runs/${run.pay_run_id}/comparison`)))
    expect(comparison.previous_pay_run_id).toBeNull()
    expect(comparison.people.map((row: AnyJson) => [row.format_name, row.department, row.flags])).toEqual([
      ['Ben Nguyen', null, ['new']],
      ['Mia Nguyen', 'Kitchen', ['new']],
    ])
    expect(comparison.totals.net).toBe(run.totals.net)
  })

  it('names a draft whose employee has changed since it was calculated', async () => {
    const ben = payOf(run, 'Ben')
    tasman.clock.advance(60_000)
    const change = (members: object) =>
      ok(owner.patch(url('/employees/update'), [{ id: people.Ben?.id, ...members }]))
    const outdated = async () => {
      const { findings } = await ok(owner.get(url(`/pay-runs/${run.pay_run_id}/readiness`)))
      const told = findings.filter((row: AnyJson) => /calculated/.test(row.message))
      return told.map((row: AnyJson) => `${row.format_name} ${row.severity} ${row.mend}: ${row.message}`)
    }
    expect(await outdated()).toEqual([])
    await change({ pay_rate_per_hour: '99.50' })
    expect(await ok(owner.get(url(`/pays/${ben.id}`)))).toMatchObject({ gross: ben.gross, net: ben.net })
    const old = people.Ben?.pay_rate_per_hour
    expect(await outdated()).toEqual([
      expect.stringContaining(
        `Ben Nguyen look pay: The pay rate was changed from ${old} to 99.5 after this draft`,
      ),
    ])
    await change({ pay_rate_per_hour: old.toFixed(2) })
    expect(await outdated()).toEqual([])
    await change({ has_claimed_tax_free_threshold: false })
    expect(await outdated()).toEqual([
      expect.stringContaining(
        `The draft shows gross ${ben.gross.toFixed(2)} and net ${ben.net.toFixed(2)}, and would be processed with`,
      ),
    ])
    await change({ has_claimed_tax_free_threshold: true })
    expect(await outdated()).toEqual([])
  })

  it('is edited as a grid: all drafts or none', async () => {
    const [mia, ben] = [payOf(run, 'Mia'), payOf(run, 'Ben')]
    const edit = (pay: AnyJson, hours: number, extra: object = {}) => ({
      pay_id: pay.id,
      hours: [{ description: 'Ordinary hours', units: 'hours', value: hours }],
      ...extra,
    })
    const pays = url(`/pay-runs/${run.pay_run_id}/pays`)
    const edited = await ok(
      owner.put(pays, [
        edit(ben, 20),
        edit(mia, 30.4, {
          note: 'Thank you for Saturday.',
          leave: [{ description: 'Sick leave', leave_type: 'SICK', date: '2026-07-10', hours: 7.6 }],
          allowances: [
            { description: 'Taxi', amount: 31.5, is_reimbursement: true },
            { description: 'First aid', amount: 20, allowance_category: 'OD' },
          ],
        }),
      ]),
    )
    expect(edited.map((pay: AnyJson) => [pay.id, pay.gross])).toEqual([
      [ben.id, 800],
      [mia.id, 1520 + 51.5],
    ])
    // A repayment is not taxed and earns no super: only the 20 dollars are taxed.
    const [, whole] = edited
    expect(whole.allowances[0]).toMatchObject({
      is_reimbursement: true,
      allowance_category: null,
      is_taxable: false,
    })
    expect(whole.note).toBe('Thank you for Saturday.')
    const faulty = await owner.put(pays, [edit(ben, 21), { pay_id: 999_999, hours: [] }])
    expect([faulty.status, faulty.body.detail]).toEqual([404, 'The run has no pay 999999.'])
    expect((await owner.put(pays, [edit(ben, 21), edit(ben, 22)])).status).toBe(422)
    const still = await ok(owner.get(url(`/pay-runs/${run.pay_run_id}`)))
    expect(payOf(still, 'Ben').gross).toBe(800)
  })

  it('has stages that come from what is stored; a look holds for the figures that were looked at', async () => {
    const stages = url(`/pay-runs/${run.pay_run_id}/stages`)
    const looked = await ok(owner.put(`${stages}/reviewed`, { is_done: true }))
    expect(stageOf(looked, 'reviewed')).toMatchObject({ status: 'done', by: expect.any(String) })
    await ok(
      owner.put(url(`/pays/${payOf(run, 'Ben').id}`), {
        hours: [{ description: 'Ordinary hours', units: 'hours', value: 19 }],
      }),
    )
    expect(stageOf(await ok(owner.get(stages)), 'reviewed').status).toBe('open')
    await ok(owner.post(url(`/pay-runs/${run.pay_run_id}/process`)))
    const before = await ok(owner.get(stages))
    expect(before.stages.map((stage: AnyJson) => [stage.stage, stage.status])).toEqual([
      ['drafted', 'done'],
      ['reviewed', 'open'],
      ['processed', 'done'],
      ['paid', 'open'],
      ['super', 'open'],
      ['lodged', 'open'],
      ['payslips', 'open'],
      ['journal', 'not-needed'],
    ])
    expect(stageOf(before, 'paid').open_amount).toBeGreaterThan(1000)
    await ok(owner.post(url('/payments/files'), { pay_run_id: run.pay_run_id }), 201)
    await ok(owner.post(`/api/super-payments/${company.id}/files`, { pay_run_id: run.pay_run_id }), 201)
    await ok(
      owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, { pay_run_id: run.pay_run_id }),
      201,
    )
    await ok(owner.put(`${stages}/payslips`, { is_done: true }))
    const after = await ok(owner.get(stages))
    for (const name of ['paid', 'super', 'payslips']) expect(stageOf(after, name).status).toBe('done')
    expect(['done', 'under-way']).toContain(stageOf(after, 'lodged').status)
    // The reimbursement is not reported to the tax office: there is no allowance of 31.50 anywhere.
    const submissions = await ok(owner.get(`/api/single-touch/${company.id}/submissions`))
    const { document } = await ok(
      owner.get(`/api/single-touch/${company.id}/submissions/${submissions[0].id}`),
    )
    expect(JSON.stringify(document)).not.toContain('31.5')
    expect(JSON.stringify(document)).toContain('20.00')
  })

  it('corrected, says in words what changes, what was done and what follows; and stores nothing', async () => {
    const ben = await ok(owner.get(url(`/pays/${payOf(run, 'Ben').id}`)))
    const preview = (hours: number) =>
      ok(
        owner.post(url(`/pays/${ben.id}/correction-preview`), {
          hours: [{ description: 'Ordinary hours', units: 'hours', value: hours }],
        }),
      )
    const more = await preview(20)
    expect(more.so_far).toMatchObject({ paid: ben.net, super_sent: ben.super, is_processed: true })
    expect(more.so_far.reported).not.toBeNull()
    expect(more.follows.map((row: AnyJson) => row.kind)).toEqual([
      'pay-difference',
      'super-difference',
      'update-event',
    ])
    const net = more.changes.find((row: AnyJson) => row.figure === 'net')
    expect(more.follows[0].amount).toBeCloseTo(net.after - net.before, 2)
    const less = await preview(10)
    expect(less.follows.map((row: AnyJson) => row.kind)).toEqual([
      'recover-difference',
      'super-overpaid',
      'update-event',
    ])
    expect((await preview(19)).follows.map((row: AnyJson) => row.kind)).toEqual(['nothing'])
    expect(await ok(owner.get(url(`/pays/${ben.id}`)))).toEqual(ben)
  })

  it('copies the last pay: hours taken as leave are worked, one-off allowances come along', async () => {
    const next = await draft('2026-07-19', { copy_from: 'LAST_PAY' })
    const [mia, ben] = [payOf(next, 'Mia'), payOf(next, 'Ben')]
    expect(mia.hours.map((row: AnyJson) => row.value)).toEqual([38])
    expect(mia.leave).toEqual([])
    expect(mia.allowances.map((row: AnyJson) => row.description)).toEqual(['Taxi', 'First aid'])
    expect(mia.warnings.join()).toContain('7.6 hours of the last pay were leave')
    expect(ben.hours.map((row: AnyJson) => row.value)).toEqual([19])
    await ok(owner.delete(url(`/pay-runs/${next.pay_run_id}`)), 204)
  })

  it('names everything that would fail later, each person with where it is put right', async () => {
    await hire('Zoe', '123456782', { start_date: '2026-07-15', default_employee_fund_usi: null })
    await hire('Ari', '000000000', {
      primary_bank_bsb: null,
      primary_bank_account_number: null,
      primary_bank_account_name: null,
      email_address: null,
    })
    await ok(
      owner.patch(url('/employees/update'), [
        { id: people.Mia?.id, primary_bank_account_number: '99887766' },
        { id: people.Ben?.id, pay_rate_per_hour: '60.00' },
      ]),
    )
    const next = await draft('2026-07-19')
    const { findings, is_ready } = await ok(owner.get(url(`/pay-runs/${next.pay_run_id}/readiness`)))
    expect(is_ready).toBe(false)
    const told = findings.map((row: AnyJson) => `${row.severity} ${row.area} ${row.format_name} ${row.mend}`)
    expect(told).toContain('blocks bank Ari Nguyen bank-accounts')
    expect(told).toContain('blocks super Zoe Nguyen super-funds')
    expect(told).toContain('look pay Ari Nguyen employee')
    expect(told).toContain('look pay Zoe Nguyen pay')
    expect(told).toContain('look payslip Ari Nguyen employee')
    expect(told).toContain('look lodgement Zoe Nguyen employee')
    expect(told).toContain('look lodgement Mia Nguyen employee')
    const { people: compared } = await ok(owner.get(url(`/pay-runs/${next.pay_run_id}/comparison`)))
    const unusual = await ok(owner.get(url(`/pay-runs/${next.pay_run_id}/comparison?unusual_only=true`)))
    expect(unusual.people).toEqual(compared.filter(({ flags }: AnyJson) => flags.length > 0))
    const flags = Object.fromEntries(compared.map((row: AnyJson) => [row.format_name, row.flags]))
    expect(flags['Mia Nguyen']).toContain('account-changed')
    expect(flags['Ben Nguyen']).toEqual(['net-up'])
    expect(flags['Zoe Nguyen']).toEqual(['new', 'no-fund'])
    expect(flags['Ari Nguyen']).toEqual(['new', 'no-tax-number', 'no-account'])
    // The trial leaves nothing behind in the database.
    const same = await ok(owner.get(url(`/pay-runs/${next.pay_run_id}`)))
    expect(same.status).toBe('pending')
    const [upcoming] = await ok(owner.get(url('/upcoming-pay-runs')))
    expect(upcoming).toMatchObject({ pay_run_id: next.pay_run_id, pay_period: 'WEEKLY', employee_count: 4 })
  })

  it.each(['AU', 'NZ'])('a run without anyone has a readiness too (%s)', async (jurisdiction) => {
    const empty = await aCompany(owner, { jurisdiction })
    const body = { pay_period: 'WEEKLY', pay_date: '2026-11-06' }
    const run = await ok(owner.post(`/api/company/${empty.id}/pay-runs`, body), 201)
    const readiness = await ok(owner.get(`/api/company/${empty.id}/pay-runs/${run.pay_run_id}/readiness`))
    expect(readiness).toMatchObject({ pay_count: 0, skipped: [] })
  })

  it('counts the pays and the people of a run, which may pay a person twice', async () => {
    const own = await aPayer(owner, BANK)
    const zoe = await anEmployee(owner, own.id, { first_name: 'Zoe' })
    await anEmployee(owner, own.id, { first_name: 'Ari' })
    const path = `/api/company/${own.id}`
    const body = { pay_period: 'WEEKLY', pay_date: '2026-11-06' }
    const run = await ok(owner.post(`${path}/pay-runs`, body), 201)
    await ok(
      owner.put(`${path}/pays/create?pay_date=2026-11-06`, [{ employee_id: zoe.id, ...ONE_HOUR }]),
      201,
    )
    const readiness = await ok(owner.get(`${path}/pay-runs/${run.pay_run_id}/readiness`))
    expect(readiness).toMatchObject({ pay_count: 3, person_count: 2 })
  })

  it('keeps the sentences of a final pay, which is processed before anyone looks, and of a second draft', async () => {
    const own = await aPayer(owner, BANK)
    const [kim, lee] = [
      await anEmployee(owner, own.id, { first_name: 'Kim', start_date: '2018-02-05' }),
      await anEmployee(owner, own.id, { first_name: 'Lee' }),
    ]
    const path = `/api/company/${own.id}`
    const day = { termination_date: '2026-07-17', pay_date: '2026-07-17' }
    await ok(owner.post(`/api/employees/${kim.id}/terminate`, { ...day, reason: 'REDUNDANCY' }))
    const hours = (value: number) => [{ description: 'Ordinary hours', units: 'hours', value }]
    await ok(
      owner.put(`${path}/pays/create?pay_date=2026-07-17`, [
        {
          employee_id: lee.id,
          bonuses: [{ description: 'Bonus', amount: 20, tax_method: 'NORMAL_EARNINGS' }],
        },
      ]),
      201,
    )
    const run = await ok(
      owner.post(`${path}/pay-runs`, { pay_period: 'WEEKLY', pay_date: '2026-07-17' }),
      201,
    )
    const pending = run.pays.find((pay: AnyJson) => pay.status === 'pending')
    if (pending) await ok(owner.put(`${path}/pays/${pending.id}`, { hours: [{ ...hours(38)[0], rate: 9 }] }))
    const id = run.id ?? run.pay_run_id
    const { findings } = await ok(owner.get(`${path}/pay-runs/${id}/readiness`))
    const said = (employee: AnyJson) =>
      findings
        .filter((finding: AnyJson) => finding.employee_id === employee.id)
        .map((finding: AnyJson) => finding.message)
        .join(' ')
    expect(said(kim)).toContain('Fair Work Act 2009 s 119')
    expect([Boolean(pending), said(lee)]).toEqual([true, expect.stringContaining('minimum wage')])
  })

  it('of a company without bank details blames the company once; New Zealand is checked by its own rules', async () => {
    const nz = await aCompany(owner, { jurisdiction: 'NZ' })
    await anEmployee(owner, nz.id, { country: 'NZ', ird_number: null, nz_tax_code: 'ND' })
    const made = await owner.post(`/api/company/${nz.id}/pay-runs`, {
      pay_period: 'WEEKLY',
      pay_date: '2026-07-19',
    })
    const { findings } = await ok(
      owner.get(`/api/company/${nz.id}/pay-runs/${made.body.pay_run_id}/readiness`),
    )
    const told = findings.map((row: AnyJson) => `${row.severity} ${row.area} ${row.mend}`)
    expect(told).toContain('blocks bank bank-accounts')
    expect(told).toContain('look pay employee')
    expect(await ok(owner.get(`/api/company/${nz.id}/upcoming-pay-runs`))).toMatchObject([
      { pay_run_id: made.body.pay_run_id, name: null },
    ])
    expect((await owner.get(url('/pay-runs/999999/readiness'))).status).toBe(404)
    expect((await owner.get(url('/pay-runs/999999/stages'))).status).toBe(404)
    expect((await owner.get(url('/pay-runs/999999/comparison'))).status).toBe(404)
  })
})
