import type { Obligation } from '../../lodgements/obligations/index.ts'
import type { WorkItem } from './schema.ts'

export const TITLES: Record<Obligation['kind'], string> = {
  'stp-pay-event': 'Lodge the pay event',
  'stp-update': 'Send the update event',
  'stp-finalisation': 'Finalise the year',
  super: 'Pay the super',
  'payg-withholding': 'Pay the PAYG withholding',
  'child-support': 'Pay the child support',
  'payday-filing': 'File the payday',
  'payday-amendment': 'File the amendment',
  paye: 'Pay the PAYE',
  'skipped-period': 'No one was paid',
}
/** Statuses of obligations that are work to do. */
export const OPEN: Partial<Record<Obligation['status'], WorkItem['status']>> = {
  open: 'open',
  overdue: 'overdue',
  'under-way': 'under-way',
}
