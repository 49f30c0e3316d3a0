import type { Tx } from '../../../database/connect.ts'
import { isRollingBack } from '../../../database/transaction-hooks.ts'
import { requireProof } from '../../../kernel/session-proof.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import { mask } from '../../../security/field-encryption.ts'
import type { Service } from '../../../service.ts'
import type { AccountChange } from './account-change.ts'
import { asksApproval, requireApproval } from './gate.ts'
import { holdAccounts } from './holds.ts'

/**
 * The number of accounts named in a summary. The rest are only counted, because no one reads pages of names.
 */
const NAMED_MAX = 50

/** A changed bank account may need a second person, or a hold of one day. */
export async function requireAccountApproval(
  service: Service,
  tx: Tx,
  company: { id: number; customer_id: number },
  changes: readonly AccountChange[],
): Promise<void> {
  const changed = changes.filter(({ before, after }) => before !== after)
  if (changed.length === 0) return
  if (!isRollingBack()) requireProof()
  if (!asksApproval()) return
  const gate = { kind: 'account' as const, customerId: company.customer_id, companyId: company.id }
  await requireApproval(tx, gate, () => ({
    summary: summaryOf(changed),
    outcome: changed.map(({ whose, before, after }) => [whose, before, after]),
  }))
  await holdAccounts(service, tx, company, changed)
}

function summaryOf(changes: readonly AccountChange[]): string {
  const shown = (account: string | null) => (account ? mask(account) : 'none')
  const named = nameSome(
    changes,
    NAMED_MAX,
    ({ whose, before, after }) => `${whose} (${shown(before)} becomes ${shown(after)})`,
  )
  return `Changes the bank account of ${named}.`
}
