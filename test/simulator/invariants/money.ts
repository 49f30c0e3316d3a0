import { checkMoney } from '../../independent/money.ts'
import type { Invariant } from '../types.ts'

export const money: Invariant = {
  name: 'money',
  sentence:
    'For each employee and payee, what files and settlements hold and what is open add up to what the pays owe.',
  async check(company) {
    const { caller, base, ledger } = company
    const items = await caller.read(`${base}/payments/items`)
    return checkMoney({ pays: [...ledger.pays.values()], items })
  },
}
