import { checkFiles, checkMoney } from '../../independent/money.ts'
import type { AnyJson } from '../../support/app.ts'
import type { Invariant } from '../types.ts'

export const money: Invariant = {
  name: 'money',
  sentence:
    'For each employee and payee, what files and settlements hold and what is open add up to what the pays owe.',
  async check(company) {
    const { caller, base, ledger } = company
    const items = await caller.read(`${base}/payments/items`)
    const wrong = checkMoney({ pays: [...ledger.pays.values()], items })
    // A file whose answer was lost is there and its text unknown: then only the items are looked at.
    if (wrong || company.unsure > 0) return wrong
    const all: AnyJson[] = await caller.read(`${base}/payments/settlements`)
    const settlements = all.filter(({ id }) => !company.superSettlements.has(id))
    return checkFiles(items, [...company.files.values()], settlements)
  },
}
