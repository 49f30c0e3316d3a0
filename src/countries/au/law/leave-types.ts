import type { LeaveType } from '../../../payroll/input.ts'

/** Absence that is not service, so it earns no leave (Fair Work Act 2009 s 22): unpaid leave, and parental leave pay of the government. */
const NO_SERVICE: ReadonlySet<LeaveType> = new Set<LeaveType>(['PAID_PARENTAL', 'UNPAID'])

export const isUnpaidAbsence = (leaveType: LeaveType): boolean => NO_SERVICE.has(leaveType)
