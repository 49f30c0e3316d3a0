import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import { addDays, type CivilDate, fromDayNumber, makeDate, partsOf } from '../../../../kernel/values/dates.ts'
import { type Decimal, ZERO } from '../../../../kernel/values/money.ts'
import { addBusinessDays, type IsHoliday, onBusinessDay } from '../../../../payroll/business-days.ts'
import { cite } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { AuPayInput, SuperSettings } from '../input/input.ts'
import type { AuRates, HolidayCalendar, SuperDue } from '../rates/rates.ts'

/** The last day for a contribution to reach the fund, under the rule in force on the payday. */
export function superDueDate(payDate: CivilDate, settings: SuperSettings, rates: AuRates): CivilDate {
  const payday = settings.nextRegularPayday ?? payDate
  return dueDate(payday, rates.superDue.at(payDate).value, settings, holidayIn(rates.holidays))
}

/**
 * The due date under one rule and one calendar. An earlier extended date covers a pay that would otherwise be due before
 * it.
 */
export function dueDate(
  payday: CivilDate,
  rule: SuperDue,
  settings: Pick<SuperSettings, 'isFirstContribution' | 'extendedDueDate'>,
  isHoliday: IsHoliday,
): CivilDate {
  if (rule.kind === 'quarterly') {
    return onBusinessDay(addDays(quarterEnd(payday), rule.daysAfterQuarter), isHoliday)
  }
  const days = settings.isFirstContribution ? rule.firstContributionBusinessDays : rule.businessDays
  const due = addBusinessDays(payday, days, isHoliday)
  return settings.extendedDueDate !== undefined && due < settings.extendedDueDate
    ? settings.extendedDueDate
    : due
}

/** Looks up a day in the calendar. A day outside the calendar is an error, not a business day. */
export function holidayIn(calendar: HolidayCalendar): IsHoliday {
  return (day) => {
    if (day < calendar.first || day > calendar.last) {
      throw new CalculationError(`No public holiday calendar covers ${fromDayNumber(day)}.`)
    }
    return calendar.days.has(day)
  }
}

function quarterEnd(date: CivilDate): CivilDate {
  const { year, month } = partsOf(date)
  const last = Math.ceil(month / 3) * 3
  return makeDate(year, last, last === 3 || last === 12 ? 31 : 30)
}

/** The due date of the contribution. A date past the end of the calendar gives a warning, not an error. */
export function superDueOf(
  { payDate, superannuation }: AuPayInput,
  contribution: Decimal,
  rates: AuRates,
  trace: Trace,
): { date: CivilDate | null; warnings: string[] } {
  if (contribution.lte(ZERO)) return { date: null, warnings: [] }
  try {
    const due = superDueDate(payDate, superannuation, rates)
    const { kind } = rates.superDue.at(payDate).value
    const isFirst = kind === 'payday' && superannuation.isFirstContribution
    trace.sum({
      name: 'super.due',
      formula: `${isFirst ? 'first contribution, ' : ''}received by the fund by ${due}`,
      add: { contribution },
      about: { payday: payDate, due },
      rule: 'Due date of the contribution',
      source: cite(rates.superDue.at(payDate)),
    })
    return { date: due, warnings: [] }
  } catch (error) {
    if (!(error instanceof CalculationError)) throw error
    return { date: null, warnings: [`The super due date is not known: ${error.message}`] }
  }
}
