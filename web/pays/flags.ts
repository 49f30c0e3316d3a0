import type { RunComparison } from '../api/types.ts'

type Flag = RunComparison['people'][number]['flags'][number]

/** Unusual things about a pay, in words. */
export const FLAGS: Record<Flag, { text: string; tone: 'open' | 'warning' | 'bad' }> = {
  new: { text: 'New', tone: 'open' },
  'not-paid': { text: 'Not paid this time', tone: 'warning' },
  'net-up': { text: 'Net up by more than 20%', tone: 'warning' },
  'net-down': { text: 'Net down by more than 20%', tone: 'warning' },
  'account-changed': { text: 'Bank account changed', tone: 'warning' },
  'no-tax-number': { text: 'No tax number', tone: 'warning' },
  'no-account': { text: 'No bank account', tone: 'bad' },
  'no-fund': { text: 'No super fund', tone: 'bad' },
  'leave-below-zero': { text: 'Leave below zero', tone: 'warning' },
}
