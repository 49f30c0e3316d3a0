import type { Tx } from '../../../database/connect.ts'
import { isRollingBack } from '../../../database/transaction-hooks.ts'
import { requireProof } from '../../../kernel/session-proof.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import { mask } from '../../../security/field-encryption.ts'
import type { Service } from '../../../service.ts'
import type { AccountChange } from './account-change.ts'
import { asksApproval, requireApproval } from './gate.ts'
import { holdAccounts } from './holds.ts'
import { loadApprovalRules } from './queries.ts'

/** The number of accounts named in a summary. It is high, because an approver must see every account that is replaced. */
const NAMED_MAX = 500

/** A changed bank account may need a second person, or a hold of one day. */
export async function requireAccountApproval(
  service: Service,
  tx: Tx,
  company: { id: number; customer_id: number },
  changes: readonly AccountChange[],
): Promise<void> {
  const changed = await requireAccountReview(tx, company, changes)
  if (changed.length > 0 && asksApproval()) await holdAccounts(service, tx, company, changed)
}

/** Whether the company requires two people for the accounts that this request changes. */
export async function needsAccountReview(
  tx: Tx,
  company: { id: number; customer_id: number },
): Promise<boolean> {
  if (!asksApproval()) return false
  const rules = await loadApprovalRules(tx, company.customer_id)
  return rules.some((rule) => rule.company_id === company.id && rule.approve_accounts)
}

/** Requires the same without a hold, for money that goes to an account which was already held when it changed. */
export async function requireAccountReview(
  tx: Tx,
  company: { id: number; customer_id: number },
  changes: readonly AccountChange[],
): Promise<AccountChange[]> {
  const changed = changes.filter(({ before, after, detail }) => before !== after || detail)
  if (changed.length === 0) return []
  if (!isRollingBack()) requireProof()
  if (!asksApproval()) return changed
  const gate = { kind: 'account' as const, customerId: company.customer_id, companyId: company.id }
  await requireApproval(tx, gate, () => ({
    summary: summaryOf(changed),
    outcome: changed.map(({ whose, before, after, detail }) =>
      detail ? [whose, before, after, detail] : [whose, before, after],
    ),
  }))
  return changed
}

function summaryOf(changes: readonly AccountChange[]): string {
  const named = nameSome(changes, NAMED_MAX, (change) => {
    const { whose, detail } = change
    const parts = [...differenceOf(change), ...(detail ? [detail] : [])]
    return `${whose} (${parts.join(', ')})`
  })
  return `Changes the bank account of ${named}.`
}

/** The destination before and after. Two destinations can look the same once their numbers are masked. */
function differenceOf({ before, after, shown }: AccountChange): string[] {
  if (before === after) return []
  const [old, now] = (shown ?? [before && mask(before), after && mask(after)]).map((text) => text ?? 'none')
  return [old === now ? `${old} becomes another one with the same last digits` : `${old} becomes ${now}`]
}
