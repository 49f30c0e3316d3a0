import { addDays } from '../dates.ts'
import type { Invariant } from '../types.ts'

/** Each pay is checked once more this long after its pay date. */
const LATER_DAYS = 91

export const acknowledged: Invariant = {
  name: 'acknowledged',
  sentence:
    'Every pay that an answer showed is there as the answer showed it, still a quarter later, and no other pay is.',
  async check(company, reading) {
    const { caller, base, ledger, today } = company
    const wrong = ledger.compare(await reading.pays(), reading.since, '2099-12-31')
    if (wrong) return wrong
    const runs = ledger.compareRuns(await reading.runs(), reading.from())
    if (runs) return runs
    const [from, to] = [addDays(today, -LATER_DAYS - 6), addDays(today, -LATER_DAYS)]
    if (to < company.start || reading.since <= from) return undefined
    return ledger.compare(await caller.read(`${base}/pays?from_date=${from}&to_date=${to}`), from, to)
  },
}
