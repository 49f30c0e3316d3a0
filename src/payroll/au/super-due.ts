import { addDays, type CivilDate, dayOfWeek, makeDate, partsOf } from '../dates.ts'
import type { Timeline } from '../rates.ts'
import type { SuperSettings } from './input.ts'
import type { AuRates, SuperDue } from './rates.ts'

/** Whether a day is a public holiday anywhere in the country. */
export type IsHoliday = (day: CivilDate) => boolean

/** The last day for a contribution to reach the fund, by the rule in force on the payday. */
export function superDueDate(payDate: CivilDate, settings: SuperSettings, rates: AuRates): CivilDate {
  const payday = settings.nextRegularPayday ?? payDate
  return dueDate(payday, rates.superDue.at(payDate).value, settings, holidayIn(rates.holidays))
}

/** The due date under one rule and one calendar; an earlier extended date covers a pay that would fall due before it. */
export function dueDate(
  payday: CivilDate,
  rule: SuperDue,
  settings: Pick<SuperSettings, 'isFirstContribution' | 'extendedDueDate'>,
  isHoliday: IsHoliday,
): CivilDate {
  if (rule.kind === 'quarterly') {
    return nextBusinessDay(addDays(quarterEnd(payday), rule.daysAfterQuarter), isHoliday)
  }
  const days = settings.isFirstContribution ? rule.firstContributionBusinessDays : rule.businessDays
  const due = addBusinessDays(payday, days, isHoliday)
  return settings.extendedDueDate !== undefined && due < settings.extendedDueDate
    ? settings.extendedDueDate
    : due
}

function holidayIn(holidays: Timeline<ReadonlySet<string>>): IsHoliday {
  return (day) => holidays.at(day).value.has(day)
}

function addBusinessDays(from: CivilDate, count: number, isHoliday: IsHoliday): CivilDate {
  let day = from
  for (let left = count; left > 0; ) {
    day = addDays(day, 1)
    if (isBusinessDay(day, isHoliday)) left--
  }
  return day
}

function nextBusinessDay(from: CivilDate, isHoliday: IsHoliday): CivilDate {
  let day = from
  while (!isBusinessDay(day, isHoliday)) day = addDays(day, 1)
  return day
}

function isBusinessDay(day: CivilDate, isHoliday: IsHoliday): boolean {
  const weekday = dayOfWeek(day)
  return weekday !== 0 && weekday !== 6 && !isHoliday(day)
}

function quarterEnd(date: CivilDate): CivilDate {
  const { year, month } = partsOf(date)
  const last = Math.ceil(month / 3) * 3
  return makeDate(year, last, last === 3 || last === 12 ? 31 : 30)
}
