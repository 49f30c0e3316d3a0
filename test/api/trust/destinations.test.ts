import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyDueChanges } from '../../../src/features/employees/employees/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailsTo, mailTo } from '../../support/mail.ts'
import { aPayer, aPerson, readAba, rows } from '../payments/story.ts'
import { forgetRules, personOfAccount } from './two-people.ts'

/* Everything that decides where an employee's money goes follows one rule: approval, or a hold with a notice. */

let tasman: TestApp
let owner: TestClient
let screen: TestClient
let second: TestClient
let company: AnyJson
let mia: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  screen = await tasman.clientFor('owner', { clientId: 'tasman-web' })
  second = await personOfAccount(tasman, 'second@demo.example', 'owner')
}, 60_000)
afterAll(() => tasman.close())

beforeEach(async () => {
  await forgetRules(tasman)
  company = await aPayer(owner)
  mia = await aPerson(owner, company.id, {
    email_address: 'mia@home.example',
    secondary_bank_bsb: '062-000',
    secondary_bank_account_number: '22223333',
    secondary_bank_reference: 'MIA',
    secondary_bank_amount_per_period: '50.00',
  })
  await owner.put(at('pays/create?pay_date=2026-07-09'), [{ employee_id: mia.id, ...rows(38) }])
})

const at = (path: string) => `/api/company/${company.id}/${path}`
const of = (path: string) => `/api/employees/${mia.id}/${path}`
const turnOn = async (rules: object) => expect((await screen.patch(at('rules'), rules)).status).toBe(200)
const update = (change: object) => owner.patch(at('employees/update'), [{ id: mia.id, ...change }])
const fund = (member_number: string, percentage = 100) => ({
  fund_type: 'APRA',
  fund_name: 'Fund',
  usi: 'STA0100AU',
  member_number,
  percentage,
})
const account = (account_number: string, more: object = { amount_type: 'REMAINDER' }) => ({
  account_name: 'Mia',
  bsb: '062-000',
  account_number,
  ...more,
})
const split = (amount: number) => [account('11112222', { amount_type: 'FIXED', amount }), account('12345678')]

/** Each change with what the approver reads. */
const CHANGES: Record<string, [change: () => Promise<AnyJson>, shown: string]> = {
  'reference of the second account': [
    () => update({ secondary_bank_reference: 'CARD 9' }),
    'Mia Nguyen (employee ID) (***333 reference MIA $50.00 a pay becomes ***333 reference "CARD 9" $50.00 a pay)',
  ],
  'share of the second account': [
    () => update({ secondary_bank_amount_per_period: '900.00' }),
    '(***333 reference MIA $50.00 a pay becomes ***333 reference MIA $900.00 a pay)',
  ],
  'pay method': [() => update({ pay_method: 'CASH' }), '(paid by bank becomes paid in cash)'],
  'pay method from a later day, which a job changes': [
    () => update({ pay_method: 'CASH', effective_from: '2026-07-25' }),
    '(paid by bank becomes paid in cash)',
  ],
  'share of the second account from a later day': [
    () => update({ secondary_bank_amount_per_period: '900.00', effective_from: '2026-07-25' }),
    '(***333 reference MIA $50.00 a pay becomes ***333 reference MIA $900.00 a pay)',
  ],
  'account with the same last digits': [
    () => update({ primary_bank_account_number: '99999678' }),
    '(***678 becomes another one with the same last digits)',
  ],
  'member number in the record': [
    () => update({ default_employee_fund_member_number: 'EVIL77' }),
    'the super fund of Mia Nguyen (employee ID) (60905115063001 member ***A1 becomes 60905115063001 member ***L77)',
  ],
}

describe('a destination', () => {
  for (const [what, [change, shown]] of Object.entries(CHANGES))
    it(`${what}: waits for a second person, who reads it`, async () => {
      await turnOn({ approve_accounts: true })
      const answer = await change()
      expect([answer.status, answer.body.kind], JSON.stringify(answer.body)).toEqual([202, 'account'])
      expect(answer.body.summary).toContain(shown.replace('ID', String(mia.id)))
      expect((await second.post(`/api/approvals/${answer.body.approval_id}/approve`)).body.state).toBe(
        'approved',
      )
    })

  it('another split of listed accounts and of funds waits too', async () => {
    expect((await owner.put(of('bank-accounts'), split(50))).status).toBe(200)
    expect((await owner.put(of('super-funds'), [fund('A1', 90), fund('A2', 10)])).status).toBe(200)
    await turnOn({ approve_accounts: true })
    expect((await owner.put(of('bank-accounts'), split(50))).status).toBe(200)
    const accounts = await owner.put(of('bank-accounts'), split(900))
    expect(accounts.body.summary).toContain(
      '(***222 $50.00 a pay; ***678 becomes ***222 $900.00 a pay; ***678)',
    )
    const funds = await owner.put(of('super-funds'), [fund('A1', 10), fund('A2', 90)])
    expect(funds.body.summary).toContain(
      '(STA0100AU member ***A1 90%; STA0100AU member ***A2 10% becomes STA0100AU member ***A1 10%; STA0100AU member ***A2 90%)',
    )
  })
})

const NOW = '2026-07-20T02:00:00Z'
/** Moving the clock ends the sign-ins. */
const goTo = async (moment: string) => {
  tasman.clock.set(new Date(moment))
  owner = await tasman.clientFor('owner')
  screen = await tasman.clientFor('owner', { clientId: 'tasman-web' })
}
const payFile = () => owner.post(at('payments/files'), { all_open: true })
const superFile = () => owner.post(`/api/super-payments/${company.id}/files`, { all_open: true })
const held = (answer: AnyJson) =>
  expect([answer.status >= 400, JSON.stringify(answer.body)]).toEqual([
    true,
    expect.stringContaining('changed by one person'),
  ])

describe('where one person may change it, the company holds it for a day', () => {
  beforeEach(() => turnOn({ hold_accounts: true }))

  it('the split of the second account', async () => {
    expect((await update({ secondary_bank_amount_per_period: '900.00' })).status).toBe(200)
    expect((await mailTo(tasman.service, 'mia@home.example')).subject).toBe('A bank account was changed')
    held(await payFile())
    expect((await superFile()).status).toBe(201)
  })

  for (const [what, change] of Object.entries({
    'another fund': () => owner.put(of('super-funds'), [fund('EVIL1')]),
    'another member number in the record': () => update({ default_employee_fund_member_number: 'EVIL1' }),
  }))
    it(`contributions to ${what}, and the member is told`, async () => {
      expect((await change()).status).toBe(200)
      const mail = await mailTo(tasman.service, 'mia@home.example')
      expect([mail.subject, mail.text]).toEqual([
        'A super fund was changed',
        expect.stringContaining('Your super fund was changed just now.'),
      ])
      held(await superFile())
      expect((await payFile()).status).toBe(201)
      await tasman.service.database.query
        .updateTable('account_holds')
        .set({ held_until: new Date(tasman.service.clock.now().getTime() - 60_000) })
        .execute()
      expect((await superFile()).status).toBe(201)
    })

  it('the account of a leaver, from the day they return', async () => {
    const ended = { termination_date: '2026-07-17', pay_date: '2026-07-17' }
    expect((await owner.post(of('terminate'), ended)).status).toBe(200)
    tasman.clock.advance(5_000)
    expect((await update({ primary_bank_account_number: '66667777' })).status).toBe(200)
    await tasman.service.database.query.deleteFrom('account_holds').execute()
    expect((await owner.post(of('reinstate'), { start_date: '2026-07-20' })).status).toBe(200)
    held(await payFile())
    expect((await superFile()).status).toBe(201)
  })
})

describe('a deduction that goes to another payee or reference', () => {
  let union: number
  const item = (payee_reference: string) => ({
    description: 'Union fee',
    amount: 25,
    classification: 'NORMAL',
    auto_apply_to_pay: true,
    payee_id: union,
    payee_reference,
  })
  const deductionOf = async (person: AnyJson, reference: string) => {
    const path = `/api/employees/${person.id}/deductions`
    const { status, body } = await owner.post(path, item(reference))
    expect(status, JSON.stringify(body)).toBe(201)
    return (change: string) => owner.patch(`${path}/${body.id}`, { payee_reference: change })
  }
  const pay = async (date: string, ...people: AnyJson[]) => {
    const bodies = people.map((person) => ({ employee_id: person.id, ...rows(38) }))
    const answer = await owner.put(at(`pays/create?pay_date=${date}`), bodies)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return owner.post(at('payments/files'), { pay_ids: answer.body.map(({ id }: AnyJson) => id) })
  }
  const heldBack = (file: AnyJson) => {
    expect(file.status, JSON.stringify(file.body)).toBe(201)
    return (file.body.held_back ?? []).map((row: AnyJson) => [row.employee_id, row.reason])
  }
  beforeEach(async () => {
    const payee = { kind: 'union', name: 'Union', bsb: '062-000', account_number: '11112222' }
    union = (await owner.post(at('payees'), payee)).body.id
  })

  it('waits for a day, alone, and the owners are told once', async () => {
    const ben = await aPerson(owner, company.id, { first_name: 'Ben' })
    const change = await deductionOf(mia, 'MIA 1')
    await deductionOf(ben, 'BEN 1')
    expect(heldBack(await pay('2026-07-16', mia, ben))).toEqual([])
    await turnOn({ hold_accounts: true })
    expect((await change('MY CARD')).status).toBe(200)
    const file = await pay('2026-07-17', mia, ben)
    expect(heldBack(file)).toEqual([
      [
        mia.id,
        expect.stringContaining('A deduction goes to Union, reference MY CARD, for the first time: it waits'),
      ],
    ])
    expect(readAba((await owner.get(at(`payments/files/${file.body.id}/content`))).raw.toString())).toEqual(
      expect.arrayContaining([expect.objectContaining({ account: '11112222', cents: 2500 })]),
    )
    const told = async () =>
      (await mailsTo(tasman.service, 'owner@demo.example')).filter((mail) =>
        mail.text.includes(
          `"Union fee" of ${mia.first_name} ${mia.last_name} (to Union, reference MY CARD, $25.00)`,
        ),
      ).length
    expect(await told()).toBe(1)
    await tasman.service.database.query
      .updateTable('account_holds')
      .set({ held_until: new Date(tasman.service.clock.now().getTime() - 60_000) })
      .execute()
    expect((await payFile()).status).toBe(201)
    expect(heldBack(await pay('2026-07-18', mia))).toEqual([])
    expect(await told()).toBe(1)
  })

  it('is no change in a first pay', async () => {
    await turnOn({ hold_accounts: true })
    await tasman.service.database.query.deleteFrom('account_holds').execute()
    const ben = await aPerson(owner, company.id, { first_name: 'Ben' })
    await deductionOf(ben, 'BEN 1')
    expect(heldBack(await pay('2026-07-16', ben))).toEqual([])
  })
})

describe('a change that is dated into the future', () => {
  afterEach(() => goTo(NOW))
  const dated = () => update({ secondary_bank_amount_per_period: '900.00', effective_from: '2026-07-22' })
  const payAgain = async () =>
    expect(
      (await owner.put(at('pays/create?pay_date=2026-07-16'), [{ employee_id: mia.id, ...rows(38) }])).status,
    ).toBe(201)

  it('is held for a day from its day, and announced when it is requested', async () => {
    await turnOn({ hold_accounts: true })
    expect((await dated()).status).toBe(200)
    const mail = await mailTo(tasman.service, 'mia@home.example')
    expect([mail.subject, mail.text]).toEqual([
      'A bank account will change on 2026-07-22',
      expect.stringContaining('The bank account of your pay will change on 2026-07-22.'),
    ])
    expect((await payFile()).status).toBe(201)

    await goTo('2026-07-22T02:00:00Z')
    await applyDueChanges(tasman.service)
    expect((await mailTo(tasman.service, 'mia@home.example')).subject).toBe('A bank account was changed')
    await payAgain()
    held(await payFile())
    await goTo('2026-07-23T02:00:01Z')
    expect((await payFile()).status).toBe(201)
  })

  it('is held when one person requested it and the company requires two since then', async () => {
    await turnOn({ hold_accounts: true })
    expect((await dated()).status).toBe(200)
    await tasman.service.database.query
      .updateTable('company_rules')
      .set({ approve_accounts: true })
      .where('company_id', '=', company.id)
      .execute()
    await goTo('2026-07-22T02:00:00Z')
    await applyDueChanges(tasman.service)
    held(await payFile())
  })

  it('is not held where two people approved it', async () => {
    await turnOn({ hold_accounts: true, approve_accounts: true })
    const { body } = await dated()
    expect((await second.post(`/api/approvals/${body.approval_id}/approve`)).body.state).toBe('approved')
    await goTo('2026-07-22T02:00:00Z')
    await applyDueChanges(tasman.service)
    expect((await owner.get(`/api/employees/${mia.id}`)).body.secondary_bank_amount_per_period).toBe(900)
    expect((await payFile()).status).toBe(201)
  })
})
