import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Consumer } from '../independent/consumer.ts'
import { checkLeave, Movements } from '../independent/leave.ts'
import { Ledger, type ToldPay } from '../independent/ledger.ts'
import { accountKey, checkFiles, type MoneyItem, readBankFile } from '../independent/money.ts'
import type { AnyJson } from '../support/app.ts'
import type { Life } from './life.ts'
import { describeSeed, describeSeeds, seedsOf } from './seeds.ts'
import { shrink } from './shrink.ts'
import { addUp, appendSummary, rare, readSummaries, type Summary } from './summary.ts'
import { Broken, type Step } from './types.ts'

/* Tests that the models find what they exist for: each gets a correct state, and the same state with a fault. */

const aPay = (id: number, more: Partial<ToldPay> & Record<string, unknown> = {}): ToldPay => ({
  id,
  employee_id: 7,
  pay_run_id: 1,
  pay_run_end_date: '2025-01-05',
  processed_date: '2025-01-03',
  status: 'processed',
  gross: 1000,
  tax: 200,
  net: 800,
  ...more,
})

it('a pay that is gone, came from nowhere or differs in any member is seen; what a lost answer did is whole or absent', () => {
  const ledger = new Ledger()
  ledger.tell(aPay(1, { hours: [{ value: 38 }] }))
  ledger.tell(aPay(2))
  const compare = (there: ToldPay[], open?: AnyJson) =>
    ledger.compare(there, '2025-01-01', '2025-12-31', open)
  const well = [aPay(1, { hours: [{ value: 38 }], stp_status: 'accepted' }), aPay(2)]
  expect(compare(well)).toBeUndefined()
  expect(compare([aPay(1, { hours: [{ value: 37 }] }), aPay(2)])).toContain('hours of pay 1')
  expect(compare([aPay(2)])).toContain('pay 1 (net 800, 2025-01-03) was acknowledged and is not there')
  expect(compare([...well, aPay(3)])).toContain('no one was told of it')
  expect(compare([...well, aPay(3)], { touched: new Set(), comes: 2 })).toContain('left 1 of them')
  expect(compare([...well, aPay(3), aPay(4)], { touched: new Set(), comes: 2 })).toBeUndefined()
  const run = (net: number) => [{ pay_run_id: 1, totals: { gross: 4000, tax: 800, net } }]
  expect(ledger.compareRuns(run(3200))).toBeUndefined()
  expect(ledger.compareRuns(run(3199.99))).toContain('net of run 1 is 3199.99; its pays come to 3200')
  // Only runs of the days that are read are compared, but all of those.
  expect(ledger.compareRuns([], '2025-01-06')).toBeUndefined()
  expect(ledger.compareRuns([], '2025-01-05')).toContain('run 1 holds pays')
  expect(ledger.changedFrom).toBe('2025-01-03')
})

it('the leave of a final pay is read again once its employee is rehired', () => {
  const ledger = new Ledger()
  const final = aPay(9, { processed_date: '2025-01-20', termination: {} })
  for (const pay of [aPay(8), final]) ledger.tell(pay)
  ledger.changedFrom = undefined
  ledger.changedFinals(final.employee_id + 1)
  expect(ledger.changedFrom).toBeUndefined()
  ledger.changedFinals(final.employee_id)
  expect(ledger.changedFrom).toBe('2025-01-20')
})

it('a staged final pay is due on its day, and processed for the same person, run and day; no draft is processed without a call', () => {
  const ledger = new Ledger()
  const staged = aPay(9, { status: 'pending', processed_date: '2025-01-20', termination: {} })
  const draft = aPay(10, { status: 'pending' })
  for (const pay of [staged, draft]) ledger.tell(pay)
  expect(ledger.due('2025-01-19')).toEqual([])
  expect(ledger.due('2025-01-20')).toEqual([staged])
  const processed = { ...staged, status: 'processed', net: 810 }
  expect(ledger.compare([processed, draft], '2025-01-01', '2025-12-31')).toContain('status of pay 9')
  expect(ledger.process({ ...processed, pay_run_id: 2 })).toContain(
    'pay_run_id of pay 9 was 1 while it was staged',
  )
  ledger.changedFrom = undefined
  expect(ledger.process(processed)).toBeUndefined()
  expect(ledger.changedFrom).toBe('2025-01-20')
  expect(ledger.due('2025-01-20')).toEqual([])
  const unasked = [processed, { ...draft, status: 'processed' }]
  expect(ledger.compare(unasked, '2025-01-01', '2025-12-31')).toContain('status of pay 10')
})

/** A credit of an ABA file. */
const credit = (account: string, cents: number) =>
  `1062-000${account.padStart(9)} 50${String(cents).padStart(10, '0')}`

it('money that leaves twice, too little, or to an account of no one is seen, employee by employee', () => {
  const item = (employee_id: number, more: Partial<MoneyItem>): MoneyItem => ({
    ...{ pay_id: employee_id, pay_date: '2025-01-03', employee_id, kind: 'net', party: '' },
    ...{ owed: 800, in_files: 800, settled: 0, open: 0 },
    ...more,
  })
  const items = [item(7, {}), item(8, { in_files: 0, settled: 800 })]
  const partyOf = (account: string) => (account === '12345678' ? 'employee 7' : undefined)
  const byHand = [{ total: 800, method: 'cash', reversed_at: null, pay_ids: [8] }]
  const check = (credits: string[], settled = byHand) =>
    checkFiles(
      items,
      [{ credits: readBankFile(['0', ...credits].join('\r\n')), status: 'made' }],
      settled,
      partyOf,
    )
  expect(check([credit('12345678', 80_000)])).toBeUndefined()
  expect(check([credit('12345678', 80_000), credit('12345678', 80_000)])).toContain('employee 7')
  expect(check([credit('12345678', 80_000)], [])).toContain('employee 8')
  expect(check([credit('87654321', 80_000)])).toContain("no one's account")
  expect(accountKey('01-0902-0068389-00')).toBe(accountKey('0109020068389000'))
  expect(accountKey('01-0902-0068389-071')).not.toBe(accountKey('01-0902-0068389-87'))
})

it('a balance that is not its opening and its movements is seen', () => {
  const moved = (pay_date: string, amount: number) => ({
    ...{ pay_date, employee_id: 7, leave: 'Annual leave', amount },
  })
  const movements = new Movements()
  movements.put('2025-01-01', [moved('2025-01-03', 2.923077), moved('2025-01-10', -5)])
  movements.put('2025-01-10', [moved('2025-01-10', -7.6)])
  const openings = new Map([[7, { holiday_hours: 20 }]])
  const check = (holiday_hours: number) =>
    checkLeave({ movements, openings, people: [{ id: 7, holiday_hours }] })
  expect(check(15.323077)).toBeUndefined()
  expect(check(15.33)).toContain('holiday_hours of employee 7')
})

const SECRET = 'whsec'
const message = (createdAt: string, type: string, data: Record<string, unknown>) => {
  const body = { id: createdAt + type, type, createdAt, customerId: 3, entity: { type: 'pay', id: 7 }, data }
  const raw = Buffer.from(JSON.stringify(body))
  const signature = createHmac('sha256', SECRET).update('1.').update(raw).digest('hex')
  return { headers: { 'x-payroll-timestamp': '1', 'x-payroll-signature': signature }, raw, body }
}

it('a change that no webhook told is seen; which of two messages is later counts, as far as clocks can tell', () => {
  const heard = (skewMs: number, ...messages: ReturnType<typeof message>[]) => {
    const consumer = new Consumer(skewMs)
    consumer.put('pay/7', { net: 1 }, '2025-01-03T02:00:00')
    for (const one of messages) consumer.take(one, [SECRET], 3)
    expect(consumer.problem).toBeUndefined()
    return (net: number) => consumer.compare('pay/7', { net })
  }
  const told = message('2025-01-04T02:00:00', 'pay.updated', { net: 2 })
  const later = message('2025-01-04T02:10:00', 'pay.updated', { net: 3 })
  expect(heard(0, told)(2)).toBeUndefined()
  expect(heard(0)(2)).toContain('net of pay/7 is 2; the webhooks said 1')
  expect(heard(0, later, told)(3)).toBeUndefined()
  expect(heard(0, later, told)(2)).toContain('the webhooks said 3')
  expect(heard(2_700_000, later, told)(2)).toBeUndefined()
  expect(heard(2_700_000, later, told)(1)).toContain('net of pay/7 is 1')
  const wrong = new Consumer()
  wrong.take(told, ['another secret'], 3)
  expect(wrong.problem).toContain('no known secret fits')
})

it('a failure is shrunk to the steps that it needs', async () => {
  const steps = Array.from({ length: 40 }, (_, index) => ({
    ...{ name: `s${index}`, on: '2025-01-03', with: {} },
    do: index === 0 ? 'found' : index % 7 === 0 ? 'check' : 'pay',
  }))
  const lifeOf = (list: readonly Step[]): Life => {
    const names = new Set(list.map(({ name }) => name))
    const life: AnyJson = { birth: {}, company: {}, steps: [...list] }
    if (names.has('s5') && names.has('s31')) life.failure = new Broken('money', 'it is gone')
    return life
  }
  const { steps: left } = await shrink(lifeOf(steps), async (list) => lifeOf(list))
  expect(left.map(({ name }) => name)).toEqual(['s0', 's5', 's31'])
})

const SUMMARY: Summary = {
  ...{ at: '', seeds: [1], withFaults: true, isClean: true, lives: 2, weeks: 5218, people: 30, pays: 900 },
  ...{ writes: 50, unanswered: 1, seconds: 10, cpuSeconds: 5, faults: { 'SIGKILL of the database': 2 } },
  actions: { hire: 60, lodge: 150 },
}

it('a range of seeds is run one after the other, and says which failed and which were not run', () => {
  expect(seedsOf('12001-12003')).toEqual([12001, 12002, 12003])
  expect(seedsOf('7, 9-10')).toEqual([7, 9, 10])
  for (const text of ['', '3-1', '1-', 'all', '1-3,x']) expect(seedsOf(text)).toBeUndefined()
  const clean = { seed: 1, summary: SUMMARY }
  const failed = { seed: 2, summary: { ...SUMMARY, isClean: false }, failure: 'company 0: money: it is gone' }
  expect(describeSeed(clean)).toBe('seed 1: clean: 100.0 company years, 900 pays, 10 s')
  expect(describeSeed(failed)).toContain('seed 2: FAILED after 100.0 company years')
  expect(describeSeed(failed)).toContain('money: it is gone')
  expect(describeSeeds([clean, clean], 2)).toContain('2 of 2 seeds clean (200.0 company years')
  expect(describeSeeds([clean, failed], 3)).toContain('1 failed: 2; 1 not run')
})

it('summaries of several runs add up, those that failed apart, and name what is too rare', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tasman-summary-'))
  const file = join(folder, 'runs.jsonl')
  try {
    for (const more of [{}, { seeds: [2] }, { seeds: [3], isClean: false }])
      appendSummary(file, { ...SUMMARY, ...more })
    const sum = addUp(readSummaries(file))
    expect(sum).toMatchObject({ seeds: [1, 2], pays: 1800, faults: { 'SIGKILL of the database': 4 } })
    // Two hundred years: a rate of a thousand times in a thousand years means two hundred so far.
    expect(rare(sum)).toContain('hire 120 (600 in 1000 years)')
    expect(rare(sum).some((words) => words.startsWith('lodge '))).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
