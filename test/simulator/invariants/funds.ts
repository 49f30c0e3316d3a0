import { type Contribution, checkFunds } from '../../independent/money.ts'
import type { Company } from '../company.ts'
import type { Invariant } from '../types.ts'

export const funds: Invariant = {
  name: 'funds',
  sentence: 'For each fund, what contribution files sent and what is open add up to the super of the pays.',
  async check(company, reading) {
    if (company.isNz) return undefined
    const moved = company.superMovedFrom ?? reading.since
    const since = reading.from(moved < reading.since ? moved : reading.since)
    company.superMovedFrom = undefined
    const path = `/api/super-payments/${company.id}/contributions?from_date=${since}`
    const rows: Contribution[] = await company.caller.read(path)
    keepOpen(company, rows, since)
    const pays = [...company.ledger.pays.values()].filter((pay) => pay.processed_date >= since)
    return checkFunds(pays, rows)
  },
}

/** The days with open super. Newly read days replace the known ones. */
function keepOpen({ superOpenOn }: Company, rows: readonly Contribution[], since: string): void {
  for (const date of superOpenOn) if (date >= since) superOpenOn.delete(date)
  for (const { open_amount, pay_date } of rows) if (open_amount !== 0) superOpenOn.add(pay_date)
}
