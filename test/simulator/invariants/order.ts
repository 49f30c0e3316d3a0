import { checkTwins } from '../../independent/twins.ts'
import type { Invariant } from '../types.ts'

export const order: Invariant = {
  name: 'order',
  sentence:
    'The tax, super and student loan of a period do not depend on how its pays were split or ordered.',
  async check(company) {
    const [whole, split] = [company.person('twin-whole'), company.person('twin-split')]
    if (!whole || !split) return undefined
    const pays = [...company.ledger.pays.values()].filter((pay) =>
      company.twinsPaid.has(pay.pay_run_end_date),
    )
    return checkTwins(pays, whole.id, split.id)
  },
}
