import {
  addDays,
  addMonths,
  addYears,
  type CivilDate,
  completedYears,
  daysBetween,
  yearsOfService,
} from '../../../../kernel/values/dates.ts'
import { type Decimal, toPlaces, whole, ZERO } from '../../../../kernel/values/money.ts'
import { cite } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { TerminationReason } from '../input/input.ts'
import type { AuState } from '../input/words.ts'
import type { AuRates, LongServiceState } from '../rates/rates.ts'
import { paysLongService } from './long-service.ts'

/*
 * The minimum that the National Employment Standards and the long service leave Acts require at the end of an employment,
 * step by step. An award, agreement or contract may give more.
 */

export type Service = { startDate: CivilDate; lastDay: CivilDate }

/** Weeks of notice by length of service, plus an extra week for older employees (Fair Work Act 2009 s 117). */
export function noticeWeeks(
  service: Service & { dateOfBirth: CivilDate | null; isCasual: boolean },
  rates: AuRates,
  trace: Trace,
): Decimal {
  const { startDate, lastDay, dateOfBirth, isCasual } = service
  const table = rates.leaveStandards.at(lastDay)
  const { noticeWeeks: rows, noticeExtra } = table.value
  const years = yearsOfService(startDate, lastDay)
  const base = rows.findLast(({ overYears }) => lastDay >= addYears(startDate, overYears))?.weeks ?? ZERO
  const isOlder = dateOfBirth !== null && lastDay > addYears(dateOfBirth, noticeExtra.overAge)
  const isExtra = isOlder && years >= noticeExtra.fromYears
  return trace.sum({
    name: 'notice.weeks',
    formula: isCasual
      ? 'none: casuals are owed no notice'
      : `weeks by service${isExtra ? ` + a week: over ${noticeExtra.overAge} with ${noticeExtra.fromYears} years` : ''}`,
    add: isCasual ? {} : { byService: base, ...(isExtra ? { extra: noticeExtra.weeks } : {}) },
    about: {
      start: startDate,
      lastDay,
      years: whole(years),
      ...(dateOfBirth ? { age: whole(completedYears(dateOfBirth, lastDay)) } : {}),
    },
    rule: 'Fair Work Act 2009 ss 117 and 123',
    source: cite(table),
  })
}

/**
 * Weeks of redundancy pay by completed years of service (Fair Work Act 2009 s 119). Small employers owe none, and casuals
 * get none.
 */
export function redundancyWeeks(
  service: Service & { isCasual: boolean; employeeCount: number | null },
  rates: AuRates,
  trace: Trace,
): Decimal {
  const { startDate, lastDay, isCasual, employeeCount } = service
  const table = rates.leaveStandards.at(lastDay)
  const { redundancyWeeks: rows, redundancyExemptBelow } = table.value
  const years = yearsOfService(startDate, lastDay)
  const isSmall = employeeCount !== null && employeeCount < redundancyExemptBelow
  const isOwed = !isCasual && !isSmall
  return trace.sum({
    name: 'redundancy.weeks',
    formula: isOwed
      ? 'weeks by completed years of service'
      : isCasual
        ? 'none: casuals are owed no redundancy pay'
        : `none: an employer of fewer than ${redundancyExemptBelow} employees`,
    add: isOwed ? { weeks: rows.findLast(({ fromYears }) => fromYears <= years)?.weeks ?? ZERO } : {},
    about: { start: startDate, lastDay, years: whole(years) },
    rule: 'Fair Work Act 2009 ss 119 and 121',
    source: cite(table),
  })
}

/** Years of service, including the fraction of the last year in days. */
function exactYears({ startDate, lastDay }: Service): Decimal {
  const years = yearsOfService(startDate, lastDay)
  const [from, to] = [addYears(startDate, years), addYears(startDate, years + 1)]
  const days = whole(Math.max(0, daysBetween(from, lastDay) + 1))
  return whole(years).plus(toPlaces(days.div(whole(daysBetween(from, to))), 6))
}

/** Years of service by completed months. The first and the last day count. */
function yearsByMonths({ startDate, lastDay }: Service): Decimal {
  const years = yearsOfService(startDate, lastDay)
  const months = Array.from({ length: 11 }, (_, index) => index + 1).filter(
    (month) => addMonths(startDate, years * 12 + month) <= addDays(lastDay, 1),
  ).length
  return whole(years).plus(toPlaces(whole(months).div(whole(12)), 6))
}

/** How the state's Act measures service, and the leave that it gives for it. */
function earned(service: Service, rule: LongServiceState) {
  const { startDate, lastDay } = service
  if (rule.weeksForAWeek !== null)
    return {
      formula: 'days of service ÷ 7 ÷ weeks of service for a week of leave, to four places',
      multiply: { days: whole(daysBetween(startDate, lastDay) + 1) },
      divide: { daysOfWeek: whole(7), weeksForAWeek: rule.weeksForAWeek },
    }
  const { weeksPerYear } = rule
  if (rule.isByCompletedYears) {
    const years = whole(yearsOfService(startDate, lastDay))
    return {
      formula: 'completed years of service × weeks a year, to four places',
      multiply: { years, weeksPerYear },
    }
  }
  const years = rule.isByCompletedMonths ? yearsByMonths(service) : exactYears(service)
  return { formula: 'years of service × weeks a year, to four places', multiply: { years, weeksPerYear } }
}

/**
 * Weeks of long service leave that the state's Act pays out, before deducting leave taken. Zero when the Act does not cover
 * the reason.
 */
export function longServiceWeeks(
  service: Service & { state: AuState; reason: TerminationReason; cessation: string | null },
  rates: AuRates,
  trace: Trace,
): Decimal {
  const { state, reason, cessation, startDate, lastDay } = service
  const table = rates.longService.at(lastDay)
  const rule = table.value[state]
  const completed = whole(yearsOfService(startDate, lastDay))
  const isPaid = paysLongService(rule, completed, reason, cessation)
  const { formula, ...parts } = isPaid
    ? earned(service, rule)
    : {
        formula: `none: ${rule.fullYears} years, or ${rule.proRataYears} for a reason that the Act names`,
        multiply: { none: ZERO },
      }
  return trace.product({
    name: 'long-service.weeks',
    formula,
    ...parts,
    about: {
      state,
      start: startDate,
      lastDay,
      completedYears: completed,
      reason,
      cessation: cessation ?? '',
    },
    to: (weeks) => toPlaces(weeks, 4),
    rule: `Long service leave, ${state}`,
    source: cite(table),
  })
}
