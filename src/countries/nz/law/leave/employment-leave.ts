import {
  type Decimal,
  greater,
  notBelowZero,
  smaller,
  toCent,
  toPlaces,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { EmploymentLeaveRates } from '../rates/rates.ts'

/*
 * The Employment Leave Act 2026: leave in hours from the first day. Unverified: section numbers come from a third party's
 * transcription (github.com/Willy-nz/Tohyee, docs/sources), because the official text could not be opened. Topics missing there
 * are missing here too: casual employees who move over, alternative leave, piece work, commission and salaries for any hours.
 */

const ACT = 'Employment Leave Act 2026'

/** Hours of a pay period, by how leave accrues on them. */
export type PeriodHours = {
  /** Hours that the agreement guarantees, worked or on paid leave (s 6). */
  standard: Decimal
  /** Unpaid leave, and hours with accident compensation. No leave accrues on them (ss 25 and 74). */
  notCounted: Decimal
  /** Hours beyond the standard ones that the employee could have refused (s 7), or casual hours (s 8). */
  additional: Decimal
}

export const NO_LEAVE_HOURS = { annual: ZERO, sick: ZERO }
export type LeaveHours = { annual: Decimal; sick: Decimal }

/** The weeks and days of a year that were agreed. Null for those of the Act. */
export type AgreedLeave = { annualWeeksPerYear: Decimal | null; sickDaysPerYear: Decimal | null }

/** The Act's hourly rates amount to these weeks and days of a year. */
const [WEEKS_OF_THE_ACT, DAYS_OF_THE_ACT] = [whole(4), whole(10)]

/**
 * Leave that a period accrues: annual leave without a limit (s 24), sick leave up to the maximum (ss 73 and 75). Hours are not
 * rounded. A more generous agreement accrues in the same proportion (Schedule 1 cl 8).
 */
export function accrueLeave(
  before: LeaveHours,
  { standard, notCounted }: PeriodHours,
  table: Dated<EmploymentLeaveRates>,
  trace: Trace,
  agreed: AgreedLeave = { annualWeeksPerYear: null, sickDaysPerYear: null },
): LeaveHours {
  const { sickMaximumHours } = table.value
  const scaled = (perHour: Decimal, own: Decimal | null, ofTheAct: Decimal) =>
    own?.gt(ofTheAct) ? toPlaces(perHour.times(own).div(ofTheAct), 8) : perHour
  const annualLeavePerStandardHour = scaled(
    table.value.annualLeavePerStandardHour,
    agreed.annualWeeksPerYear,
    WEEKS_OF_THE_ACT,
  )
  const sickPerStandardHour = scaled(table.value.sickPerStandardHour, agreed.sickDaysPerYear, DAYS_OF_THE_ACT)
  const hours = notBelowZero(standard.minus(notCounted))
  const source = cite(table)
  const annual = trace.product({
    name: 'employment-leave.annual-hours',
    formula: 'standard hours that count × annual leave of an hour',
    multiply: { hours, perHour: annualLeavePerStandardHour },
    rule: `${ACT} s 24(1)`,
    source,
  })
  const sick = trace.made({
    name: 'employment-leave.sick-hours',
    formula:
      'the lesser of standard hours that count × sick leave of an hour and what is left up to the maximum',
    inputs: { hours, perHour: sickPerStandardHour, before: before.sick, maximum: sickMaximumHours },
    make: (of) => smaller(of.hours.times(of.perHour), notBelowZero(of.maximum.minus(of.before))),
    rule: `${ACT} ss 73(1) and 75`,
    source,
  })
  return { annual, sick }
}

/**
 * Leave is paid at the lowest hourly rate of the agreement, or salary ÷ standard hours. Allowances and commission do not count.
 */
export function leavePayment(
  hours: Decimal,
  rates: { hourly: Decimal; minimumWage: Decimal },
  table: Dated<EmploymentLeaveRates>,
  trace: Trace,
): Decimal {
  return trace.made({
    name: 'employment-leave.payment',
    formula: 'hours of leave × the greater of the leave hourly rate and the minimum wage, to the cent',
    inputs: { hours, hourly: rates.hourly, minimumWage: rates.minimumWage },
    make: (of) => toCent(of.hours.times(greater(of.hourly, of.minimumWage))),
    rule: `${ACT} ss 118 and 120(2)`,
    source: cite(table),
  })
}

/** Paid on additional or casual hours, which accrue no leave (s 126). */
export function leaveCompensation(
  { additional }: Pick<PeriodHours, 'additional'>,
  hourly: Decimal,
  table: Dated<EmploymentLeaveRates>,
  trace: Trace,
): Decimal {
  return trace.made({
    name: 'employment-leave.compensation',
    formula: 'additional or casual hours × ordinary hourly rate × rate, to the cent',
    inputs: { hours: additional, hourly, rate: table.value.leaveCompensationRate },
    make: (of) => toCent(of.hours.times(of.hourly).times(of.rate)),
    rule: `${ACT} s 126(1)`,
    source: cite(table),
  })
}
