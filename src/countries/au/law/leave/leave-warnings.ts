import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { isZero, sum, toCent, ZERO } from '../../../../kernel/values/money.ts'
import { hoursBehind } from '../../../../payroll/earnings.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import type { LeaveMovement } from '../../../../payroll/result.ts'
import type { AuPayInput } from '../input/input.ts'
import { termsOn } from '../input/terms-by-day.ts'
import type { AuRates } from '../rates/rates.ts'
import { violenceLeaveWarnings } from './violence-leave.ts'

/** Warnings for the payroll officer about the leave of a pay. */
export function leaveWarnings(input: AuPayInput, rates: AuRates): string[] {
  return [
    ...casualLeave(input),
    ...withoutHours(input),
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

/** A salary for the period has no hours, so no leave accrues per hour. */
function withoutHours(input: AuPayInput): string[] {
  const { employmentStatus, leaveSettings, hours, leave, isWorkersCompensationPay } = input
  const isPermanent = employmentStatus === 'FULL_TIME' || employmentStatus === 'PART_TIME'
  if (!isPermanent || !leaveSettings.isEnabled || !leaveSettings.accrueOnHoursWorked) return []
  if (isWorkersCompensationPay || leave.length > 0) return []
  const paid = hours.filter((line) => !line.isOvertime && !isZero(line.value) && line.ratePerUnit.gt(ZERO))
  if (paid.length === 0 || !isZero(sum(paid.map((line) => hoursBehind(line, input.hoursPerDay))))) return []
  return [
    `"${paid[0]?.description}" counts no hours: the pay earns no leave. Send the hours, or set accrue_leave_on_hours_worked to false with days a year.`,
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
