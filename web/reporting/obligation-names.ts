import type { Obligation } from '../api/types.ts'

/** The reports and payments that a company owes, as its screens name them. */
export const OBLIGATION_NAMES: Record<Obligation['kind'], string> = {
  'stp-pay-event': 'STP pay event',
  'stp-update': 'STP update event',
  'stp-finalisation': 'STP finalisation',
  super: 'Super',
  'payg-withholding': 'PAYG withholding',
  'child-support': 'Child support',
  'payday-filing': 'Payday filing',
  'payday-amendment': 'Payday amendment',
  paye: 'PAYE',
  'skipped-period': 'No one was paid',
}
