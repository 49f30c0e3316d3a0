import type { LeaveType } from '../input.ts'

/** Both words mean annual holidays; the second is the one that Australia uses. */
export function isAnnualHolidayType(leaveType: LeaveType | null): boolean {
  return leaveType === 'ANNUAL_HOLIDAYS' || leaveType === 'HOLIDAY'
}

/** Paid by relevant or average daily pay (ss 9 and 9A), a day at a time. */
export function isDailyPayType(leaveType: LeaveType | null): boolean {
  return leaveType !== null && DAILY.has(leaveType)
}

export function isParentalType(leaveType: LeaveType | null): boolean {
  return leaveType === 'PAID_PARENTAL' || leaveType === 'EMPLOYER_FUNDED_PAID_PARENTAL'
}

/** Time off after an accident, whoever pays for it. */
export function isAccidentType(leaveType: LeaveType | null): boolean {
  return (
    leaveType === 'NZ_ACC_FIRST_WEEK' ||
    leaveType === 'NZ_ACC_WORKERS_COMP' ||
    leaveType === 'WORKERS_COMP' ||
    leaveType === 'NZ_ACC_LATER_WEEKS'
  )
}

/** Not gross earnings (s 14): weeks that ACC pays for, and volunteers' leave. The old word for an accident is the first week. */
export function isOutsideGrossEarnings(leaveType: LeaveType): boolean {
  return leaveType === 'NZ_ACC_LATER_WEEKS' || leaveType === 'NZ_DEFENCE_FORCE'
}

const DAILY: ReadonlySet<LeaveType> = new Set([
  'SICK',
  'NZ_BEREAVEMENT',
  'NZ_FAMILY_VIOLENCE',
  'PAID_PUBLIC_HOLIDAY',
  'ALT_HOLIDAY',
])
