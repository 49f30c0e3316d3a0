import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPayer, aPerson, cents, pay, readAba, rows } from '../api/payments/story.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'

/*
 * Money is paid once: whatever is corrected, in any order, the amounts in files and settlements plus the open amounts
 * equal what the pays owe, for each employee, payee and fund. The amounts sent are read from the text of the files.
 */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

type Story = {
  company: AnyJson
  people: AnyJson[]
  pays: AnyJson[]
  /** The text of every active bank file, by id. */
  files: Map<number, string>
  superFiles: Set<number>
  settlements: Set<number>
  accounts: number
}

const DATES = ['2026-07-03', '2026-07-10', '2026-07-17']
const USIS = ['60905115063001', 'STA0100AU']
const step = fc.record({
  what: fc.constantFrom(
    'pay',
    'pay',
    'rebuild',
    'rebuild',
    'renew',
    'delete',
    'account',
    'fund',
    'file',
    'file',
    'one',
    'cancel',
    'take',
    'cash',
    'set-off',
    'redirect',
    'super',
    'super-paid',
    'super-cancel',
    'super-settle',
  ),
  pick: fc.nat(1000),
  hours: fc.integer({ min: 5, max: 45 }),
})

const path = (story: Story) => `/api/company/${story.company.id}`
const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)]

async function start(): Promise<Story> {
  const company = await aPayer(owner)
  const payee = await owner.post(`/api/company/${company.id}/payees`, {
    kind: 'union',
    name: 'Union',
    bsb: '062-001',
    account_number: PAYEE_ACCOUNT,
  })
  const people = [await aPerson(owner, company.id), await aPerson(owner, company.id)]
  for (const person of people) {
    const court = {
      description: 'Court order',
      amount: 5,
      classification: 'NORMAL',
      auto_apply_to_pay: true,
      payee_id: payee.body.id,
      payee_reference: 'CASE 9',
    }
    expect((await owner.post(`/api/employees/${person.id}/deductions`, court)).status).toBe(201)
    const item = {
      description: 'Union fees',
      amount: '0.01',
      amount_type: 'PERCENT_OF_GROSS',
      classification: 'UNION_FEES',
      auto_apply_to_pay: true,
      payee_id: payee.body.id,
      payee_reference: `REF ${person.id}`,
    }
    expect((await owner.post(`/api/employees/${person.id}/deductions`, item)).status).toBe(201)
  }
  return {
    company,
    people,
    pays: [],
    files: new Map(),
    superFiles: new Set(),
    settlements: new Set(),
    accounts: 1000,
  }
}

async function take(
  story: Story,
  { what, pick, hours }: { what: string; pick: number; hours: number },
): Promise<void> {
  const base = path(story)
  const person = at(story.people, pick) as AnyJson
  const paid = at(story.pays, pick)
  const file = at([...story.files.keys()], pick)
  const keep = async (answer: AnyJson) => {
    if (answer.status !== 201) return expect([400, 409]).toContain(answer.status)
    story.files.set(
      answer.body.id,
      String((await owner.get(`${base}/payments/files/${answer.body.id}/content`)).body),
    )
  }
  if (what === 'pay')
    story.pays.push(await pay(owner, story.company.id, person.id, at(DATES, pick) as string, hours))
  if ((what === 'rebuild' || what === 'renew') && paid) {
    const query = what === 'renew' ? '?renew_snapshot=true' : ''
    expect((await owner.put(`${base}/pays/${paid.id}${query}`, rows(hours))).status).toBe(200)
  }
  if (what === 'delete' && paid) {
    expect((await owner.delete(`${base}/pays/${paid.id}`)).status).toBe(204)
    story.pays = story.pays.filter((each) => each !== paid)
  }
  if (what === 'account') {
    story.accounts += 1
    const change = { id: person.id, primary_bank_account_number: String(story.accounts) }
    expect((await owner.patch(`${base}/employees/update`, [change])).status).toBe(200)
  }
  if (what === 'fund') {
    const change = { id: person.id, default_employee_fund_usi: at(USIS, pick) }
    expect((await owner.patch(`${base}/employees/update`, [change])).status).toBe(200)
  }
  if (what === 'file') await keep(await owner.post(`${base}/payments/files`, { all_open: true }))
  if (what === 'one' && paid) await keep(await owner.post(`${base}/payments/files`, { pay_ids: [paid.id] }))
  if (what === 'cancel' && file !== undefined) {
    const { status } = await owner.post(`${base}/payments/files/${file}/cancel`, {})
    if (status === 200) story.files.delete(file)
    else expect(status).toBe(409)
  }
  if (what === 'take' && file !== undefined)
    await owner.patch(`${base}/payments/files/${file}`, { settled_on: '2026-07-20' })
  if (what === 'cash' && paid) {
    const body = { method: 'cash', settled_on: '2026-07-20', items: [{ pay_id: paid.id }] }
    const { status } = await owner.post(`${base}/payments/settlements`, body)
    expect([201, 409]).toContain(status)
  }
  if (what === 'set-off') {
    const owing = ((await owner.get(`${base}/payments/items?status=to-recover`)).body as AnyJson[]).find(
      (item) => item.kind === 'net',
    )
    if (owing) {
      const body = { pay_id: owing.pay_id, agreed_on: '2026-07-20', agreement: 'Signed' }
      expect([201, 400]).toContain((await owner.post(`${base}/payments/set-offs`, body)).status)
    }
  }
  if (what === 'redirect' && paid)
    for (const kind of ['net', 'super'])
      expect([201, 409]).toContain(
        (await owner.post(`${base}/payments/redirects`, { pay_ids: [paid.id], kind })).status,
      )
  const supers = `/api/super-payments/${story.company.id}`
  const superFile = at([...story.superFiles], pick)
  if (what === 'super') {
    const { status, body } = await owner.post(`${supers}/files`, { all_open: true })
    if (status === 201) story.superFiles.add(body.id)
    else expect([400, 409]).toContain(status)
  }
  if (what === 'super-paid' && superFile)
    await owner.patch(`${supers}/files/${superFile}`, { paid_on: '2026-07-20' })
  if (what === 'super-cancel' && superFile) {
    const { status } = await owner.post(`${supers}/files/${superFile}/cancel`)
    if (status === 200) story.superFiles.delete(superFile)
    else expect(status).toBe(409)
  }
  if (what === 'super-settle') {
    const [over] = (await owner.get(`${supers}/contributions?status=overpaid`)).body as AnyJson[]
    if (over) {
      const body = { pay_id: over.pay_id, settled_on: '2026-07-20' }
      expect((await owner.post(`${supers}/settlements`, body)).status).toBe(201)
    }
  }
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + cents(value), 0)

async function check(story: Story): Promise<void> {
  const base = path(story)
  const pays = (await owner.get(`${base}/pays?from_date=2026-01-01&to_date=2026-12-31`)).body as AnyJson[]
  const items = (await owner.get(`${base}/payments/items`)).body as AnyJson[]
  const settlements = ((await owner.get(`${base}/payments/settlements`)).body as AnyJson[]).filter(
    (each) => each.reversed_at === null,
  )
  for (const person of story.people) {
    const own = items.filter((item) => item.employee_id === person.id && item.kind === 'net')
    const nets = total(pays.filter((each) => each.employee_id === person.id).map((each) => each.net))
    expect(total(own.map((item) => item.owed))).toBe(nets)
    const gone = total(own.flatMap((item) => [item.in_files, item.settled, item.open]))
    expect(gone).toBe(nets)
    const union = pays.filter((each) => each.employee_id === person.id).flatMap((each) => each.deductions)
    const payee = items.filter((item) => item.employee_id === person.id && item.kind === 'payee')
    expect(total(payee.flatMap((item) => [item.in_files, item.settled, item.open]))).toBe(
      total(union.map((line: AnyJson) => line.amount)),
    )
  }
  // The amounts in the files themselves, and the amounts settled by hand.
  const inFiles = [...story.files.values()].flatMap(readAba).reduce((sum, row) => sum + row.cents, 0)
  const byHand = total(settlements.filter((each) => !isSuper(each)).map((each) => each.total))
  expect(inFiles + byHand + total(items.map((item) => item.open))).toBe(total(items.map((item) => item.owed)))

  const supers = (await owner.get(`/api/super-payments/${story.company.id}/contributions`)).body as AnyJson[]
  expect(total(supers.map((row) => row.amount))).toBe(total(pays.map((each) => each.super)))
  for (const row of supers) expect(cents(row.sent_amount) + cents(row.open_amount)).toBe(cents(row.amount))
  await checkFunds(story, supers, settlements.filter(isSuper))
  checkPayees(story, items)
  const reconciled = await owner.get(`${base}/reconciliation?from_date=2026-01-01&to_date=2026-12-31`)
  expect(reconciled.body.checks.filter((each: AnyJson) => !each.agrees)).toEqual([])
}

/** For each fund: the amounts in the rows of the files, less the returned amounts, equal the amounts in the ledger. */
async function checkFunds(story: Story, supers: AnyJson[], repaid: AnyJson[]): Promise<void> {
  const inFiles = new Map<string, number>()
  for (const id of story.superFiles) {
    const text = String((await owner.get(`/api/super-payments/${story.company.id}/files/${id}`)).body)
    for (const row of text.trimEnd().split('\r\n').slice(3)) {
      const cells = row.slice(1, -1).split('","')
      const usi = cells[18] ?? ''
      inFiles.set(usi, (inFiles.get(usi) ?? 0) + cents(Number(cells[25])))
    }
  }
  const usis = new Set([...inFiles.keys(), ...supers.map((row) => String(row.fund?.usi ?? ''))])
  let back = 0
  for (const usi of usis) {
    const own = supers.filter((row) => (row.fund?.usi ?? '') === usi)
    const sent = total(own.map((row) => row.sent_amount))
    expect(sent + total(own.map((row) => row.open_amount)), usi).toBe(total(own.map((row) => row.amount)))
    expect(sent, usi).toBeLessThanOrEqual(inFiles.get(usi) ?? 0)
    back += (inFiles.get(usi) ?? 0) - sent
  }
  expect(back + total(repaid.map((each) => each.total))).toBe(0)
}

/** Each payee and reference separately, by the rows of the bank files. */
function checkPayees(story: Story, items: AnyJson[]): void {
  const rows = [...story.files.values()].flatMap((text) =>
    text.split('\r\n').filter((line) => line.startsWith('1') && line.slice(8, 17).trim() === PAYEE_ACCOUNT),
  )
  const references = new Set(
    items.filter((item) => item.kind === 'payee').map((item) => item.payee_reference),
  )
  for (const reference of references) {
    const own = items.filter((item) => item.kind === 'payee' && item.payee_reference === reference)
    const carried = rows
      .filter((line) => line.slice(62, 80).trim() === reference)
      .reduce((sum, line) => sum + Number(line.slice(20, 30)), 0)
    expect(carried + total(own.map((item) => item.open)), reference).toBe(total(own.map((item) => item.owed)))
  }
}

const PAYEE_ACCOUNT = '10203040'

/** Only overpaid super is settled as paid back here. */
const isSuper = (settlement: AnyJson) => settlement.method === 'repaid'

it('files + settlements + open = nets, after every correction', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 22 }), async (steps) => {
      const story = await start()
      for (const each of steps) {
        await take(story, each)
        await check(story)
      }
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 6), seed: Number(process.env.FC_SEED ?? 20260720) },
  )
}, 600_000)
