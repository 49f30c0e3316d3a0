import fc from 'fast-check'
import { nz } from '../../src/countries/nz/law/index.ts'
import type { NzPastPay } from '../../src/countries/nz/law/past-pay.ts'
import { type CivilDate, civilDate, fromDayNumber } from '../../src/kernel/values/dates.ts'
import { decimal, ZERO } from '../../src/kernel/values/money.ts'
import type { PastQuestion } from '../../src/payroll/history.ts'
import type { LeaveLine, PayLines } from '../../src/payroll/input.ts'
import { dayOf, type Employment, owedFor, type Pay, type Period } from '../independent/nz.ts'
import { bonus, nzPay, nzRates } from './nz-pay.ts'

/* Random whole employments of up to three years, and how the calculation pays them period by period. */

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
}

/** Plans of which one in this number is paid weekly: four times the pays, each with four times the past. */
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
  })
export const plan = plansWithWeeklyIn(3)

/** `3.1.15` is kind 3, size 1, extras 15: the periods of a plan, one after the other. */
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

/** An employment by a plan: weeks in runs of four alike, so that three years are not 36 weeks. */
export function employmentOf({
  period,
  rate,
  startOffset,
  periods,
  lastBefore,
  isUnpaidCounted,
  kinds,
}: Plan): Employment {
  const start = MONDAY + startOffset
  const count = period === 'WEEKLY' ? periods * 4 : periods
  const pays: Pay[] = []
  let from =
    period === 'WEEKLY' ? start - ((start + 3) % 7) : start - new Date(start * 86_400_000).getUTCDate() + 1
  for (let index = 0; index < count; index++) {
    const end = period === 'WEEKLY' ? from + 6 : monthEnd(from)
    const { kind, size, extras } = kinds[index % 36] as Plan['kinds'][number]
    const [annual, unpaid] = [kind === 1 || kind === 2, kind === 3 || kind === 4]
    const off = annual || unpaid ? size * 8 : 0
    const day = period === 'WEEKLY' ? from + (annual ? 0 : 5 - size) : firstMonday(from) + (annual ? 0 : 4)
    const days = period === 'WEEKLY' ? 5 - off / 8 : 21 - off / 8
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
    start,
    period,
    rate: BigInt(rate),
    isUnpaidCounted,
    pays,
    lastDay: Math.max(start, last.end - lastBefore),
  }
}

const money = (cents: bigint) => decimal(cents).div(decimal('100'))
const date = (day: number): CivilDate => fromDayNumber(day)

function linesOf(pay: Pay, rate: bigint): PayLines {
  const hours = { description: 'Hours', units: 'hours', isOvertime: false }
  const perDay = { description: 'Days', units: 'days', isOvertime: false }
  const row = (leaveType: 'UNPAID' | 'ANNUAL_HOLIDAYS', of: { day: number; hours: number }): LeaveLine => ({
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

/** One day of the work in a pay of its own, where there are two or more. */
function splitPay(pay: Pay): Pay[] {
  if (pay.days < 2) return [pay]
  const day = pay.wages / BigInt(pay.days)
  return [
    { ...pay, days: pay.days - 1, wages: pay.wages - day },
    { ...NOTHING, start: pay.start, end: pay.end, days: 1, wages: day },
  ]
}

/** The period of the last pay, or a later one in which the payout is made. */
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

/** The years whose public holidays the second calculation knows. */
export const isKnownEnd = ({ lastDay }: Employment) =>
  lastDay >= dayOf(2024, 11, 1) && lastDay < dayOf(2026, 11, 31)

/** What the Act says and what the calculation pays; null: it ends outside the known years. */
export function owedAndPaid(each: Plan) {
  const employment = employmentOf(each)
  if (!isKnownEnd(employment)) return null
  const payout = payoutPeriod(employment.pays, each.period, each.payoutLate)
  const { hoursLeft: _, ...owed } = owedFor(employment, payout.start)
  return { employment, payout, owed, paid: paidBy(employment, payout) }
}

/** Another way to pay the same employment. */
export type HowPaid = {
  /** Every pay is paid this number of days after its period. */
  daysLate?: number
  /** The work of each period comes in two pays. */
  isSplit?: boolean
  /** The last period's work is paid with the payout. */
  isTogether?: boolean
  /** The payout comes this number of periods after the last work. */
  payoutLate?: number
}

/** What is paid in the last period, and paid in another way; null: this employment cannot be paid so. */
export function paidBothWays(each: Plan, how: HowPaid) {
  const employment = employmentOf(each)
  if (employment.lastDay < dayOf(2024, 0, 1) || employment.lastDay >= dayOf(2026, 5, 1)) return null
  const { start, end } = employment.pays.at(-1) as Pay
  // A holiday after the last day would be valued before the end in one way and after it in the other; nobody takes one.
  if (employment.lastDay < start) return null
  const payout = payoutPeriod(employment.pays, each.period, how.payoutLate ?? 0)
  return { plain: paidBy(employment, { start, end }), other: paidBy(employment, payout, how) }
}

/** The same course that ended with an earlier period: an employment of its own. */
export function endedWith(employment: Employment, periods: number, lastBefore: number): Employment {
  const pays = employment.pays.slice(0, periods)
  const last = pays.at(-1) as Pay
  return { ...employment, pays, lastDay: Math.max(employment.start, last.end - lastBefore) }
}

/** The employment as the calculation pays it. */
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

/** What each of several employments with one course is paid; the pays that they share are made once. */
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

/** Makes the pays of an employment one after the other; an ending is tried, and the next pay goes on as if it had not been. */
function payerOf({ period, rate, start, isUnpaidCounted }: Terms, how: HowPaid = {}) {
  const { hoursPerDay, daysPerWeek, tax, studentLoan, kiwiSaver, leaveSettings } = nzPay()
  const terms = {
    ...{ hoursPerDay, daysPerWeek, tax, studentLoan, kiwiSaver },
    leaveSettings: { ...leaveSettings, isUnpaidLeaveService: isUnpaidCounted },
    electedExtraPayRate: null,
    dateOfBirth: civilDate('1990-01-01'),
    startDate: date(start),
    ratePerHour: money(rate),
  }
  let standing = {
    pays: [] as NzPastPay[],
    /** The same pays as a reader who asked for no details sees them. */
    bare: [] as NzPastPay[],
    balances: { annualHolidaysWeeks: ZERO, altHolidayDays: ZERO, sickDays: ZERO },
    periodHours: null,
  }
  const make = (pay: Pay, lastDay: number | null) => {
    const lines = linesOf(pay, rate)
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
    const ending = lastDay === null ? null : { ...NO_AMOUNTS, terminationDate: date(lastDay) }
    const asked = { past, lines, isWorkersComp: false, ending, taxShare: null }
    const input = nz.settle(nz.inputOf(terms, asked, { ...standing, pays: seen }), nzRates)
    return { past, input, result: nz.calculate(input, nzRates) }
  }
  const annualOf = ({ lines }: ReturnType<typeof make>['result']) =>
    lines.leave[0]?.leaveType === 'ANNUAL_HOLIDAYS' ? cents(lines.leave[0].amount) : 0n
  return {
    pay(pay: Pay): bigint {
      const { past, input, result } = make(pay, null)
      const left = { ...nz.toPastPay(past.timing, input, result), id: standing.pays.length + 1 }
      standing = {
        ...standing,
        pays: [left, ...standing.pays],
        bare: [{ ...left, details: null }, ...standing.bare],
        balances: nz.balancesAfter(input, result),
      }
      return annualOf(result)
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

type Terms = Pick<Employment, 'period' | 'rate' | 'start' | 'isUnpaidCounted'>

const NO_AMOUNTS = {
  isManualLeaveAmounts: false,
  isPaymentInLieuPaid: false,
  paymentInLieuAmount: null,
  redundancyAmount: null,
  nonEtpAmount: null,
  unusedHolidayAmount: null,
  unusedAltHolidayAmount: null,
  nzYtdTaxable: ZERO,
}
