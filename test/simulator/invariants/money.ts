import { checkFiles, checkMoney, type MoneyItem } from '../../independent/money.ts'
import type { Company } from '../company.ts'
import type { Invariant } from '../types.ts'

export const money: Invariant = {
  name: 'money',
  sentence:
    'For each employee and payee, what files and settlements hold and what is open add up to what the pays owe.',
  async check(company, reading) {
    const { caller, base, ledger } = company
    const moved = company.moneyMovedFrom ?? reading.since
    const since = reading.from(moved < reading.since ? moved : reading.since)
    company.moneyMovedFrom = undefined
    const items: MoneyItem[] = await caller.read(`${base}/payments/items?from_date=${since}`)
    const pays = [...ledger.pays.values()].filter((pay) => pay.processed_date >= since)
    const wrong = checkMoney({ pays, items })
    keep(company, items, since)
    if (wrong) return wrong
    if (company.isSettlementMade || reading.isWhole)
      company.settled = await caller.read(`${base}/payments/settlements`)
    company.isSettlementMade = false
    const settlements = company.settled.filter(({ id }) => !company.superSettlements.has(id))
    const known = [...company.items.values()].flat()
    return checkFiles(known, [...company.files.values()], settlements, (account) =>
      company.accounts.get(account),
    )
  },
}

/** The newly read values replace the known ones for these days. */
function keep({ items: known }: Company, items: readonly MoneyItem[], since: string): void {
  for (const date of known.keys()) if (date >= since) known.delete(date)
  for (const item of items) known.set(item.pay_date, [...(known.get(item.pay_date) ?? []), item])
}
