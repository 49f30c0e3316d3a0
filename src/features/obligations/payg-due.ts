import {
  addDays,
  type CivilDate,
  dayNumber,
  dayOfWeek,
  daysInMonth,
  makeDate,
  partsOf,
} from '../../payroll/dates.ts'
import { type Decimal, decimal } from '../../payroll/money.ts'

/**
 * How often withholding is paid, by what was withheld in a year: up to $25,000 with the quarter, up to $1 million with the month,
 * above that six to nine days after the payday. From general knowledge of the tax office's rules; not verified.
 */
export type PaygCycle = 'quarterly' | 'monthly' | 'large'

const QUARTERLY_UP_TO = decimal('25000')
const MONTHLY_UP_TO = decimal('1000000')

export function paygCycle(withheldInYear: Decimal): PaygCycle {
  if (withheldInYear.lte(QUARTERLY_UP_TO)) return 'quarterly'
  return withheldInYear.lte(MONTHLY_UP_TO) ? 'monthly' : 'large'
}

export type PaygPeriod = { start: CivilDate; end: CivilDate; due: CivilDate }

/** The withholding period that holds a payday, and the day it is due. */
export function paygPeriod(
  payDate: CivilDate,
  cycle: PaygCycle,
  isHoliday: (day: number) => boolean,
): PaygPeriod {
  const { year, month } = partsOf(payDate)
  if (cycle === 'large') return { start: payDate, end: payDate, due: largeDue(payDate) }
  if (cycle === 'monthly') {
    const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }
    return {
      start: makeDate(year, month, 1),
      end: makeDate(year, month, daysInMonth(year, month)),
      due: onBusinessDay(makeDate(next.year, next.month, 21), isHoliday),
    }
  }
  const last = Math.ceil(month / 3) * 3
  return {
    start: makeDate(year, last - 2, 1),
    end: makeDate(year, last, daysInMonth(year, last)),
    due: onBusinessDay(quarterDue(year, last), isHoliday),
  }
}

/** The 28th after the quarter, a month later after the December quarter. */
function quarterDue(year: number, lastMonth: number): CivilDate {
  if (lastMonth === 12) return makeDate(year + 1, 2, 28)
  return makeDate(year, lastMonth + 1, 28)
}

/** The first Monday or Thursday that lies at least six days after the payday. */
function largeDue(payDate: CivilDate): CivilDate {
  let day = addDays(payDate, 6)
  while (dayOfWeek(day) !== 1 && dayOfWeek(day) !== 4) day = addDays(day, 1)
  return day
}

function onBusinessDay(date: CivilDate, isHoliday: (day: number) => boolean): CivilDate {
  let day = date
  while (dayOfWeek(day) === 0 || dayOfWeek(day) === 6 || isHoliday(dayNumber(day))) day = addDays(day, 1)
  return day
}
