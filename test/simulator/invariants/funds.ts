import { checkFunds } from '../../independent/money.ts'
import type { Invariant } from '../types.ts'

export const funds: Invariant = {
  name: 'funds',
  sentence: 'For each fund, what contribution files sent and what is open add up to the super of the pays.',
  async check(company, reading) {
    if (company.isNz) return undefined
    const since = company.isSuperMoved ? company.start : reading.from()
    company.isSuperMoved = false
    const path = `/api/super-payments/${company.id}/contributions?from_date=${since}`
    const pays = [...company.ledger.pays.values()].filter((pay) => pay.processed_date >= since)
    return checkFunds(pays, await company.caller.read(path))
  },
}
