import { type Decimal, isZero, notBelowZero, sum, ZERO } from '../../../kernel/values/money.ts'
import { addAllowances } from '../../../payroll/allowances.ts'
import { addEarnings, type Earnings, hoursBehind, priceBackPayments } from '../../../payroll/earnings.ts'
import type { LeaveLine } from '../../../payroll/input.ts'
import { applySacrifices, type Sacrifices } from '../../../payroll/sacrifices.ts'
import { FIGURES_OF_THIS_PAY, HOLIDAYS_ACT } from '../../../payroll/sources.ts'
import { rowsAsTerms, type Trace } from '../../../payroll/trace.ts'
import { isUnpaidLeave } from '../../../payroll/words.ts'
import type { NzPayInput } from './input/input.ts'
import { isAccidentType, isInsteadOfTimeOff, isOutsideGrossEarnings } from './input/leave-types.ts'
import type { NzPayResult } from './input/result.ts'
import { isSchedular } from './input/tax-code.ts'
import type { KiwiSaverBase } from './kiwisaver/membership.ts'
import { closedownRate } from './leave/closedown.ts'
import { isPaidByTheWeek } from './leave/holiday-rates.ts'
import {
  inAdvanceWarnings,
  isTaxedInOneSum,
  type LaterPeriod,
  laterHolidays,
  totalLater,
} from './leave/in-advance.ts'
import { dailyRates, leastHolidayRates, type RowRate } from './leave/row-rates.ts'
import { holidaysActOn, nextActOf } from './rates/next-act.ts'
import type { NzRates } from './rates/rates.ts'
import { type NzBonuses, sortBonuses } from './tax/bonuses.ts'
import type { ExtraPayItem } from './tax/extra-pay.ts'
import { hasLevy } from './tax/tax-table.ts'
import type { TerminationAmounts } from './termination/amounts.ts'
import { extraPaysOf } from './termination/result.ts'

/** The rows of a pay, priced and grouped by how they are taxed. */
export type Rows = {
  earnings: Earnings
  allowances: Decimal
  taxableAllowances: Decimal
  bonuses: NzBonuses
  sacrifices: Sacrifices
  backPay: Decimal
  kiwiSaver: Omit<KiwiSaverBase, 'termination'>
  holidayGross: Decimal
  /** Leave rows taxed as extra pays: holidays cashed up, and holidays paid in advance where the employer chose this. */
  leaveAsExtraPay: readonly ExtraPayItem[]
  /** Holidays taxed in later periods. */
  later: readonly LaterPeriod[]
  /** Warnings about how the leave is taxed. */
  leaveWarnings: readonly string[]
  /** The minimum hourly rate of each row of annual holidays, or null when the pay has none. */
  leastHolidayRate: RowRate | null
  /** The hourly rate of each row paid by the day, or null when the pay has none. */
  leastDailyRate: RowRate | null
  amounts: Omit<NzPayResult['lines'], 'deductions'>
}

/** Prices every row of the pay, and adds up the totals for tax, KiwiSaver and holidays. */
export function addRows(input: NzPayInput, rates: NzRates, trace: Trace): Rows {
  const { annual: least, daily } =
    nextActOf(input, rates) || isSchedular(input) ? NO_RATES : holidayRates(input, rates, trace)
  const isLeast = (line: LeaveLine) =>
    least !== null && isPaidByTheWeek(line) && line.ratePerHour.eq(least(line))
  // Rows at one rate are rounded together.
  const together = input.leave.find(isLeast)?.ratePerHour ?? ZERO
  const earnings = addEarnings(input, trace, {
    isPartOfOne: (line) => isLeast(line) && line.ratePerHour.eq(together),
  })
  const allowances = addAllowances(input.allowances, trace)
  const bonuses = sortBonuses(
    input,
    input.bonuses.length > 0 && rates.cashSettledEssIsLevyLiable.at(input.payDate).value,
    trace,
  )
  const backPayments = priceBackPayments(input.backPayments, trace)
  const backPay = sum(backPayments)
  const cash = sum([earnings.total, allowances.total, bonuses.cash, backPay])
  const sacrifices = applySacrifices(input.sacrifices, cash, trace)
  return {
    earnings,
    allowances: allowances.total,
    taxableAllowances: allowances.taxable,
    bonuses,
    sacrifices,
    backPay,
    kiwiSaver: {
      earnings: earnings.total,
      allowances: sum(
        allowances.amounts.filter((_, i) => input.allowances[i]?.isTaxable && input.allowances[i]?.isInSuper),
      ),
      bonuses: bonuses.inKiwiSaver,
      backPayments: sum(backPayments.filter((_, i) => input.backPayments[i]?.isInSuper)),
      sacrifices: sacrifices.outsideSuperBase,
    },
    leastHolidayRate: least,
    leastDailyRate: daily,
    ...leaveAside(input, earnings),
    holidayGross: isSchedular(input)
      ? noGrossEarnings(trace)
      : holidayGrossOf(earnings, allowances.taxable, bonuses, backPay, trace),
    amounts: {
      hours: earnings.hours,
      leave: earnings.leave,
      allowances: allowances.amounts,
      bonuses: bonuses.amounts,
      sacrifices: sacrifices.amounts,
      backPayments,
    },
  }
}

const NO_RATES = { annual: null, daily: null }

/** Adds the steps of the Holidays Act's rates, which the rows already have, and returns them. */
function holidayRates(input: NzPayInput, rates: NzRates, trace: Trace) {
  const holidays = holidaysActOn(input.payDate, rates)
  const annual = leastHolidayRates(input, holidays, trace)
  const daily = dailyRates(input, holidays, trace)
  closedownRate(input, holidays, trace)
  return { annual, daily }
}

/** Leave rows that are not ordinary pay of this period. */
function leaveAside(
  input: NzPayInput,
  { leave }: Earnings,
): Pick<Rows, 'leaveAsExtraPay' | 'later' | 'leaveWarnings'> {
  const paidOut = sum(leave.filter((row) => isInsteadOfTimeOff(row.leaveType)).map((row) => row.amount))
  const later = laterHolidays(
    input,
    leave.map((row) => row.amount),
  )
  const isLump = isTaxedInOneSum(input, later)
  const items = [
    { name: 'holidays-paid-out', amount: paidOut, isLevyLiable: true },
    { name: 'holidays-in-advance', amount: isLump ? totalLater(later) : ZERO, isLevyLiable: true },
  ]
  return {
    leaveAsExtraPay: items.filter((item) => !isZero(item.amount)),
    later: isLump ? [] : later,
    leaveWarnings: inAdvanceWarnings(input, later),
  }
}

/**
 * Gross earnings (s 14) exclude weeks that ACC pays for, volunteers' leave and discretionary bonuses. They include the first week
 * after an accident, which the employer pays.
 */
function holidayGrossOf(
  earnings: Earnings,
  allowances: Decimal,
  bonuses: NzBonuses,
  backPayments: Decimal,
  trace: Trace,
): Decimal {
  const outside = earnings.leave.filter((row) => isOutsideGrossEarnings(row.leaveType))
  return trace.sum({
    name: 'holidays.gross-earnings',
    formula:
      'earnings + taxable allowances + bonuses that are not discretionary + back payments − weeks of ACC and volunteers’ leave',
    add: { earnings: earnings.total, allowances, bonuses: bonuses.countsForHolidays, backPayments },
    subtract: { leaveOutside: sum(outside.map((row) => row.amount)) },
    rule: 'Holidays Act 2003 s 14',
    source: HOLIDAYS_ACT,
  })
}

/** Payments to a contractor count in no average and no 8%, also if the person is an employee later. */
function noGrossEarnings(trace: Trace): Decimal {
  return trace.sum({
    name: 'holidays.gross-earnings',
    formula: 'none: schedular payments are not earnings of an employee',
    add: {},
    rule: 'Holidays Act 2003 ss 5 and 14',
    source: HOLIDAYS_ACT,
  })
}

/** The amount paid for time off after an accident. */
export function workersCompensationIn(input: NzPayInput, { earnings }: Rows, trace: Trace): Decimal {
  const rows = [
    ...earnings.leave.filter((row) => isAccidentType(row.leaveType)).map((row) => row.amount),
    ...(input.isWorkersCompensationPay ? earnings.hours : []),
  ]
  if (rows.every(isZero)) return ZERO
  return trace.sum({
    name: 'earnings.workers-compensation',
    formula: 'sum of the accident leave rows, and of the hours of a workers compensation pay',
    add: rowsAsTerms(rows),
    rule: 'Rows of the pay',
    source: FIGURES_OF_THIS_PAY,
  })
}

/** Hours worked and on paid leave. */
export function hoursPaidIn(input: NzPayInput, trace: Trace): Decimal {
  const worked = sum(input.hours.map((line) => hoursBehind(line, input.hoursPerDay)))
  const paidLeave = sum(
    input.leave
      .filter(({ leaveType }) => !isUnpaidLeave(leaveType) && !isInsteadOfTimeOff(leaveType))
      .map((line) => line.hours),
  )
  if (isZero(worked) && isZero(paidLeave)) return ZERO
  return trace.sum({
    name: 'hours-paid',
    formula: 'hours worked + hours of paid leave',
    add: { worked, paidLeave },
    rule: 'Employment information, field 10',
    source: FIGURES_OF_THIS_PAY,
  })
}

/** Lump sums of the pay, termination first. A schedular payment has no others. */
export function extraPaysIn(input: NzPayInput, rows: Rows, ended: TerminationAmounts | null): ExtraPayItem[] {
  const items = ended ? extraPaysOf(ended) : []
  if (!hasLevy(input.tax.code)) return items.map((item) => ({ ...item, isLevyLiable: false }))
  items.push(...rows.bonuses.extraPays, ...rows.leaveAsExtraPay)
  if (!rows.backPay.eq(ZERO)) items.push({ name: 'back-pay', amount: rows.backPay, isLevyLiable: true })
  return items
}

/** Taxable pay that is not a lump sum, with any KiwiSaver contribution treated as salary. For a schedular payment, all of it. */
export function ordinaryOf(input: NzPayInput, rows: Rows, uplift: Decimal, trace: Trace): Decimal {
  const isSchedular = !hasLevy(input.tax.code)
  const { earnings, taxableAllowances: allowances, sacrifices, backPay } = rows
  const add = { earnings: earnings.total, allowances }
  const aside = isSchedular ? { words: '', terms: {} } : asideOf(rows)
  const words = { rule: 'PAYE income without extra pays', source: FIGURES_OF_THIS_PAY }
  const own = trace.sum({
    ...words,
    name: isZero(uplift) ? 'ordinary' : 'ordinary.rows',
    formula: isSchedular
      ? 'earnings + taxable allowances + bonuses + back payments − sacrifices, not below zero'
      : `earnings + taxable allowances + ordinary bonuses − sacrifices${aside.words}, not below zero`,
    add: isSchedular
      ? { ...add, bonuses: rows.bonuses.cash, backPayments: backPay }
      : { ...add, bonuses: rows.bonuses.ordinary },
    subtract: { sacrifices: sacrifices.total, ...aside.terms },
    to: notBelowZero,
  })
  if (isZero(uplift)) return own
  const formula = 'ordinary pay of the rows + KiwiSaver contribution treated as salary'
  return trace.sum({ ...words, name: 'ordinary', formula, add: { rows: own, uplift } })
}

/** Leave that is not ordinary pay of the period, as terms of a step and in words. Empty when there is none. */
function asideOf({ leaveAsExtraPay, later }: Rows): { words: string; terms: Record<string, Decimal> } {
  const extra = sum(leaveAsExtraPay.map((item) => item.amount))
  const [hasExtra, hasLater] = [!isZero(extra), later.length > 0]
  return {
    words: `${hasExtra ? ' − leave taxed as an extra pay' : ''}${hasLater ? ' − holidays of later periods' : ''}`,
    terms: {
      ...(hasExtra ? { leaveAsExtraPay: extra } : {}),
      ...(hasLater ? { laterPeriods: totalLater(later) } : {}),
    },
  }
}

/** Holidays of later periods. A schedular payment has none. */
export function laterOf(input: NzPayInput, rows: Rows): readonly LaterPeriod[] {
  return hasLevy(input.tax.code) ? rows.later : []
}

/** Regular bonuses for several periods. A schedular payment has none. */
export function spreadOf(input: NzPayInput, rows: Rows): NzBonuses['spread'] {
  return hasLevy(input.tax.code) ? rows.bonuses.spread : []
}
