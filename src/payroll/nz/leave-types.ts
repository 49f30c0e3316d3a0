import type { LeaveType } from '../input.ts'

/** Both words mean annual holidays; the second is the one that Australia uses. */
export function isAnnualHolidayType(leaveType: LeaveType): boolean {
  return leaveType === 'ANNUAL_HOLIDAYS' || leaveType === 'HOLIDAY'
}
