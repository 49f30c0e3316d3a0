import fc from 'fast-check'
import type { NzPastPay } from '../../src/countries/nz/law/figures/past-pay.ts'
import { nz } from '../../src/countries/nz/law/index.ts'
import { ONLY_HOLIDAYS_OWED } from '../../src/countries/nz/law/input/termination.ts'
import { type CivilDate, civilDate, fromDayNumber } from '../../src/kernel/values/dates.ts'
import { decimal, ZERO } from '../../src/kernel/values/money.ts'
import type { PastQuestion } from '../../src/payroll/history.ts'
import type { LeaveLine, PayLines } from '../../src/payroll/input.ts'
import { dayOf, type Employment, owedFor, type Pay, type Period } from '../independent/nz.ts'
import { bonus, nzPay, nzRates } from './nz-pay.ts'

/* Random employments of up to three years, and how the calculation pays them period by period. */

const MONDAY = dayOf(2023, 11, 4)

export type Plan = {
  period: Period
  rate: number
  startOffset: number
  periods: number
  lastBefore: number
  payoutLate: number
  /** Unpaid leave counts as service. */
  isUnpaidCounted: boolean
  kinds: readonly { kind: number; size: number; extras: number }[]
  /** Indexes into WEEKS and PLACES below. The first by default. */
  week?: number
  place?: number
  /** The number of periods of an earlier employment with the same employer. */
  earlier?: number
  /** Another of the WEEKS from a period on. That period has no leave. */
  changes?: readonly { period: number; week: number }[]
}

/** Working days of eight hours each. Monday is 1. */
export const WEEKS = [
  [1, 2, 3, 4, 5],
  [1, 2, 3, 4],
  [2, 3, 4, 5, 6],
  [1, 3, 5],
  [4, 5, 6, 0],
] as const
/** Regions with their anniversary days. */
export const PLACES: readonly { region: string | null; days: readonly string[] }[] = [
  { region: null, days: [] },
  { region: 'auckland', days: ['2025-01-27', '2026-01-26', '2027-02-01'] },
  { region: 'otago', days: ['2025-03-24', '2026-03-23', '2027-03-22'] },
  { region: 'canterbury', days: ['2025-11-14', '2026-11-13', '2027-11-12'] },
  { region: 'south_canterbury', days: ['2025-09-22', '2026-09-28', '2027-09-27'] },
  { region: 'hawkes_bay', days: ['2025-10-24', '2026-10-23', '2027-10-22'] },
]
const WORDS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Plans of which one in `oneIn` is weekly, with four times the pays, each with four times the history. */
export const plansWithWeeklyIn = (oneIn: number): fc.Arbitrary<Plan> =>
  fc.record({
    period: fc.constantFrom<Period>('WEEKLY', ...Array.from({ length: oneIn - 1 }, () => 'MONTHLY' as const)),
    rate: fc.oneof(fc.constant(0), fc.integer({ min: 2350, max: 7999 })),
    startOffset: fc.integer({ min: 0, max: 700 }),
    periods: fc.integer({ min: 2, max: 36 }),
    lastBefore: fc.integer({ min: 0, max: 20 }),
    payoutLate: fc.integer({ min: 0, max: 3 }),
    isUnpaidCounted: fc.boolean(),
    kinds: fc.array(
      fc.record({
        kind: fc.integer({ min: 0, max: 11 }),
        size: fc.integer({ min: 1, max: 5 }),
        extras: fc.integer({ min: 0, max: 15 }),
      }),
      { minLength: 36, maxLength: 36 },
    ),
    week: fc.nat(WEEKS.length - 1),
    place: fc.nat(PLACES.length - 1),
    earlier: fc.constantFrom(0, 0, 3, 8),
    changes: fc.array(
      fc.record({ period: fc.integer({ min: 1, max: 35 }), week: fc.nat(WEEKS.length - 1) }),
      {
        maxLength: 2,
      },
    ),
  })
export const plan = plansWithWeeklyIn(3)

/** The periods of a plan in order. `3.1.15` is kind 3, size 1, extras 15. */
export const kindsOf = (...texts: readonly string[]): Plan['kinds'] =>
  texts
    .join(' ')
    .split(' ')
    .map((text) => text.split('.').map(Number))
    .map(([kind = 0, size = 1, extras = 0]) => ({ kind, size, extras }))

export const monthEnd = (day: number) => {
  const date = new Date(day * 86_400_000)
  return dayOf(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)
}
const firstMonday = (day: number) => day + ((8 - ((day + 4) % 7)) % 7)

/** Builds the employment of a plan. A weekly plan has four weeks per period, so 36 periods are not just 36 weeks. */
export function employmentOf({
  period,
  rate,
  startOffset,
  periods,
  lastBefore,
  isUnpaidCounted,
  kinds,
  week = 0,
  place = 0,
  earlier = 0,
  changes = [],
}: Plan): Employment {
  const perPeriod = period === 'WEEKLY' ? 4 : 1
  const changed = new Map(changes.map((each) => [each.period * perPeriod, WEEKS[each.week] ?? WEEKS[0]]))
  let workDays = WEEKS[week] ?? WEEKS[0]
  const isWorked = (day: number) => workDays.some((each) => each === (day + 4) % 7)
  const daysIn = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(isWorked)
  const start = MONDAY + startOffset
  const count = period === 'WEEKLY' ? periods * 4 : periods
  const pays: Pay[] = []
  const newWeeks: { from: number; workDays: readonly number[] }[] = []
  let from =
    period === 'WEEKLY' ? start - ((start + 3) % 7) : start - new Date(start * 86_400_000).getUTCDate() + 1
  for (let index = 0; index < count; index++) {
    const end = period === 'WEEKLY' ? from + 6 : monthEnd(from)
    const { kind: drawn, size, extras } = kinds[index % 36] as Plan['kinds'][number]
    const next = changed.get(index)
    if (next) {
      workDays = next
      newWeeks.push({ from, workDays })
    }
    const kind = next ? 0 : drawn
    const [annual, unpaid] = [kind === 1 || kind === 2, kind === 3 || kind === 4]
    const most = Math.min(size, workDays.length)
    const off = annual || unpaid ? most * 8 : 0
    const own = daysIn(from, end)
    const monday = daysIn(firstMonday(from), end)
    // Unpaid leave ends with the week, or spans the end of one week and the start of the next.
    const day =
      period === 'WEEKLY'
        ? (own[annual ? 0 : own.length - most] ?? from)
        : (monday[annual ? 0 : workDays.length - 1] ?? from)
    const whole = period === 'WEEKLY' ? workDays.length : Math.round((workDays.length * 52) / 12 - 0.5)
    const days = whole - off / 8
    const perDay = rate > 0 ? rate * 8 : 20_000 + ((index * 977 + size * 131) % 9_000)
    pays.push({
      start: from,
      end,
      wages: BigInt(perDay) * BigInt(days),
      days,
      overtime: extras & 1 ? 5_000n + BigInt(index) * 100n : 0n,
      allowance: extras & 2 ? 7_777n : 0n,
      bonus: extras === 8 ? 30_000n : 0n,
      annual: annual ? { day, hours: off } : null,
      unpaid: unpaid ? { day, hours: off } : null,
    })
    from = end + 1
  }
  const last = pays.at(-1) as Pay
  return {
    earlierPays: paysBefore(pays[0] as Pay, period, earlier),
    start,
    period,
    rate: BigInt(rate),
    isUnpaidCounted,
    pays,
    lastDay: Math.max(start, last.end - lastBefore),
    workDays: WEEKS[week] ?? WEEKS[0],
    changes: newWeeks,
    anniversaryDays: PLACES[place]?.days ?? [],
  }
}

/** Pays of an earlier employment, which ended one period before this one. They must change nothing. */
function paysBefore(first: Pay, period: Period, count: number): Pay[] {
  const pays: Pay[] = []
  let end = periodBefore(first.start, period).start - 1
  for (let index = 0; index < count; index++) {
    const start = period === 'WEEKLY' ? end - 6 : periodBefore(end + 1, period).start
    pays.unshift({ ...first, start, end, wages: 777_700n, allowance: 9_900n, annual: null, unpaid: null })
    end = start - 1
  }
  return pays
}

function periodBefore(day: number, period: Period): { start: number } {
  if (period === 'WEEKLY') return { start: day - 7 }
  const date = new Date((day - 1) * 86_400_000)
  return { start: dayOf(date.getUTCFullYear(), date.getUTCMonth(), 1) }
}

const money = (cents: bigint) => decimal(cents).div(decimal('100'))
const date = (day: number): CivilDate => fromDayNumber(day)

/** Weeks of work, parental leave and work again. No holiday is taken, so several years of leave are paid out. */
export type ParentalPlan = Pick<Plan, 'rate' | 'startOffset'> & {
  before: number
  leave: number
  after: number
  week: number
  place: number
  earlier: number
}
export const parentalPlan: fc.Arbitrary<ParentalPlan> = fc.record({
  rate: fc.integer({ min: 2350, max: 7999 }),
  startOffset: fc.integer({ min: 0, max: 400 }),
  before: fc.integer({ min: 20, max: 90 }),
  leave: fc.integer({ min: 4, max: 52 }),
  after: fc.integer({ min: 1, max: 50 }),
  week: fc.nat(WEEKS.length - 1),
  place: fc.nat(PLACES.length - 1),
  earlier: fc.constantFrom(0, 0, 5),
})

export function parentalEmployment({ before, leave, after, ...plan }: ParentalPlan): Employment {
  const kinds = [{ kind: 0, size: 1, extras: 0 }]
  const periods = Math.ceil((before + leave + after) / 4)
  const course = employmentOf({
    ...plan,
    ...{ period: 'WEEKLY', periods, lastBefore: 0, payoutLate: 0, isUnpaidCounted: true },
    kinds: Array.from({ length: 36 }, () => kinds[0] as Plan['kinds'][number]),
  })
  const isAway = (index: number) => index >= before && index < before + leave
  const pays = course.pays.map((pay, index) => (isAway(index) ? { ...pay, wages: 0n, days: 0 } : pay))
  const [first, last] = [pays[before] as Pay, pays[before + leave - 1] as Pay]
  return { ...course, pays, parental: { first: firstWorkDay(first.start, course.workDays), last: last.end } }
}

/** Parental leave begins on the first day that would have been worked. */
function firstWorkDay(from: number, workDays: readonly number[] = WEEKS[0]): number {
  let day = from
  while (!workDays.includes((day + 4) % 7)) day += 1
  return day
}

function linesOf(pay: Pay, rate: bigint, { parental = null, workDays = WEEKS[0] }: Terms): PayLines {
  const hours = { description: 'Hours', units: 'hours', isOvertime: false }
  const perDay = { description: 'Days', units: 'days', isOvertime: false }
  const isAway = parental && pay.end >= parental.first && pay.end <= parental.last
  const firstDay = isAway ? firstWorkDay(pay.start, workDays) : pay.start
  const row = (
    leaveType: 'UNPAID' | 'ANNUAL_HOLIDAYS' | 'PAID_PARENTAL',
    of: { day: number; hours: number },
  ): LeaveLine => ({
    description: leaveType,
    leaveType,
    date: date(of.day),
    hours: decimal(BigInt(of.hours)),
    ratePerHour: money(rate),
    loadingAmount: null,
  })
  const worked =
    pay.days === 0
      ? []
      : rate > 0n
        ? [{ ...hours, value: decimal(BigInt(pay.days * 8)), ratePerUnit: money(rate) }]
        : [{ ...perDay, value: decimal(BigInt(pay.days)), ratePerUnit: money(pay.wages / BigInt(pay.days)) }]
  const overtime = { ...hours, description: 'Overtime', units: 'late', isOvertime: true, value: decimal('1') }
  return {
    hours: [...worked, ...(pay.overtime > 0n ? [{ ...overtime, ratePerUnit: money(pay.overtime) }] : [])],
    leave: [
      ...(pay.annual ? [row('ANNUAL_HOLIDAYS', pay.annual)] : []),
      ...(pay.unpaid ? [row('UNPAID', pay.unpaid)] : []),
      ...(isAway
        ? [
            {
              ...row('PAID_PARENTAL', { day: firstDay, hours: workDays.length * 8 }),
              ratePerHour: ZERO,
              hasOwnRate: true,
            },
          ]
        : []),
    ],
    allowances:
      pay.allowance > 0n
        ? [
            {
              description: 'Shift',
              amountPerUnit: money(pay.allowance),
              units: decimal('1'),
              category: null,
              isTaxable: true,
              isItemised: false,
              isInSuper: true,
            },
          ]
        : [],
    deductions: [],
    bonuses: pay.bonus > 0n ? [bonus(money(pay.bonus), {})] : [],
    sacrifices: [],
    backPayments: [],
  }
}

const NOTHING: Pay = {
  start: 0,
  end: 0,
  wages: 0n,
  days: 0,
  overtime: 0n,
  allowance: 0n,
  bonus: 0n,
  annual: null,
  unpaid: null,
}

/** Splits off one day of work into its own pay, when there are two or more. */
function splitPay(pay: Pay): Pay[] {
  if (pay.days < 2) return [pay]
  const day = pay.wages / BigInt(pay.days)
  return [
    { ...pay, days: pay.days - 1, wages: pay.wages - day },
    { ...NOTHING, start: pay.start, end: pay.end, days: 1, wages: day },
  ]
}

/** The period of the payout: that of the last pay, or a later one. */
export function payoutPeriod(
  pays: readonly Pay[],
  period: Period,
  late: number,
): { start: number; end: number } {
  let { start, end } = pays.at(-1) as Pay
  for (let times = 0; times < late; times++) {
    start = end + 1
    end = period === 'WEEKLY' ? start + 6 : monthEnd(start)
  }
  return { start, end }
}

/** Whether the employment ends in the years for which the second calculation has public holidays. */
export const isKnownEnd = ({ lastDay }: Employment) =>
  lastDay >= dayOf(2024, 11, 1) && lastDay < dayOf(2026, 11, 31)

/** The amounts owed under the Act and calculated. Null when the employment ends outside these years. */
export function owedAndPaid(each: Plan) {
  const employment = employmentOf(each)
  if (!isKnownEnd(employment)) return null
  const payout = payoutPeriod(employment.pays, each.period, each.payoutLate)
  const owed = owedFor(employment, payout.start)
  return { employment, payout, owed, paid: paidBy(employment, payout) }
}

/** Another way to pay the same employment. */
export type HowPaid = {
  /** The number of days between the end of a period and its pay date. */
  daysLate?: number
  /** Whether the work of each period is paid in two pays. */
  isSplit?: boolean
  /** Whether the work of the last period is paid together with the payout. */
  isTogether?: boolean
  /** The number of periods between the last work and the payout. */
  payoutLate?: number
}

/** The totals when paid in the last period and another way. Null when the employment cannot be paid that way. */
export function paidBothWays(each: Plan, how: HowPaid) {
  const employment = employmentOf(each)
  if (employment.lastDay < dayOf(2024, 0, 1) || employment.lastDay >= dayOf(2026, 5, 1)) return null
  const { start, end } = employment.pays.at(-1) as Pay
  // Excludes a holiday after the last day: the two ways would value it before and after the end. No employee takes one.
  if (employment.lastDay < start) return null
  const payout = payoutPeriod(employment.pays, each.period, how.payoutLate ?? 0)
  return { plain: paidBy(employment, { start, end }), other: paidBy(employment, payout, how) }
}

/** The same employment, ended with an earlier period. */
export function endedWith(employment: Employment, periods: number, lastBefore: number): Employment {
  const pays = employment.pays.slice(0, periods)
  const last = pays.at(-1) as Pay
  const changes = employment.changes?.filter(({ from }) => from <= last.end) ?? []
  return { ...employment, pays, changes, lastDay: Math.max(employment.start, last.end - lastBefore) }
}

/** Pays the employment with the calculation. */
export function paidBy(employment: Employment, payout: { start: number; end: number }, how: HowPaid = {}) {
  const payer = payerOf(employment, how)
  const whole = how.isTogether ? employment.pays.slice(0, -1) : employment.pays
  const annual = whole.map((pay) => {
    const [first, ...rest] = how.isSplit ? splitPay(pay) : [pay]
    const paid = payer.pay(first as Pay)
    for (const part of rest) payer.pay(part)
    return paid
  })
  const last = how.isTogether ? (employment.pays.at(-1) as Pay) : NOTHING
  const { annual: ofLast, ...ending } = payer.end(employment.lastDay, { ...last, ...payout })
  return { annual: how.isTogether ? [...annual, ofLast] : annual, ...ending }
}

type Ends = readonly { employment: Employment; payout: { start: number; end: number } }[]

/** The totals of several employments that differ only in their end. Pays they have in common are calculated once. */
export function paidByEnds(course: Employment, ends: Ends) {
  const payer = payerOf(course)
  const annual: bigint[] = []
  const longest = Math.max(...ends.map(({ employment }) => employment.pays.length))
  return course.pays.slice(0, longest).flatMap((pay, index) => {
    annual.push(payer.pay(pay))
    return ends
      .filter(({ employment }) => employment.pays.length === index + 1)
      .map(({ employment, payout }) => {
        const { annual: _, ...ending } = payer.end(employment.lastDay, { ...NOTHING, ...payout })
        return { employment, payout, paid: { annual: [...annual], ...ending } }
      })
  })
}

const cents = (amount: { times(n: string): { toFixed(n: number): string } } | undefined) =>
  BigInt(amount?.times('100').toFixed(0) ?? '0')

/** Calculates the pays in order. A termination is only tried, and the next pay continues as if it had not happened. */
function payerOf(of: Terms, how: HowPaid = {}) {
  const { period, rate, start: own, isUnpaidCounted, workDays, changes = [] } = of
  const { anniversaryDays = [], earlierPays = [] } = of
  const { hoursPerDay, daysPerWeek, tax, studentLoan, kiwiSaver, leaveSettings } = nzPay()
  const region = PLACES.find(({ days }) => days.length > 0 && days.join() === anniversaryDays.join())?.region
  const termsWith = (week: readonly number[] | undefined) => ({
    ...{ hoursPerDay, tax, studentLoan, kiwiSaver },
    daysPerWeek: week ? decimal(BigInt(week.length)) : daysPerWeek,
    leaveSettings: {
      ...leaveSettings,
      isUnpaidLeaveService: isUnpaidCounted,
      ...(week ? { workPattern: week.map((day) => `${WORDS[day]} 8`).join(',') } : {}),
      ...(region ? { anniversaryRegion: region } : {}),
    },
    electedExtraPayRate: null,
    dateOfBirth: civilDate('1990-01-01'),
    ratePerHour: money(rate),
  })
  const termsOn = (day: number) =>
    termsWith(changes.findLast(({ from }) => from <= day)?.workDays ?? workDays)
  let standing = {
    pays: [] as NzPastPay[],
    /** The same pays without details. */
    bare: [] as NzPastPay[],
    balances: NO_BALANCES,
    periodHours: null,
  }
  const make = (pay: Pay, lastDay: number | null, start = own) => {
    const lines = linesOf(pay, rate, of)
    const past: PastQuestion = {
      timing: {
        payDate: date(pay.end + (how.daysLate ?? 0)),
        payPeriod: period,
        periodStart: date(pay.start),
        periodEnd: date(pay.end),
      },
      beforeId: 1_000_000,
      startDate: date(start),
      ...(isUnpaidCounted ? {} : { leaveSince: date(start) }),
      dateOfBirth: civilDate('1990-01-01'),
      lastDay: lastDay === null ? null : date(lastDay),
      mayHaveExtras: pay.bonus > 0n,
      leaveTypes: lines.leave.map((line) => line.leaveType),
    }
    const { hasDetails, from } = nz.needsOfPast(past)
    const seen = (hasDetails ? standing.pays : standing.bare).filter((each) => each.payDate >= from)
    const ending = lastDay === null ? null : { ...ONLY_HOLIDAYS_OWED, terminationDate: date(lastDay) }
    const asked = { past, lines, isWorkersComp: false, ending, taxShare: null }
    const input = nz.settle(
      nz.inputOf(
        { ...termsOn(lastDay ?? pay.start), startDate: date(start) },
        asked,
        { ...standing, pays: seen },
        nzRates,
      ),
      nzRates,
    )
    return { past, input, result: nz.calculate(input, nzRates) }
  }
  const annualOf = ({ lines }: ReturnType<typeof make>['result']) =>
    lines.leave[0]?.leaveType === 'ANNUAL_HOLIDAYS' ? cents(lines.leave[0].amount) : 0n
  const keep = ({ past, input, result }: ReturnType<typeof make>) => {
    const left = { ...nz.toPastPay(past.timing, input, result), id: standing.pays.length + 1 }
    standing = {
      ...standing,
      pays: [left, ...standing.pays],
      bare: [{ ...left, details: null }, ...standing.bare],
      balances: nz.balancesAfter(input, result),
    }
  }
  const [firstEver] = earlierPays
  for (const pay of earlierPays) keep(make(pay, null, firstEver?.start))
  // The balances of the earlier employment ended with it.
  standing = { ...standing, balances: NO_BALANCES }
  return {
    pay(pay: Pay): bigint {
      const made = make(pay, null)
      keep(made)
      return annualOf(made.result)
    },
    end(lastDay: number, pay: Pay) {
      const { result } = make(pay, lastDay)
      return {
        annual: annualOf(result),
        unused: cents(result.termination?.unusedHolidayAmount),
        eightPercent: cents(result.termination?.nonEtpAmount),
      }
    },
  }
}

const NO_BALANCES = { annualHolidaysWeeks: ZERO, altHolidayDays: ZERO, sickDays: ZERO }

type Terms = Pick<
  Employment,
  | 'period'
  | 'rate'
  | 'start'
  | 'isUnpaidCounted'
  | 'workDays'
  | 'changes'
  | 'anniversaryDays'
  | 'earlierPays'
  | 'parental'
>
