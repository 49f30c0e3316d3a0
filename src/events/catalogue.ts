/**
 * The nine events of the specification, plus those of approvals and of a reseller's usage. An endpoint registers each event by name;
 * there is no wildcard.
 */
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
  'usage.reported',
] as const

export type EventType = (typeof EVENT_TYPES)[number]
export type EntityType = 'company' | 'employee' | 'pay' | 'approval' | 'usage'
