import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { isZero, sum, toCent, toPlaces, whole, ZERO } from '../../../../kernel/values/money.ts'
import { hoursBehind, standardHours } from '../../../../payroll/earnings.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import type { LeaveMovement } from '../../../../payroll/result.ts'
import type { AuPayInput } from '../input/input.ts'
import { termsOn } from '../input/terms-by-day.ts'
import type { AuRates } from '../rates/rates.ts'
import { countsSalary, salaryHours } from './salary-hours.ts'
import { violenceLeaveWarnings } from './violence-leave.ts'

/** Warnings for the payroll officer about the leave of a pay. */
export function leaveWarnings(input: AuPayInput, rates: AuRates): string[] {
  return [
    ...casualLeave(input),
    ...withoutHours(input),
    ...daysOfFullWeek(input),
    ...onCompensation(input, rates),
    ...violenceLeaveWarnings(input, rates),
  ]
}

function casualLeave(input: AuPayInput): string[] {
  const isCasualOn = (day: CivilDate) => termsOn(input, day).employmentStatus === 'CASUAL'
  const isPaidLeave = ({ leaveType }: LeaveLine) => leaveType === 'HOLIDAY' || leaveType === 'SICK'
  if (!input.leave.some((line) => isPaidLeave(line) && isCasualOn(line.date))) return []
  return [
    'A casual is paid annual or personal leave: the National Employment Standards give casuals neither (Fair Work Act 2009 ss 86 and 95).',
  ]
}

/**
 * A salary for the period has no hours, so no leave accrues per hour. Where leave accrues by the year, a salary counts the
 * standard hours of the time in its units. Other rows without hours earn no long service leave.
 */
function withoutHours(input: AuPayInput): string[] {
  const { employmentStatus, leaveSettings, hours, leave, isWorkersCompensationPay } = input
  const { isEnabled, isLslEnabled, accrueOnHoursWorked } = leaveSettings
  const isPermanent = employmentStatus === 'FULL_TIME' || employmentStatus === 'PART_TIME'
  if (!isPermanent || !isEnabled || isWorkersCompensationPay) return []
  if (accrueOnHoursWorked ? leave.length > 0 : !isLslEnabled) return []
  const paid = hours.filter((line) => !line.isOvertime && !isZero(line.value) && line.ratePerUnit.gt(ZERO))
  if (paid.length === 0 || !isZero(sum(paid.map((line) => hoursBehind(line, input.hoursPerDay))))) return []
  const row = `"${paid[0]?.description}" counts no hours`
  if (!accrueOnHoursWorked) {
    if (countsSalary(input) && paid.some((line) => salaryHours(line, input.payPeriod, input))) return []
    return [
      `${row}: the pay earns no long service leave for it, because that leave accrues by the hour. Send the hours (${toPlaces(standardHours(input.payPeriod, input), 6).toFixed()} in a full period), or the units that the salary pays for, such as month.`,
    ]
  }
  return [
    `${row}: the pay earns no leave. Send the hours, or set accrue_leave_on_hours_worked to false with days a year.`,
  ]
}

/** The annual leave of a full-time employee (Fair Work Act 2009 s 87): four weeks of five days. */
const WEEKS_OF_LEAVE = whole(4)
const DAYS_OF_FULL_WEEK = whole(20)

/** Days a year are granted as set. They are not reduced when the employee becomes part-time. */
function daysOfFullWeek({ employmentStatus, leaveSettings, daysPerWeek }: AuPayInput): string[] {
  const { isEnabled, accrueOnHoursWorked, holidayDaysPerYear: days } = leaveSettings
  if (employmentStatus !== 'PART_TIME' || !isEnabled || accrueOnHoursWorked || days === null) return []
  const ofWeek = WEEKS_OF_LEAVE.times(daysPerWeek)
  if (days.lt(DAYS_OF_FULL_WEEK) || ofWeek.gte(days)) return []
  return [
    `Annual leave is ${days.toFixed()} days a year for a week of ${daysPerWeek.toFixed()} days: days a year are not pro rata. Four weeks are ${ofWeek.toFixed()} days (Fair Work Act 2009 s 87): change num_holiday_leave_days_per_year and num_sick_leave_days_per_year if they should follow the week.`,
  ]
}

/** No leave accrues when the state's law is not known. */
function onCompensation(input: AuPayInput, rates: AuRates): string[] {
  const isCompensated =
    input.isWorkersCompensationPay || input.leave.some(({ leaveType }) => leaveType === 'WORKERS_COMP')
  if (!isCompensated) return []
  const { state, periodEnd, leaveSettings } = input
  const law = state === null ? null : rates.compensationLeave.at(periodEnd).value[state]
  if (!law?.holiday)
    return [
      `No leave accrues on workers compensation: no law of ${state ?? 'the state'} that permits it is on record here (Fair Work Act 2009 s 130). Check with the state’s regulator.`,
    ]
  if (!leaveSettings.isEnabled || !leaveSettings.isLslEnabled || law.lsl || law.isLslExcluded) return []
  return [
    `No long service leave accrues on workers compensation in ${state}: its long service leave Act decides this, and no source was read. Check it, and add the hours if the absence counts as service.`,
  ]
}

/** Late wages earn leave, which no final pay pays out any more. */
export function leaveAfterTheEnd(input: AuPayInput, movements: readonly LeaveMovement[]): string[] {
  if (!input.endedOn || input.termination) return []
  const earned = movements.find(({ balance, kind }) => balance === 'holiday' && kind === 'accrued')?.amount
  if (!earned?.gt(ZERO)) return []
  const value = toCent(earned.times(input.ratePerHour))
  return [
    `The employment ended on ${input.endedOn}, and this pay earns ${earned.toFixed()} hours of annual leave (${value.toFixed(2)}), which stay on the balance. Pay them as a further payment of the termination.`,
  ]
}
