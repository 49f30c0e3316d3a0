import { checkFunds } from '../../independent/money.ts'
import type { Invariant } from '../types.ts'

export const funds: Invariant = {
  name: 'funds',
  sentence: 'For each fund, what contribution files sent and what is open add up to the super of the pays.',
  async check(company) {
    if (company.isNz || company.weeks % 2 === 1) return undefined
    const rows = await company.caller.read(`/api/super-payments/${company.id}/contributions`)
    return checkFunds([...company.ledger.pays.values()], rows)
  },
}
