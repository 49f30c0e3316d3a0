import type { Tx } from '../../../database/connect.ts'
import { mask } from '../../../security/field-encryption.ts'
import { requireApproval } from './gate.ts'

/** A bank account that changes: whose, and the BSB and number before and after. */
export type AccountChange = { whose: string; before: string | null; after: string | null }

const NAMED_MAX = 3

/** Where money goes may need a second person. */
export async function requireAccountApproval(
  tx: Tx,
  company: { id: number; customer_id: number },
  changes: readonly AccountChange[],
): Promise<void> {
  const changed = changes.filter(({ before, after }) => before !== after)
  if (changed.length === 0) return
  const gate = { kind: 'account' as const, customerId: company.customer_id, companyId: company.id }
  await requireApproval(tx, gate, () => ({ summary: summaryOf(changed), outcome: changed }))
}

function summaryOf(changes: readonly AccountChange[]): string {
  const shown = (account: string | null) => (account ? mask(account) : 'none')
  const named = changes
    .slice(0, NAMED_MAX)
    .map(({ whose, before, after }) => `${whose} (${shown(before)} becomes ${shown(after)})`)
  const more = changes.length - named.length
  return `Changes the bank account of ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
