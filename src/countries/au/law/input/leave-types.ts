import type { LeaveType } from '../../../../payroll/input.ts'

/**
 * Absence that is not service and accrues no leave (Fair Work Act 2009 s 22): unpaid leave and the government's parental
 * leave pay.
 */
const NO_SERVICE: ReadonlySet<LeaveType> = new Set<LeaveType>(['PAID_PARENTAL', 'UNPAID'])

export const isUnpaidAbsence = (leaveType: LeaveType): boolean => NO_SERVICE.has(leaveType)
