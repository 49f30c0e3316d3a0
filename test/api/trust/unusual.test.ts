import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unusualPage } from '../../../scripts/unusual-page.ts'
import { reportReads, reportRuns, UNUSUAL_NAMES } from '../../../src/features/workflows/unusual/index.ts'
import { dayIn } from '../../../src/kernel/clock.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailsTo } from '../../support/mail.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/* Tests each rule with a case that it must report, and an ordinary case that it must not. */

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
const hire = async (name: string, account: string, extra: object = {}) => {
  people[name] = await anEmployee(owner, company.id, {
    first_name: name,
    primary_bank_bsb: '062-000',
    primary_bank_account_number: account,
    primary_bank_account_name: name,
    ...extra,
  })
}
const draft = (payDate: string) =>
  ok(owner.post(url('/pay-runs'), { pay_period: 'WEEKLY', pay_date: payDate }), 201)
const unusual = async (run: AnyJson): Promise<string[]> => {
  const { findings } = await ok(owner.get(url(`/pay-runs/${run.pay_run_id}/readiness`)))
  return findings
    .filter((row: AnyJson) => row.rule)
    .map((row: AnyJson) => `${row.rule} ${row.format_name?.split(' ')[0] ?? 'run'}: ${row.message}`)
}
const process = (run: AnyJson) => ok(owner.post(url(`/pay-runs/${run.pay_run_id}/process`)))
const setHours = (run: AnyJson, name: string, value: number) => {
  const pay = run.pays.find((each: AnyJson) => each.employee_first_name === name)
  return ok(
    owner.put(url(`/pays/${pay.id}`), { hours: [{ description: 'Ordinary hours', units: 'hours', value }] }),
  )
}
const ownerMails = () => mailsTo(tasman.service, 'owner@demo.example')
const DAY_MS = 24 * 3_600_000
/** Tokens are valid for an hour, so a new one is needed after some days. */
const pass = async (days: number) => {
  tasman.clock.advance(days * DAY_MS)
  owner = await tasman.clientFor('owner')
}

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-06T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  await hire('Mia', '11112222')
  await hire('Ben', '33334444')
}, 120_000)
afterAll(() => tasman.close())

describe('what is unusual about a run', () => {
  it('is nothing in the first runs of a company, which pay everyone for the first time', async () => {
    for (const day of ['2026-07-12', '2026-07-19', '2026-07-26']) {
      const run = await draft(day)
      expect(await unusual(run)).toEqual([])
      await process(run)
      await pass(7)
    }
    await reportRuns(tasman.service)
    expect(await ownerMails()).toEqual([])
  })

  it('is an account that two people share, also with someone who is not in the run', async () => {
    await hire('Zoe', '11112222', { pay_period: 'MONTHLY' })
    const run = await draft('2026-08-02')
    expect(run.pays).toHaveLength(2)
    expect(await unusual(run)).toEqual(['shared-account Mia: The account ***222 is also that of Zoe Nguyen.'])
    await ok(
      owner.patch(url('/employees/update'), [
        { id: people.Zoe?.id, primary_bank_account_number: '77778888' },
      ]),
    )
    expect(await unusual(run)).toEqual([])
    await ok(owner.delete(url(`/pay-runs/${run.pay_run_id}`)), 204)
  })

  it('is an account that was changed in the week before; later it is a first payment', async () => {
    const run = await draft('2026-08-02')
    // Some time after the draft was made.
    tasman.clock.advance(5_000)
    await ok(
      owner.patch(url('/employees/update'), [
        { id: people.Ben?.id, primary_bank_account_number: '55556666' },
      ]),
    )
    const day = dayIn('Australia/Sydney', tasman.clock.now())
    expect(await unusual(run)).toEqual([
      `account-changed Ben: The bank account was changed on ${day}. Before you pay, ask the person, by calling a number you already know.`,
    ])
    await ok(owner.delete(url(`/pay-runs/${run.pay_run_id}`)), 204)
    const later = await draft('2026-08-30')
    expect(await unusual(later)).toEqual([
      'new-account Ben: This is the first payment to the account ***666.',
    ])
    await process(later)
    const next = await draft('2026-09-06')
    expect(await unusual(next)).toEqual([])
    await ok(owner.delete(url(`/pay-runs/${next.pay_run_id}`)), 204)
  })

  it('is a new person in a company that has paid others before', async () => {
    await hire('Kai', '99990000', { pay_rate_per_hour: '10.00' })
    const run = await draft('2026-09-06')
    expect(await unusual(run)).toEqual(['new-account Kai: This is the first payment to the account ***000.'])
    await ok(owner.delete(url(`/pay-runs/${run.pay_run_id}`)), 204)
    await ok(owner.delete(`/api/employees/${people.Kai?.id}`), 204)
  })

  it('is a net far from the usual, of one person and of the run, with what it is compared with', async () => {
    const run = await draft('2026-09-06')
    await setHours(run, 'Ben', 45)
    expect(await unusual(run)).toEqual([])
    await setHours(run, 'Ben', 80)
    const told = await unusual(run)
    expect(told.map((line) => line.split(':')[0])).toEqual(['run-total run', 'person-total Ben'])
    expect(told[1]).toMatch(
      /^person-total Ben: The net is \d+\.\d\d, \d+% above the usual \d+\.\d\d \(median of the last 4 runs\)\.$/,
    )
    await setHours(run, 'Ben', 10)
    expect((await unusual(run)).join()).toMatch(/person-total Ben: .* below the usual/)
    await setHours(run, 'Ben', 80)
    const readiness = await ok(owner.get(url(`/pay-runs/${run.pay_run_id}/readiness`)))
    expect(readiness.is_ready).toBe(readiness.findings.every((row: AnyJson) => row.severity !== 'blocks'))
    expect(
      readiness.groups.filter((group: AnyJson) => group.rule).map((group: AnyJson) => group.rule),
    ).toEqual(['run-total', 'person-total'])
    await process(run)
  })

  it('goes to the owner once, when the run is processed, and into the work list', async () => {
    await reportRuns(tasman.service)
    const mails = await ownerMails()
    expect(mails.map((mail) => mail.subject)).toEqual([
      'Unusual in the pay run to 2026-09-06',
      'Unusual in the pay run to 2026-08-30',
    ])
    expect(mails[0]?.text).toMatch(/The net of the run is .* above the usual[\s\S]*Ben Nguyen: The net is/)
    expect(mails[1]?.text).toContain('Ben Nguyen: This is the first payment to the account ***666.')
    expect(mails.map((mail) => mail.text).join()).not.toContain('55556666')
    await reportRuns(tasman.service)
    expect(await ownerMails()).toHaveLength(2)
    const { items } = await ok(owner.get('/api/work?kind=unusual'))
    expect(items.map((item: AnyJson) => [item.what, item.people])).toEqual(
      expect.arrayContaining([
        ['person-total', 1],
        ['run-total', 0],
        ['new-account', 1],
      ]),
    )
  })

  it('is a pay after the end of the employment, and not the final pay', async () => {
    const run = await draft('2026-09-13')
    await tasman.service.database.query
      .updateTable('employees')
      .set({ is_terminated: true, termination_date: '2026-08-31' })
      .where('id', '=', people.Mia?.id)
      .execute()
    expect(await unusual(run)).toContain(
      'paid-after-end Mia: Employment ended on 2026-08-31, before this period began.',
    )
    await tasman.service.database.query
      .updateTable('pays')
      .set({ is_termination: true })
      .where('pay_run_id', '=', run.pay_run_id)
      .execute()
    expect((await unusual(run)).join()).not.toContain('paid-after-end')
  })
})

describe('reads of very many numbers', () => {
  const seen = (people: string, userId: number, at: Date) =>
    tasman.service.database.query
      .insertInto('audit_log')
      .values({
        at,
        customer_id: company.customer_id ?? 1,
        user_id: userId,
        client_id: 'some-app',
        action: 'listEmployees',
        target: url('/employees'),
        outcome: 200,
        ip: null,
        request_id: 'test',
        seen: people,
        reason: null,
      })
      .execute()

  it('are counted by person, not by call, and reported once a month', async () => {
    const { customer_id, id } = await tasman.service.database.query
      .selectFrom('users')
      .select(['customer_id', 'id'])
      .where('email', '=', 'owner@demo.example')
      .executeTakeFirstOrThrow()
    company.customer_id = customer_id
    const before = (await ownerMails()).length
    for (let call = 0; call < 5; call += 1) await seen('{[1000,1150)}', id, tasman.clock.now())
    await seen('{[5000,5100)}', id, new Date(tasman.clock.now().getTime() - 30 * 3_600_000))
    await reportReads(tasman.service)
    expect(await ownerMails()).toHaveLength(before)
    await seen('{[1100,1201)}', id, tasman.clock.now())
    await reportReads(tasman.service)
    const [mail] = await ownerMails()
    expect(mail?.text).toContain('of 201 people within 24 hours, with some-app.')
    await reportReads(tasman.service)
    expect(await ownerMails()).toHaveLength(before + 1)
    await pass(31)
    await seen('{[1000,1300)}', id, tasman.clock.now())
    await reportReads(tasman.service)
    expect(await ownerMails()).toHaveLength(before + 2)
  })
})

describe('another calendar', () => {
  it('is compared with what the person got before, scaled to its days', async () => {
    await ok(owner.patch(url('/employees/update'), [{ id: people.Ben?.id, pay_period: 'MONTHLY' }]))
    await hire('Ivy', '12121212', { pay_period: 'MONTHLY' })
    const body = { pay_period: 'MONTHLY', pay_date: '2026-10-31' }
    const run = await ok(owner.post(url('/pay-runs'), body), 201)
    const names = async () => (await unusual(run)).map((line) => line.split(':')[0])
    await setHours(run, 'Ben', 164)
    expect(await names()).not.toContain('person-total Ben')
    expect(await names()).toContain('new-account Ivy')
    await setHours(run, 'Ben', 400)
    expect(await names()).toContain('person-total Ben')
    await ok(owner.delete(url(`/pay-runs/${run.pay_run_id}`)), 204)
  })
})

describe('two runs', () => {
  it('that pay one person for the same days are reported, whatever the pay day, and asked about', async () => {
    const own = await aCompany(owner)
    const person = await anEmployee(owner, own.id, { first_name: 'Jack' })
    const at = (rest: string) => `/api/company/${own.id}${rest}`
    const weekly = await ok(
      owner.post(at('/pay-runs'), { pay_period: 'WEEKLY', pay_date: '2026-11-27' }),
      201,
    )
    await ok(owner.post(at(`/pay-runs/${weekly.pay_run_id}/process`)))
    const other = await ok(
      owner.post(at('/pay-calendars'), {
        ...{
          name: 'Weekly B',
          pay_period: 'WEEKLY',
          anchor_date: weekly.pay_run_end_date,
          days_in_arrears: 0,
        },
      }),
      201,
    )
    await ok(owner.put(at(`/pay-calendars/${other.id}/employees`), { employee_ids: [person.id] }))
    const body = { pay_calendar_id: other.id, pay_period: 'WEEKLY', period_end_date: weekly.pay_run_end_date }
    const second = await ok(owner.post(at('/pay-runs'), { ...body, pay_date: '2026-12-01' }), 201)
    expect(second.pays[0].warnings).toContain(
      `The run to ${weekly.pay_run_end_date} (pay run ${weekly.pay_run_id}) pays hours or leave for the same days, on 2026-11-27. Delete this draft if they are paid there.`,
    )
    const found = async (run: AnyJson) =>
      (await ok(owner.get(at(`/pay-runs/${run.pay_run_id}/readiness`)))).findings.filter(
        ({ rule }: AnyJson) => rule === 'paid-twice',
      )
    const net = weekly.pays[0].net.toFixed(2)
    const message = `The run to ${weekly.pay_run_end_date} pays them for the same days too, on 2026-11-27: ${net} net.`
    expect(await found(second)).toMatchObject([{ message, needs_confirmation: true }])
    expect(await found(weekly)).toEqual([])

    // A bonus alone is no second pay of the week.
    const bonuses = [{ description: 'Bonus', amount: 100, tax_method: 'NORMAL_EARNINGS' }]
    const pay = at(`/pays/${second.pays[0].id}`)
    await ok(owner.put(pay, { hours: [], bonuses }))
    expect(await found(second)).toEqual([])
    // Nor are hours of days that the other run does not pay.
    const dated = (date: string) => [{ description: 'Ordinary', units: 'hours', value: 4, date }]
    await ok(owner.put(at(`/pays/${weekly.pays[0].id}`), { hours: dated(weekly.pay_run_end_date) }))
    await ok(owner.put(pay, { hours: dated(weekly.pay_run_start_date) }))
    expect(await found(second)).toEqual([])
    await ok(owner.put(pay, { hours: dated(weekly.pay_run_end_date) }))
    expect(await found(second)).toHaveLength(1)

    await reportRuns(tasman.service)
    await ok(owner.post(at(`/pay-runs/${second.pay_run_id}/process`)))
    await reportRuns(tasman.service)
    expect(
      (await ownerMails()).filter(({ text }) => /Jack Nguyen: The run to .* pays them/.test(text)),
    ).toHaveLength(1)
  })

  it('that pay one person on one day are reported, and not on different days', async () => {
    const own = await aCompany(owner)
    const person = await anEmployee(owner, own.id, { first_name: 'Lea' })
    const at = (rest: string) => `/api/company/${own.id}${rest}`
    const draftOf = (pay_period: string, pay_date: string) =>
      ok(owner.post(at('/pay-runs'), { pay_period, pay_date }), 201)
    const told = async (run: AnyJson): Promise<string[]> =>
      (await ok(owner.get(at(`/pay-runs/${run.pay_run_id}/readiness`)))).findings
        .filter((row: AnyJson) => row.rule === 'two-calendars')
        .map((row: AnyJson) => row.message)
    const weekly = await draftOf('WEEKLY', '2026-11-30')
    // Bonuses are not pay for the same days, whatever the periods of the runs.
    const only = (run: AnyJson) =>
      ok(
        owner.put(at(`/pays/${run.pays[0].id}`), {
          hours: [],
          bonuses: [{ description: 'Bonus', amount: 100, tax_method: 'NORMAL_EARNINGS' }],
        }),
      )
    weekly.pays[0].net = (await only(weekly)).net
    expect(await told(weekly)).toEqual([])
    await ok(owner.patch(at('/employees/update'), [{ id: person.id, pay_period: 'MONTHLY' }]))
    const later = await draftOf('MONTHLY', '2026-12-31')
    expect(await told(later)).toEqual([])
    await ok(owner.delete(at(`/pay-runs/${later.pay_run_id}`)), 204)
    const monthly = await draftOf('MONTHLY', '2026-11-30')
    await only(monthly)
    const net = weekly.pays[0].net.toFixed(2)
    const sentence = new RegExp(
      `^Another calendar pays them on 2026-11-30 too: ${net} net in the run to 2026-1[12]-\\d\\d\\.$`,
    )
    expect(await told(monthly)).toEqual([expect.stringMatching(sentence)])
    expect(await told(weekly)).toHaveLength(1)

    await ok(owner.post(at(`/pay-runs/${monthly.pay_run_id}/process`)))
    await reportRuns(tasman.service)
    const lines = async () =>
      (await ownerMails()).filter(({ text }) => /Lea Nguyen: Another calendar pays them/.test(text)).length
    // A draft of the other run may still be deleted.
    expect(await lines()).toBe(0)
    await ok(owner.post(at(`/pay-runs/${weekly.pay_run_id}/process`)))
    await reportRuns(tasman.service)
    expect(await lines()).toBe(1)
  })
})

describe('the job', () => {
  it('reports the day of the company, and goes on after a run that cannot be checked', async () => {
    const { query } = tasman.service.database
    const story = async (name: string) => {
      const own = await aCompany(owner, { legal_name: `${name} Pty Ltd` })
      const person = await anEmployee(owner, own.id, {
        first_name: name,
        primary_bank_bsb: '062-000',
        primary_bank_account_number: '10101010',
        primary_bank_account_name: name,
      })
      // 23:00 UTC is the morning of the next day in Sydney.
      const at = tasman.clock.now()
      tasman.clock.advance(((23 - at.getUTCHours() + 24) % 24) * 3_600_000)
      owner = await tasman.clientFor('owner')
      await ok(
        owner.patch(`/api/company/${own.id}/employees/update`, [
          { id: person.id, primary_bank_account_number: '20202020' },
        ]),
      )
      const changed = dayIn('Australia/Sydney', tasman.clock.now())
      expect(changed).not.toBe(tasman.clock.now().toISOString().slice(0, 10))
      await ok(
        owner.put(`/api/company/${own.id}/pays/create?pay_date=${changed}`, [
          { employee_id: person.id, hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }] },
        ]),
        201,
      )
      return { person, changed }
    }
    const bad = await story('Bad')
    const good = await story('Good')
    await query
      .updateTable('employees')
      .set({ primary_bank_account_number: 's2.unknown.broken' })
      .where('id', '=', bad.person.id)
      .execute()
    await reportRuns(tasman.service)
    const texts = (await ownerMails()).map(({ text }) => text)
    expect(
      texts.filter((text) => text.includes(`Good Nguyen: The bank account was changed on ${good.changed}`)),
    ).toHaveLength(1)
    expect(texts.filter((text) => text.includes('Bad Nguyen'))).toEqual([])
    const left = await query.selectFrom('run_changes').select('pay_run_id').execute()
    expect(new Set(left.map(({ pay_run_id }) => pay_run_id)).size).toBe(1)
    await query.deleteFrom('run_changes').execute()
  })
})

describe('a processed run', () => {
  it('is about the accounts that a processed run pays, also when the record was changed back', async () => {
    const own = await aCompany(owner)
    const vic = await anEmployee(owner, own.id, {
      first_name: 'Vic',
      primary_bank_bsb: '062-000',
      primary_bank_account_number: '70000001',
      primary_bank_account_name: 'Vic',
    })
    const at = (rest: string) => `/api/company/${own.id}${rest}`
    const make = (day: string) =>
      ok(owner.post(at('/pay-runs'), { pay_period: 'WEEKLY', pay_date: day }), 201)
    const finish = (run: AnyJson) => ok(owner.post(at(`/pay-runs/${run.pay_run_id}/process`)))
    const change = (number: string) =>
      ok(owner.patch(at('/employees/update'), [{ id: vic.id, primary_bank_account_number: number }]))
    await finish(await make('2026-08-30'))
    const run = await make('2026-09-20')
    await change('99998888')
    await finish(run)
    await change('70000001')
    const { findings } = await ok(owner.get(at(`/pay-runs/${run.pay_run_id}/readiness`)))
    expect(findings.filter((row: AnyJson) => row.rule).map((row: AnyJson) => row.message)).toEqual([
      'This is the first payment to the account ***888.',
    ])
  })
})

describe('the page about the rules', () => {
  it('is written from the list, and has every rule', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/unusual.md'), 'utf8')
    expect(page).toBe(unusualPage())
    for (const name of UNUSUAL_NAMES) expect(page).toContain(`Rule \`${name}\``)
    expect(page.replaceAll(/\*\*Says\*\*.*/g, '')).not.toMatch(/\{\w+\}(?!\/)/)
  })
})
