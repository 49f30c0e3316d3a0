/** The nine specified events and those of approvals. Each must be named on registration; there is no wildcard. */
export const EVENT_TYPES = [
  'company.created',
  'company.updated',
  'company.deleted',
  'employee.created',
  'employee.updated',
  'employee.deleted',
  'pay.created',
  'pay.updated',
  'pay.deleted',
  'approval.requested',
  'approval.approved',
  'approval.rejected',
  'approval.voided',
] as const

export type EventType = (typeof EVENT_TYPES)[number]
export type EntityType = 'company' | 'employee' | 'pay' | 'approval'
