import { type Decimal, sum, toCent, toCentOfQuotient, toPlaces, whole, ZERO } from '../kernel/values/money.ts'
import { present } from '../kernel/values/present.ts'
import type { BackPaymentLine, HoursLine, LeaveLine, LeaveType } from './input.ts'
import type { PayPeriod } from './pay-periods.ts'
import { EMPLOYEE_SETTING, FIGURES_OF_THIS_PAY, ROW, ROW_AT_ITS_RATE } from './sources.ts'
import type { StepInputs, Trace } from './trace.ts'
import { isUnpaidLeave } from './words.ts'

/** How a country prices rows that are not "value × rate". */
export type EarningsPricing = {
  hoursRate?: (line: HoursLine) => Decimal
  leaveRate?: (line: LeaveLine) => Decimal
  /** The fraction of the row's amount paid as loading, when the caller gave no amount. */
  loadingRate?: (line: LeaveLine) => Decimal
  /** Rows of one payment are rounded together, so that the days add up to the week. */
  isPartOfOne?: (line: LeaveLine) => boolean
}

export type LeaveAmount = { leaveType: LeaveType; amount: Decimal; loading: Decimal }

export type Earnings = {
  hours: readonly Decimal[]
  leave: readonly LeaveAmount[]
  ordinaryTotal: Decimal
  overtimeTotal: Decimal
  leaveTotal: Decimal
  loadingTotal: Decimal
  /** The total of hours, leave and loading. */
  total: Decimal
}

/** Prices every hours and leave row separately, to the cent. */
export function addEarnings(
  lines: { hours: readonly HoursLine[]; leave: readonly LeaveLine[] },
  trace: Trace,
  pricing: EarningsPricing = {},
): Earnings {
  const hours = lines.hours.map((line) => priceHours(line, pricing, trace))
  const together: PaidSoFar = { hours: ZERO, amount: ZERO }
  const leave = lines.leave.map((line) => priceLeave(line, pricing, together, trace))
  const overtimeTotal = sum(hours.filter((_, index) => present(lines.hours[index]).isOvertime))
  const ordinaryTotal = sum(hours.filter((_, index) => !present(lines.hours[index]).isOvertime))
  const leaveTotal = sum(leave.map((row) => row.amount))
  const loadingTotal = sum(leave.map((row) => row.loading))
  const total = trace.sum({
    name: 'earnings',
    formula: 'ordinary hours + overtime + leave + leave loading',
    add: { ordinary: ordinaryTotal, overtime: overtimeTotal, leave: leaveTotal, loading: loadingTotal },
    rule: 'Rows of the pay',
    source: FIGURES_OF_THIS_PAY,
  })
  return { hours, leave, ordinaryTotal, overtimeTotal, leaveTotal, loadingTotal, total }
}

/** Prices a row that is paid as given, to the cent. */
export function priceLine(
  name: string,
  rule: string,
  line: { description: string; amount: Decimal },
  trace: Trace,
  inputs: StepInputs = {},
): Decimal {
  return trace.sum({
    name,
    formula: 'amount, to the cent',
    add: { amount: line.amount },
    about: { row: line.description, ...inputs },
    to: toCent,
    rule,
    source: ROW,
  })
}

export function priceBackPayments(lines: readonly BackPaymentLine[], trace: Trace): Decimal[] {
  return lines.map((line) => priceLine('back-payments.line', 'Back payment row', line, trace))
}

/** The label of nearly all rows, which skips the pattern match. */
const USUAL_LABEL = 'hours'
const HOUR_LABEL = /^\s*(h|hr|hrs|hour|hours)?\b/i
const DAY_LABEL = /^\s*days?\b/i

/** The hours of an hours row: its value when it counts hours, its days converted to hours, otherwise none. */
export function hoursBehind(line: Pick<HoursLine, 'units' | 'value'>, hoursPerDay: Decimal): Decimal {
  if (line.units === USUAL_LABEL) return line.value
  if (DAY_LABEL.test(line.units)) return line.value.times(hoursPerDay)
  const match = HOUR_LABEL.exec(line.units)
  return line.units.trim() === '' || match?.[1] !== undefined ? line.value : ZERO
}

function priceHours(line: HoursLine, pricing: EarningsPricing, trace: Trace): Decimal {
  const rate = pricing.hoursRate?.(line) ?? line.ratePerUnit
  return trace.product({
    name: line.isOvertime ? 'earnings.overtime' : 'earnings.hours',
    formula: 'value × rate, to the cent',
    multiply: { value: line.value, rate },
    about: { row: line.description },
    to: toCent,
    rule: 'Hours row',
    source: ROW_AT_ITS_RATE,
  })
}

/** The hours and amount of one payment's rows so far. */
type PaidSoFar = { hours: Decimal; amount: Decimal }

function priceLeave(
  line: LeaveLine,
  pricing: EarningsPricing,
  together: PaidSoFar,
  trace: Trace,
): LeaveAmount {
  if (pricing.isPartOfOne?.(line)) return pricePart(line, pricing, together, trace)
  const rate = isUnpaidLeave(line.leaveType) ? ZERO : (pricing.leaveRate?.(line) ?? line.ratePerHour)
  const amount = trace.product({
    name: 'earnings.leave',
    formula: isUnpaidLeave(line.leaveType) ? 'unpaid leave is not paid' : 'hours × rate, to the cent',
    multiply: { hours: line.hours, rate },
    about: { row: line.description, type: line.leaveType },
    to: toCentOfQuotient,
    rule: 'Leave row',
    source: ROW_AT_ITS_RATE,
  })
  return { leaveType: line.leaveType, amount, loading: priceLoading(line, amount, pricing, trace) }
}

function pricePart(
  line: LeaveLine,
  pricing: EarningsPricing,
  together: PaidSoFar,
  trace: Trace,
): LeaveAmount {
  const amount = trace.made({
    name: 'earnings.leave',
    formula: '(hours of the rows before + hours) × rate, to the cent, − what the rows before pay',
    inputs: {
      hours: line.hours,
      rate: line.ratePerHour,
      hoursBefore: together.hours,
      paidBefore: together.amount,
    },
    make: (of) => toCentOfQuotient(of.hoursBefore.plus(of.hours).times(of.rate)).minus(of.paidBefore),
    rule: 'Leave row, rounded once together with the other rows',
    source: ROW_AT_ITS_RATE,
  })
  together.hours = together.hours.plus(line.hours)
  together.amount = together.amount.plus(amount)
  return { leaveType: line.leaveType, amount, loading: priceLoading(line, amount, pricing, trace) }
}

function priceLoading(line: LeaveLine, amount: Decimal, pricing: EarningsPricing, trace: Trace): Decimal {
  const words = { name: 'earnings.leave-loading', rule: 'Leave loading', about: { row: line.description } }
  if (line.loadingAmount !== null) {
    const add = { given: line.loadingAmount }
    return trace.sum({ ...words, formula: 'loading as given, to the cent', add, to: toCent, source: ROW })
  }
  const rate = pricing.loadingRate?.(line) ?? ZERO
  if (rate.eq(ZERO)) return ZERO
  return trace.product({
    ...words,
    formula: 'leave amount × loading rate, to the cent',
    multiply: { amount, rate },
    to: toCent,
    source: EMPLOYEE_SETTING,
  })
}

const [WEEKS_IN_YEAR, MONTHS_IN_YEAR] = [whole(52), whole(12)]

/** Relative period lengths, in thirds of a week: 52 weeks, 26 fortnights or 12 months are a year. */
export const PERIOD_LENGTHS: Readonly<Record<PayPeriod, Decimal>> = {
  WEEKLY: whole(3),
  FORTNIGHTLY: whole(6),
  FOUR_WEEKLY: whole(12),
  MONTHLY: whole(13),
}

/** Converts pay between period lengths, so that a year comes to the same amount. */
export function asPayOf(period: PayPeriod, amount: Decimal, paidBy: PayPeriod): Decimal {
  if (paidBy === period) return amount
  return toCentOfQuotient(amount.times(PERIOD_LENGTHS[period]).div(PERIOD_LENGTHS[paidBy]))
}

/**
 * The standard hours of a period. A month has a twelfth of the year's hours, to six places, so that its pay is exact to the cent.
 */
export function standardHours(
  period: PayPeriod,
  { hoursPerDay, daysPerWeek }: { hoursPerDay: Decimal; daysPerWeek: Decimal },
): Decimal {
  const weekly = hoursPerDay.times(daysPerWeek)
  if (period === 'MONTHLY') return toPlaces(weekly.times(WEEKS_IN_YEAR).div(MONTHS_IN_YEAR), 6)
  return toPlaces(weekly.times(PERIOD_LENGTHS[period]).div(PERIOD_LENGTHS.WEEKLY), 6)
}
