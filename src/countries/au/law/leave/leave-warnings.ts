import { isZero, sum, ZERO } from '../../../../kernel/values/money.ts'
import { hoursBehind } from '../../../../payroll/earnings.ts'
import type { AuPayInput } from '../input/input.ts'
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

function casualLeave({ employmentStatus, leave }: AuPayInput): string[] {
  const isPaidLeave = leave.some(({ leaveType }) => leaveType === 'HOLIDAY' || leaveType === 'SICK')
  if (employmentStatus !== 'CASUAL' || !isPaidLeave) return []
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
  const { state, periodEnd } = input
  if (state !== null && rates.compensationLeave.at(periodEnd).value[state].holiday) return []
  return [
    `No leave accrues on workers compensation: no law of ${state ?? 'the state'} that permits it is on record here (Fair Work Act 2009 s 130). Check with the state’s regulator.`,
  ]
}
