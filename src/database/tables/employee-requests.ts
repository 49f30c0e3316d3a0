import type { Generated } from 'kysely'
import type { LeaveType } from '../../payroll/words.ts'
import type { DateColumn, NullableDateColumn } from './date-column.ts'

export const REQUEST_KINDS = ['leave', 'details', 'bank', 'tax', 'super'] as const
export const REQUEST_STATES = ['open', 'approved', 'declined', 'withdrawn'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]
export type RequestState = (typeof REQUEST_STATES)[number]

export type EmployeeRequestsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  employee_id: number
  kind: RequestKind
  state: Generated<RequestState>
  leave_type: LeaveType | null
  start_date: NullableDateColumn
  end_date: NullableDateColumn
  /** Encrypted. */
  details: string | null
  message: string | null
  answer: string | null
  created_at: Date
  created_by: number
  decided_at: Date | null
  decided_by: number | null
}

export type CalendarFeedsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  user_id: number
  token_hash: Buffer
  created_at: Date
  revoked_at: Date | null
}

export type LeaveRequestDaysTable = {
  customer_id: number
  request_id: number
  employee_id: number
  date: DateColumn
  hours: string
  pay_id: number | null
}
