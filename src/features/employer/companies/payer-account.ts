import { accountKey } from '../../../countries/account-key.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Service } from '../../../service.ts'
import { asksApproval, requireAccountApproval, requireAccountReview } from '../../platform/approvals/index.ts'
import { openAccountNumber } from './numbers.ts'
import { listOtherPayers } from './queries.ts'

/**
 * Requests approval for another bank account of the company. A company that would pay from the account of another company
 * also needs what that company requires: otherwise one person could pay from it through a company without rules.
 */
export async function approvePayerAccount(
  service: Service,
  tx: Tx,
  company: Company,
  change: { bank_bsb?: string | null | undefined; bank_account_number?: string | null | undefined },
): Promise<void> {
  if (change.bank_bsb === undefined && change.bank_account_number === undefined) return
  const before = [company.bank_bsb, openAccountNumber(service.cipher, company)]
  const { bank_bsb: bsb = before[0] ?? null, bank_account_number: number = before[1] } = change
  const [old, now] = [before, [bsb, number]].map((parts) => parts.filter(Boolean).join(' ') || null)
  const changed = { whose: company.legal_name, before: old ?? null, after: now ?? null }
  await requireAccountApproval(service, tx, company, [changed])
  if (!number || changed.before === changed.after || !asksApproval()) return
  const key = keyOf({ ...company, bank_bsb: bsb }, number)
  for (const other of await listOtherPayers(tx, company)) {
    if (keyOf(other, openAccountNumber(service.cipher, other)) !== key) continue
    const whose = `${company.legal_name}, which then pays from the account of ${other.legal_name}`
    await requireAccountReview(tx, other, [{ ...changed, whose }])
  }
}

/** A BSB that the country's accounts do not have makes no other account. */
const keyOf = (
  { jurisdiction, bank_bsb }: Pick<Company, 'jurisdiction' | 'bank_bsb'>,
  number: string | null,
): string => accountKey(countryOf(jurisdiction).bankAccount.hasBsb ? bank_bsb : null, number ?? '')
