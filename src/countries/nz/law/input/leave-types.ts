import type { LeaveType } from '../../../../payroll/input.ts'

/** Both types mean annual holidays. Australia uses `HOLIDAY`. */
export function isAnnualHolidayType(leaveType: LeaveType | null): boolean {
  return leaveType === 'ANNUAL_HOLIDAYS' || leaveType === 'HOLIDAY'
}

/** Annual holidays paid out on request instead of being taken (s 28A). */
export function isCashedUpType(leaveType: LeaveType | null): boolean {
  return leaveType === 'NZ_CASHED_UP_HOLIDAYS'
}

/** Priced by the greater of ordinary weekly pay and average weekly earnings, and taken from the entitled weeks. */
export function isWeeklyPayType(leaveType: LeaveType | null): boolean {
  return isAnnualHolidayType(leaveType) || isCashedUpType(leaveType)
}

/** A closedown for an employee who is not yet entitled to annual holidays, paid from gross earnings so far (s 34). */
export function isClosedownType(leaveType: LeaveType | null): boolean {
  return leaveType === 'NZ_CLOSEDOWN'
}

/** Uses an alternative holiday: as a day off (s 57), or paid instead (s 61). */
export function isAlternativeType(leaveType: LeaveType | null): boolean {
  return leaveType === 'ALT_HOLIDAY' || leaveType === 'NZ_ALT_HOLIDAY_EXCHANGED'
}

/** Money in place of time off. It pays for no hours, and is taxed as an extra pay (s 61 by analogy: decision 0251). */
export function isInsteadOfTimeOff(leaveType: LeaveType | null): boolean {
  return isCashedUpType(leaveType) || leaveType === 'NZ_ALT_HOLIDAY_EXCHANGED'
}

/** Paid per day, by relevant or average daily pay (ss 9 and 9A). */
export function isDailyPayType(leaveType: LeaveType | null): boolean {
  return leaveType !== null && DAILY.has(leaveType)
}

/** Leave that the Holidays Act prices from pay history, so the calculation needs the rows of earlier pays. */
export function isPricedByLaw(leaveType: LeaveType | null): boolean {
  return isWeeklyPayType(leaveType) || isDailyPayType(leaveType) || isClosedownType(leaveType)
}

export function isParentalType(leaveType: LeaveType | null): boolean {
  return leaveType === 'PAID_PARENTAL' || leaveType === 'EMPLOYER_FUNDED_PAID_PARENTAL'
}

/** Time off after an accident, regardless of who pays for it. */
export function isAccidentType(leaveType: LeaveType | null): boolean {
  return (
    leaveType === 'NZ_ACC_FIRST_WEEK' ||
    leaveType === 'NZ_ACC_WORKERS_COMP' ||
    leaveType === 'WORKERS_COMP' ||
    leaveType === 'NZ_ACC_LATER_WEEKS'
  )
}

/**
 * Not gross earnings (s 14): weeks that ACC pays for, volunteers' leave, and holidays paid out under s 28B. The older accident
 * type means the first week, which counts.
 */
export function isOutsideGrossEarnings(leaveType: string): boolean {
  return OUTSIDE_GROSS.has(leaveType)
}

const DAILY: ReadonlySet<LeaveType> = new Set([
  'SICK',
  'NZ_BEREAVEMENT',
  'NZ_FAMILY_VIOLENCE',
  'PAID_PUBLIC_HOLIDAY',
  'ALT_HOLIDAY',
  'NZ_ALT_HOLIDAY_EXCHANGED',
])

const OUTSIDE_GROSS: ReadonlySet<string> = new Set<LeaveType>([
  'NZ_ACC_LATER_WEEKS',
  'NZ_DEFENCE_FORCE',
  'NZ_CASHED_UP_HOLIDAYS',
])
