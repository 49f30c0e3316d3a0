import {
  addDays,
  addMonths,
  type CivilDate,
  dayOfWeek,
  daysInMonth,
  makeDate,
  partsOf,
} from '../../../../kernel/values/dates.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import { type IsHoliday, onBusinessDay } from '../../../../payroll/business-days.ts'
import type { PaygDue } from '../rates/rates.ts'

/** How often withheld amounts are paid: each quarter, each month, or some days after each payday. */
export type PaygCycle = 'quarterly' | 'monthly' | 'large'

export function paygCycle(withheldInYear: Decimal, rule: PaygDue): PaygCycle {
  if (withheldInYear.lte(rule.quarterlyUpTo)) return 'quarterly'
  return withheldInYear.lte(rule.monthlyUpTo) ? 'monthly' : 'large'
}

export type PaygPeriod = { start: CivilDate; end: CivilDate; due: CivilDate }

/** The withholding period that contains a payday, and its due date. */
export function paygPeriod(
  payDate: CivilDate,
  cycle: PaygCycle,
  rule: PaygDue,
  isHoliday: IsHoliday,
): PaygPeriod {
  const { year, month } = partsOf(payDate)
  if (cycle === 'large') return { start: payDate, end: payDate, due: largeDue(payDate, rule) }
  const last = cycle === 'monthly' ? month : Math.ceil(month / 3) * 3
  const start = makeDate(year, cycle === 'monthly' ? month : last - 2, 1)
  const isDecemberQuarter = cycle === 'quarterly' && last === 12
  const dueMonth = partsOf(
    addMonths(makeDate(year, last, 1), isDecemberQuarter ? rule.monthsAfterDecemberQuarter : 1),
  )
  const day = cycle === 'monthly' ? rule.monthlyDay : rule.quarterlyDay
  return {
    start,
    end: makeDate(year, last, daysInMonth(year, last)),
    due: onBusinessDay(makeDate(dueMonth.year, dueMonth.month, day), isHoliday),
  }
}

/** The first payment weekday of a large withholder that is far enough after the payday. */
function largeDue(payDate: CivilDate, rule: PaygDue): CivilDate {
  let day = addDays(payDate, rule.largeAfterDays)
  while (!rule.largeWeekdays.includes(dayOfWeek(day))) day = addDays(day, 1)
  return day
}
