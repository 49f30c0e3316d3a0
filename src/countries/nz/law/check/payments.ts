import type { CivilDate } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  isZero,
  smaller,
  sum,
  toCentOfQuotient,
  toPlaces,
  ZERO,
} from '../../../../kernel/values/money.ts'
import type { LeaveLine, LeaveType } from '../../../../payroll/input.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite } from '../../../../payroll/sources.ts'
import { type Step, Trace } from '../../../../payroll/trace.ts'
import type { NzHolidayInput } from '../input/input.ts'
import { upToWhole } from '../input/leave-spells.ts'
import {
  isAlternativeType,
  isCashedUpType,
  isDailyPayType,
  isOutsideGrossEarnings,
  isWeeklyPayType,
} from '../input/leave-types.ts'
import { publicHolidayWorkedPay } from '../leave/daily-pay.ts'
import { leastHolidayWorkRate, ordinaryRateOf } from '../leave/holiday-rates.ts'
import { leaveDayCount } from '../leave/leave-days.ts'
import { dailyRates, leastHolidayRates } from '../leave/row-rates.ts'
import { holidaysOfRows, isByTheHour } from '../public-holidays/public-holiday-work.ts'
import { holidaysActOn } from '../rates/next-act.ts'
import type { HolidayRates, NzRates } from '../rates/rates.ts'

/* Compares the amounts owed for leave under the Holidays Act 2003 with the amounts paid. */

/**
 * Amounts owed apart from leave rows: work on a public holiday, a public holiday that was unpaid or used up leave, and holiday
 * pay with the wages or at the end.
 */
const OTHER_PAYMENTS = [
  'PUBLIC_HOLIDAY_WORKED',
  'PUBLIC_HOLIDAY_UNPAID',
  'PUBLIC_HOLIDAY_AS_LEAVE',
  'ALTERNATIVE_DAY_NOT_GRANTED',
  'HOLIDAY_PAY_WITH_WAGES',
  'FINAL_HOLIDAY_PAY',
] as const
export type PaymentType = LeaveType | (typeof OTHER_PAYMENTS)[number]

export type CheckedPayment = {
  type: PaymentType
  description: string
  /** The first day of the leave, the day worked, or the last day of the employment. */
  date: CivilDate
  hours: Decimal | null
  owed: Decimal
  paid: Decimal
  /** The section under which the amount is owed. */
  rule: string
  steps: readonly Step[]
  /** Assumptions about details that the rows do not give. */
  assumes?: readonly string[]
}

/** The amount paid for each leave row and each hours row, in row order. */
export type PaidRows = { leave: readonly Decimal[]; hours: readonly Decimal[] }

/** Checks every leave row that the Act prices, and every row of work on a public holiday. */
export function checkPayments(input: NzHolidayInput, paid: PaidRows, rates: NzRates): CheckedPayment[] {
  const table = holidaysActOn(input.payDate, rates)
  return [
    ...checkAnnual(input, paid.leave, table),
    ...checkDaily(input, paid.leave, table),
    ...checkWorked(input, paid.hours, table, rates),
  ]
}

/**
 * Leave rows after the end of the employment: no leave is owed for them. Work on a public holiday is owed if a row names it, and
 * holiday pay is owed on wages that are paid late.
 */
export function withoutLeaveAfter(
  lastDay: CivilDate | undefined,
  payments: readonly CheckedPayment[],
): CheckedPayment[] {
  return payments.filter(
    ({ type, date }) => lastDay === undefined || date <= lastDay || OWED_AFTER_THE_END.has(type),
  )
}

const OWED_AFTER_THE_END: ReadonlySet<PaymentType> = new Set([
  'PUBLIC_HOLIDAY_WORKED',
  'HOLIDAY_PAY_WITH_WAGES',
  'FINAL_HOLIDAY_PAY',
])

/** Rounds the rows of one holiday together, as they are paid. */
function checkAnnual(
  input: NzHolidayInput,
  paid: readonly Decimal[],
  table: Dated<HolidayRates>,
): CheckedPayment[] {
  if (input.leaveSettings.isHolidayPayPaidWithWages) return []
  const trace = new Trace()
  const rateOf = leastHolidayRates(input, table, trace)
  if (rateOf === null) return []
  const taken = trace.steps.at(-1)?.rule ?? 'Holidays Act 2003 s 21'
  const soFar = new Map<string, { hours: Decimal; owed: Decimal }>()
  return rowsOf(input.leave, paid, isWeeklyPayType).map(({ line, amount }) => {
    const rule = isCashedUpType(line.leaveType) ? 'Holidays Act 2003 s 28B' : taken
    const rate = rateOf(line)
    const before = soFar.get(rate.toFixed()) ?? { hours: ZERO, owed: ZERO }
    const hours = before.hours.plus(line.hours)
    const own = new Trace()
    const owed = own.made({
      name: 'holidays.owed',
      formula: 'hours of the holiday so far × rate, to the cent, − what was owed for the rows before',
      inputs: { hours, rate, before: before.owed },
      make: (of) => toCentOfQuotient(of.hours.times(of.rate)).minus(of.before),
      rule,
      source: cite(table),
    })
    soFar.set(rate.toFixed(), { hours, owed: before.owed.plus(owed) })
    return checked(line, owed, amount, rule, [...trace.steps, ...own.steps])
  })
}

function checkDaily(
  input: NzHolidayInput,
  paid: readonly Decimal[],
  table: Dated<HolidayRates>,
): CheckedPayment[] {
  const trace = new Trace()
  const rateOf = dailyRates(input, table, trace)
  if (rateOf === null) return []
  return rowsOf(input.leave, paid, isDailyPayType).map(({ line, amount }) => {
    const rule = DAILY_RULES[line.leaveType] ?? 'Holidays Act 2003 ss 9 and 9A'
    const own = new Trace()
    const owed = own.product({
      name: 'holidays.owed',
      formula: 'hours × daily pay ÷ hours of a day, to the cent',
      multiply: { hours: hoursOwed(line, input), rate: rateOf(line) },
      to: toCentOfQuotient,
      rule,
      source: cite(table),
    })
    return checked(line, owed, amount, rule, [...trace.steps, ...own.steps])
  })
}

/** An alternative holiday is a whole day, even if only part of it was paid (ss 57 and 60). */
function hoursOwed(line: LeaveLine, input: NzHolidayInput): Decimal {
  const days = leaveDayCount(line, input)
  if (!isAlternativeType(line.leaveType) || isZero(days)) return line.hours
  return toPlaces(line.hours.times(upToWhole(days)).div(days), 4)
}

const DAILY_RULES: Partial<Record<LeaveType, string>> = {
  SICK: 'Holidays Act 2003 s 71',
  NZ_BEREAVEMENT: 'Holidays Act 2003 s 71',
  NZ_FAMILY_VIOLENCE: 'Holidays Act 2003 ss 72A to 72J',
  PAID_PUBLIC_HOLIDAY: 'Holidays Act 2003 s 49',
  ALT_HOLIDAY: 'Holidays Act 2003 s 60',
  NZ_ALT_HOLIDAY_EXCHANGED: 'Holidays Act 2003 s 61',
}

/** Time and a half for rows of work on a public holiday. */
function checkWorked(
  input: NzHolidayInput,
  paid: readonly Decimal[],
  table: Dated<HolidayRates>,
  rates: NzRates,
): CheckedPayment[] {
  if (isZero(input.ratePerHour) || !input.hours.some((line) => line.date !== undefined)) return []
  const holidays = new Set(holidaysOfRows(input, rates).map(({ date }) => date))
  return input.hours.flatMap((line, index): CheckedPayment[] => {
    const { date, description, value: hours } = line
    if (date === undefined || !holidays.has(date) || !isByTheHour(line)) return []
    const trace = new Trace()
    const rule = 'Holidays Act 2003 s 50'
    const relevant = hours.times(ordinaryRateOf(line, input))
    const least = leastHolidayWorkRate(input, line, table.value.publicHolidayWorkedFactor)
    const owed = publicHolidayWorkedPay(relevant, hours.times(least), table, trace)
    const amount = paid[index] ?? ZERO
    return [
      {
        type: 'PUBLIC_HOLIDAY_WORKED',
        description,
        date,
        hours,
        owed,
        paid: amount,
        rule,
        steps: trace.steps,
      },
    ]
  })
}

export function rowsOf(
  leave: readonly LeaveLine[],
  paid: readonly Decimal[],
  isOfKind: (type: LeaveType) => boolean,
): { line: LeaveLine; amount: Decimal }[] {
  return leave.flatMap((line, index) =>
    isOfKind(line.leaveType) ? [{ line, amount: paid[index] ?? ZERO }] : [],
  )
}

export function checked(
  { leaveType, description, date, hours }: LeaveLine,
  owed: Decimal,
  paid: Decimal,
  rule: string,
  steps: readonly Step[],
): CheckedPayment {
  return { type: leaveType, description, date, hours, owed, paid, rule, steps }
}

/** Amounts still owed that count as gross earnings (s 14). Payments above the Act are not offset. */
export function arrearsOf(payments: readonly CheckedPayment[]): Decimal {
  const counted = payments.filter(({ type }) => !isOutsideGrossEarnings(type))
  return sum(counted.map(({ owed, paid }) => (owed.gt(paid) ? owed.minus(paid) : ZERO)))
}

/**
 * The payments with arrears that were paid back since. A back payment counts in the gross earnings of its own pay, so arrears that
 * it paid do not count again.
 */
export function lessPaidBack(
  payments: readonly CheckedPayment[],
  paidBack: Decimal,
): { payments: CheckedPayment[]; left: Decimal } {
  let left = paidBack
  const settled = payments.map((payment) => {
    const { owed, paid, assumes = [] } = payment
    if (left.lte(ZERO) || owed.lte(paid)) return payment
    const part = smaller(owed.minus(paid), left)
    left = left.minus(part)
    const words = `${part.toFixed(2)} of what was paid is back pay for arrears that this report found.`
    return { ...payment, paid: paid.plus(part), assumes: [...assumes, words] }
  })
  return { payments: settled, left }
}
