import { addDays } from '../dates.ts'
import type { Invariant } from '../types.ts'

const LOOK_BACK_DAYS = 70

/** Pays that are older are looked at when the month changes. */
export const acknowledged: Invariant = {
  name: 'acknowledged',
  sentence: 'Every pay that an answer showed is there with the figures of the answer, and no other pay is.',
  async check(company) {
    const isMonthly = company.today.slice(8) <= '07'
    const since = isMonthly ? '2000-01-01' : addDays(company.today, -LOOK_BACK_DAYS)
    const there = await company.caller.read(`${company.base}/pays?from_date=${since}`)
    return company.ledger.compare(there, since)
  },
}
