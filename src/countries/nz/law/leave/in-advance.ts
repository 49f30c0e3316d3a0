import { addDays, type CivilDate, civilDate, nzTaxYear } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  isZero,
  notBelowZero,
  smaller,
  sum,
  toCent,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { standardHours } from '../../../../payroll/earnings.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import { periodEndFor, periodStartFor } from '../../../../payroll/pay-periods.ts'
import { workDayCount } from '../../../../payroll/work-days.ts'
import type { NzPayInput } from '../input/input.ts'
import { isAnnualHolidayType } from '../input/leave-types.ts'
import type { NzAdvance } from '../input/result.ts'
import { isWorkingDay, workDaysOf } from '../public-holidays/public-holiday-work.ts'

/*
 * Holiday pay that is paid before its holiday. Inland Revenue allows two methods: tax it in the pay periods of the holiday, or in
 * one sum as an extra pay.
 */

/** The part of a pay that belongs to a later period. */
export type LaterPeriod = { periodEnd: CivilDate; amount: Decimal }

/** The annual holidays of a pay by the later periods they fall in, oldest first. */
export function laterHolidays(input: NzPayInput, amounts: readonly Decimal[]): LaterPeriod[] {
  const byPeriod = new Map<CivilDate, Decimal>()
  for (const [index, line] of input.leave.entries()) {
    if (!mayBeLater(line, input) || isZero(line.hours)) continue
    const parts = hoursByPeriod(line, input)
    for (const [periodEnd, hours] of parts) {
      const amount = toCent((amounts[index] ?? ZERO).times(hours).div(line.hours))
      byPeriod.set(periodEnd, (byPeriod.get(periodEnd) ?? ZERO).plus(amount))
    }
  }
  return [...byPeriod]
    .map(([periodEnd, amount]) => ({ periodEnd, amount }))
    .sort((a, b) => (a.periodEnd < b.periodEnd ? -1 : 1))
}

/** Annual holidays, and the public holidays that fall within them. */
function mayBeLater({ leaveType, date }: LeaveLine, { periodEnd }: NzPayInput): boolean {
  return isAnnualHolidayType(leaveType) || (leaveType === 'PAID_PUBLIC_HOLIDAY' && date > periodEnd)
}

/** A row reaches later periods when it is dated there or is longer than a period. */
function hoursByPeriod(line: LeaveLine, input: NzPayInput): Map<CivilDate, Decimal> {
  const { payPeriod, periodEnd, hoursPerDay } = input
  const parts = new Map<CivilDate, Decimal>()
  const isLong = line.hours.gt(standardHours(payPeriod, input))
  if (line.date <= periodEnd && !isLong) return parts
  if (isZero(hoursPerDay) || workDayCount(workDaysOf(input)) === 0) return parts
  const start = periodStartFor(payPeriod, periodEnd)
  let left = line.hours
  for (let day = line.date < start ? start : line.date; left.gt(ZERO); day = addDays(day, 1)) {
    if (!isWorkingDay(input, day)) continue
    const hours = smaller(left, hoursPerDay)
    left = notBelowZero(left.minus(hours))
    const end = periodEndFor(payPeriod, day, periodEnd)
    if (end > periodEnd) parts.set(end, (parts.get(end) ?? ZERO).plus(hours))
  }
  return parts
}

export function totalLater(later: readonly LaterPeriod[]): Decimal {
  return sum(later.map(({ amount }) => amount))
}

/**
 * Whether holiday pay in advance is taxed in one sum: the employer chose it, or the holiday continues after 31 March. Inland
 * Revenue then asks for the lump sum, so that the year of the payment is not under-taxed.
 */
export function isTaxedInOneSum(
  { leaveSettings, payDate }: Pick<NzPayInput, 'leaveSettings' | 'payDate'>,
  later: readonly LaterPeriod[],
): boolean {
  return leaveSettings.holidaysInAdvance === 'EXTRA_PAY' || spansTaxYears(payDate, later)
}

const spansTaxYears = (payDate: CivilDate, later: readonly LaterPeriod[]) =>
  later.some(({ periodEnd }) => periodEnd > nzTaxYear(payDate).end)

/** The amounts withheld for later periods, as they are stored: `2026-09-13 1000 150.36 0 0;…`. */
export function writeAdvances(advances: readonly NzAdvance[]): string | null {
  if (advances.length === 0) return null
  return advances
    .map(({ periodEnd, amount, paye, studentLoan, studentLoanCir }) =>
      [periodEnd, amount, paye, studentLoan, studentLoanCir].join(' '),
    )
    .join(';')
}

export function readAdvances(stored: string | null): NzAdvance[] {
  return (stored?.split(';') ?? []).map((text) => {
    const [periodEnd = '', amount = '0', paye = '0', studentLoan = '0', studentLoanCir = '0'] =
      text.split(' ')
    return { periodEnd: civilDate(periodEnd), amount, paye, studentLoan, studentLoanCir }
  })
}

/** Warns when the end of the tax year decided how holidays in advance are taxed. */
export function inAdvanceWarnings(
  { leaveSettings, payDate }: Pick<NzPayInput, 'leaveSettings' | 'payDate'>,
  later: readonly LaterPeriod[],
): string[] {
  if (leaveSettings.holidaysInAdvance === 'EXTRA_PAY' || !spansTaxYears(payDate, later)) return []
  return [
    'Holiday pay in advance for a holiday that continues after 31 March is taxed as an extra pay, as Inland Revenue requires, not spread over its periods.',
  ]
}
