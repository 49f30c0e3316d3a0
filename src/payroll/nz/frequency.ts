import { type Decimal, whole } from '../money.ts'
import type { NzFrequency } from './input.ts'

/** How often each frequency pays in a year, as Inland Revenue's steps count it. */
export const PERIODS_PER_YEAR: Readonly<Record<NzFrequency, Decimal>> = {
  WEEKLY: whole(52),
  FORTNIGHTLY: whole(26),
  FOUR_WEEKLY: whole(13),
  MONTHLY: whole(12),
}

export const WEEKS_PER_YEAR: Decimal = whole(52)
