import { describe, expect, it } from 'vitest'
import type { AuPastPay } from '../../src/payroll/au/history.ts'
import { type AuTerms, au } from '../../src/payroll/au/index.ts'
import type { AuLeaveBalances } from '../../src/payroll/au/input.ts'
import {
  addDays,
  type CivilDate,
  civilDate,
  type PayPeriod,
  periodStartFor,
} from '../../src/payroll/dates.ts'
import type { PayTiming } from '../../src/payroll/history.ts'
import type { PayLines } from '../../src/payroll/input.ts'
import { decimal, sum, ZERO } from '../../src/payroll/money.ts'
import { auRates, declarationFor } from '../golden/au-kinds.ts'
import {
  type Additional,
  type PaidPeriod,
  type Payee,
  superOfPeriod,
  taxOfPeriod,
} from '../independent/au.ts'
import { auPay, backPayment, bonusLine, hoursLine, leaveLine, sacrificeLine } from '../support/au-pay.ts'

/*
 * One employee, one period, any items, split and ordered in any way: the period withholds, contributes and earns leave as if all
 * had come in one pay, and as a second calculation that sees the period as a whole says. `PERIODS=100000` runs as many.
 */

const PERIODS = Number(process.env.PERIODS ?? 400)
const SEED = Number(process.env.PERIODS_SEED ?? 20261115)

/** A small generator of numbers, so that a case can be found again by its seed. */
function numbers(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    whole,
    pick: <T>(list: readonly T[]): T => list[whole(0, list.length - 1)] as T,
    is: (p: number) => next() < p,
  }
}
type Numbers = ReturnType<typeof numbers>

const money = (cents: number) => decimal((cents / 100).toFixed(2))
const NOTHING: PayLines = {
  hours: [],
  leave: [],
  allowances: [],
  deductions: [],
  bonuses: [],
  sacrifices: [],
  backPayments: [],
}
const LENGTH: Record<PayPeriod, number> = { WEEKLY: 7, FORTNIGHTLY: 14, MONTHLY: 0 }

type Item = {
  lines: Partial<PayLines>
  normal: number
  base: number
  additional: Additional | null
  isWages: boolean
}

function endsOf(period: PayPeriod): CivilDate[] {
  if (period === 'MONTHLY') return ['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31'].map(civilDate)
  const last = civilDate('2026-11-15')
  return [3, 2, 1, 0].map((back) => addDays(last, -back * LENGTH[period]))
}

function timingOf(period: PayPeriod, periodEnd: CivilDate, payDate: CivilDate): PayTiming {
  return { payDate, payPeriod: period, periodStart: periodStartFor(period, periodEnd), periodEnd }
}

function itemOf(
  any: Numbers,
  before: readonly PaidPeriod[],
  ends: readonly CivilDate[],
  period: PayPeriod,
): Item {
  const cents = any.whole(1, any.pick([20_000, 150_000, 900_000]))
  const kind = any.pick([
    'wages',
    'wages',
    'leave',
    'correction',
    'sacrifice',
    'normal',
    'A',
    'range',
    'spread',
    'B1',
    'B2',
  ])
  const amount = money(cents)
  const item = { normal: 0, base: cents, additional: null, isWages: false }
  const divisor = { WEEKLY: 52, FORTNIGHTLY: 26, MONTHLY: 12 }[period]
  const bonus = (change: Parameters<typeof bonusLine>[1]) => ({
    bonuses: [bonusLine(amount.toFixed(), change)],
  })
  if (kind === 'wages')
    return { ...item, normal: cents, isWages: true, lines: { hours: [hoursLine('1', amount.toFixed())] } }
  if (kind === 'leave')
    return {
      ...item,
      normal: cents,
      isWages: true,
      lines: { leave: [leaveLine('HOLIDAY', '1', amount.toFixed())] },
    }
  if (kind === 'correction') {
    const less = Math.floor(cents / 10) + 1
    const hours = [hoursLine('1', money(-less).toFixed())]
    return { ...item, normal: -less, base: -less, isWages: true, lines: { hours } }
  }
  if (kind === 'sacrifice') {
    const kept = Math.floor(cents / 3)
    const lines = {
      hours: [hoursLine('1', amount.toFixed())],
      sacrifices: [sacrificeLine(money(cents - kept).toFixed())],
    }
    return { ...item, normal: kept, isWages: true, lines }
  }
  if (kind === 'normal') return { ...item, normal: cents, isWages: true, lines: bonus({}) }
  if (kind === 'A')
    return {
      ...item,
      lines: bonus({ taxMethod: 'METHOD_A_WHOLE_YEAR' }),
      additional: { method: 'A', cents: BigInt(cents), divisor },
    }
  if (kind === 'spread')
    return {
      ...item,
      lines: bonus({ taxMethod: 'SPREAD_OVER_FINANCIAL_YEAR' }),
      additional: { method: 'SPREAD', cents: BigInt(cents), divisor },
    }
  if (kind === 'B2')
    return {
      ...item,
      lines: bonus({ taxMethod: 'METHOD_B2' }),
      additional: { method: 'B2', cents: BigInt(cents) },
    }
  const first = any.whole(0, 2)
  const range = {
    startDate: periodStartFor(period, ends[first] as CivilDate),
    endDate: any.is(0.5) ? (ends[3] as CivilDate) : (ends[2] as CivilDate),
  }
  const isCurrentIn = range.endDate === ends[3]
  if (kind === 'range')
    return {
      ...item,
      lines: bonus({ taxMethod: 'METHOD_A_SPECIFIC_RANGE', ...range }),
      additional: { method: 'A', cents: BigInt(cents), divisor: 3 - first + (isCurrentIn ? 1 : 0) },
    }
  return {
    ...item,
    lines: { backPayments: [backPayment(amount.toFixed(), { taxMethod: 'METHOD_B1', ...range })] },
    // The core spreads over the newest period first, the current one last.
    additional: { method: 'B1', cents: BigInt(cents), over: before.slice(first).toReversed(), isCurrentIn },
  }
}

function join(items: readonly Item[]): PayLines {
  const joined: Record<string, unknown[]> = Object.fromEntries(Object.keys(NOTHING).map((key) => [key, []]))
  for (const { lines } of items)
    for (const [key, rows] of Object.entries(lines)) joined[key]?.push(...(rows as unknown[]))
  return joined as unknown as PayLines
}

const NO_LEAVE: AuLeaveBalances = auPay().leaveBalances

/** Pays one after the other, each on what the ones before it left. */
function payAll(
  terms: AuTerms,
  past: readonly AuPastPay[],
  pays: readonly { timing: PayTiming; lines: PayLines }[],
) {
  let standing = { pays: past, balances: NO_LEAVE, periodHours: null }
  const made = pays.map(({ timing, lines }) => {
    const asked = {
      past: {
        timing,
        beforeId: 2_147_483_647,
        startDate: terms.startDate,
        dateOfBirth: terms.dateOfBirth,
        lastDay: null,
        mayHaveExtras: true,
        leaveTypes: [],
      },
      lines,
      isWorkersComp: false,
      ending: null,
      taxShare: null,
    }
    const input = au.inputOf(terms, asked, standing)
    const result = au.calculate(input, auRates)
    standing = {
      ...standing,
      pays: [au.leaveBehind(timing, input, result), ...standing.pays],
      balances: result.leaveBalances,
    }
    return result
  })
  const total = (of: (result: (typeof made)[number]) => typeof ZERO) => sum(made.map(of)).toFixed()
  return {
    made,
    past: standing.pays,
    tax: total(({ figures }) => figures.tax.plus(figures.taxCarried)),
    super: total(({ figures }) => figures.compulsorySuper),
    leave: standing.balances.holiday.toFixed(),
    isNetKept: made.every(({ figures }) => figures.gross.lte(ZERO) || figures.net.gte(ZERO)),
  }
}

const SCALES = ['1', '2', '2', '2', '3', '4', '5', '6'] as const

function checkPeriod(seed: number): void {
  const any = numbers(seed)
  const period = any.pick(['WEEKLY', 'FORTNIGHTLY', 'MONTHLY'] as const)
  const scale = any.pick(SCALES)
  const hasLoan = scale !== '4' && any.is(0.3)
  const payee: Payee = { scale, isForeign: scale === '3', hasLoan, frequency: period }
  const { hours, leave, allowances, deductions, bonuses, sacrifices, backPayments, ...pay } = auPay()
  const { leaveSettings, superannuation } = pay
  const terms: AuTerms = {
    hasRate: true,
    ratePerHour: pay.ratePerHour,
    hoursPerDay: pay.hoursPerDay,
    daysPerWeek: pay.daysPerWeek,
    declaration: declarationFor(scale, { hasStudyLoan: hasLoan }),
    isSuperOnlyContractor: false,
    dateOfBirth: pay.dateOfBirth,
    startDate: pay.startDate,
    state: pay.state,
    employmentStatus: pay.employmentStatus,
    leaveSettings,
    superannuation,
  }
  const ends = endsOf(period)
  const weekly = any.whole(30_000, 400_000)
  const earlier = ends.slice(0, 3).map((end) => {
    const cents = weekly + any.whole(-5_000, 5_000)
    const lines = { ...NOTHING, hours: [{ ...hoursLine('1', money(cents).toFixed()), units: 'period' }] }
    return { cents, timing: timingOf(period, end, addDays(end, -2)), lines }
  })
  const before = payAll(terms, [], earlier)
  const paid: PaidPeriod[] = earlier.map(({ cents, timing }, index) => ({
    date: timing.payDate,
    cents: BigInt(cents),
    withheld: BigInt(before.made[index]?.figures.tax.toFixed(0) ?? 0),
  }))
  const end = ends[3] as CivilDate
  const items = Array.from({ length: any.whole(2, 6) }, () => itemOf(any, paid, ends, period))
  // Sacrifices of a period that earns less than nothing come off its additional payments, which the second calculation does not see.
  const below = -items.reduce((total, item) => total + item.normal, 0)
  if (below > 0 && items.some((item) => item.lines.sacrifices))
    items.push({
      lines: { hours: [hoursLine('1', money(below).toFixed())] },
      normal: below,
      base: below,
      additional: null,
      isWages: true,
    })
  const one = payAll(terms, before.past, [
    { timing: timingOf(period, end, addDays(end, -1)), lines: join(items) },
  ])
  const order = items.map((item) => ({ item, key: any.whole(0, 1_000_000) })).sort((a, b) => a.key - b.key)
  const groups: Item[][] = []
  for (const { item } of order) {
    // A sacrifice is cut where its own pay does not earn it: a correction beside it would change what is sacrificed.
    const last = groups.at(-1)
    const mixed = [item, ...(last ?? [])]
    const isCut = mixed.some(({ lines }) => lines.sacrifices) && mixed.some(({ normal: own }) => own < 0)
    if (last && !isCut && any.is(0.35)) last.push(item)
    else groups.push([item])
  }
  const split = payAll(
    terms,
    before.past,
    groups.map((group) => ({
      timing: timingOf(period, end, addDays(end, -any.whole(0, 4))),
      lines: join(group),
    })),
  )
  const normal = items.some((item) => item.isWages)
    ? items.reduce((total, item) => total + item.normal, 0)
    : null
  const isEarlierB2 = { cents: 0n, withheld: 0n, loan: 0n }
  const tax = taxOfPeriod(
    payee,
    {
      date: addDays(end, -1),
      normal: normal === null ? null : BigInt(normal),
      expected: BigInt(earlier[2]?.cents ?? 0),
      additional: items.flatMap((item) => item.additional ?? []),
    },
    { periods: 3, cents: BigInt(earlier.reduce((total, { cents }) => total + cents, 0)), b2: isEarlierB2 },
  )
  const counted = sum(before.made.map(({ figures }) => figures.superBaseCounted))
  const base = BigInt(items.reduce((total, item) => total + item.base, 0))
  const contributed = superOfPeriod(base, BigInt(counted.times('100').toFixed(0)), end)
  const seen = ({ tax: own, super: guarantee, leave: held, isNetKept }: typeof one) => ({
    seed,
    tax: own,
    super: guarantee,
    leave: held,
    isNetKept,
  })
  expect(seen(split)).toEqual(seen(one))
  expect(seen(one)).toEqual({
    ...seen(one),
    tax: String(tax),
    super: money(Number(contributed)).toFixed(),
    isNetKept: true,
  })
}

describe('any pays of one period, in any order', () => {
  it(`withhold, contribute and earn leave as one pay does, and as the independent calculation (${PERIODS} periods)`, () => {
    for (let index = 0; index < PERIODS; index += 1) checkPeriod(SEED + index)
  }, 3_600_000)
})
