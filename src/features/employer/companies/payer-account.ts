import { accountKey } from '../../../countries/account-key.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { quoteName } from '../../../kernel/values/quote-name.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import type { Service } from '../../../service.ts'
import { asksApproval, requireAccountApproval, requireAccountReview } from '../../platform/approvals/index.ts'
import { openAccountNumber } from './numbers.ts'
import { listOtherPayers } from './queries.ts'

/** The other fields of a bank file that say who pays. */
const PAYER_FIELDS = {
  bank_account_name: 'account name',
  direct_entry_user_id: 'direct entry user id',
} as const
type PayerField = keyof typeof PAYER_FIELDS
type PayerChange = { [name in PayerField | 'bank_bsb' | 'bank_account_number']?: string | null | undefined }

/**
 * Requests approval for another bank account of the company, or for another name or user id that its files carry. A company that would pay from the account of another company
 * also needs what that company requires: otherwise one person could pay from it through a company without rules.
 */
export async function approvePayerAccount(
  service: Service,
  tx: Tx,
  company: Company,
  change: PayerChange,
): Promise<void> {
  await approvePayerName(tx, company, change)
  if (change.bank_bsb === undefined && change.bank_account_number === undefined) return
  const before = [company.bank_bsb, openAccountNumber(service.cipher, company)]
  const { bank_bsb: bsb = before[0] ?? null, bank_account_number: number = before[1] } = change
  const [old, now] = [before, [bsb, number]].map((parts) => parts.filter(Boolean).join(' ') || null)
  const payer = quoteName(company.legal_name)
  const changed = { whose: payer, before: old ?? null, after: now ?? null }
  await requireAccountApproval(service, tx, company, [changed])
  if (!number || changed.before === changed.after || !asksApproval()) return
  const key = keyOf({ ...company, bank_bsb: bsb }, number)
  for (const other of await listOtherPayers(tx, company)) {
    if (keyOf(other, openAccountNumber(service.cipher, other)) !== key) continue
    const whose = `${payer}, which then pays from the account of ${quoteName(other.legal_name)}`
    await requireAccountReview(tx, other, [{ ...changed, whose }])
  }
}

async function approvePayerName(tx: Tx, company: Company, change: PayerChange): Promise<void> {
  const shown = (text: string | null) => (text ? quoteName(text) : 'none')
  const parts = keysOf(PAYER_FIELDS).flatMap((name) => {
    const after = change[name]
    if (after === undefined || (after || null) === (company[name] || null)) return []
    return [`${PAYER_FIELDS[name]} ${shown(company[name])} becomes ${shown(after)}`]
  })
  if (parts.length === 0) return
  const [whose, detail] = [quoteName(company.legal_name), parts.join(', ')]
  await requireAccountReview(tx, company, [{ whose, before: null, after: null, detail }])
}

/** A BSB that the country's accounts do not have makes no other account. */
const keyOf = (
  { jurisdiction, bank_bsb }: Pick<Company, 'jurisdiction' | 'bank_bsb'>,
  number: string | null,
): string => accountKey(countryOf(jurisdiction).bankAccount.hasBsb ? bank_bsb : null, number ?? '')
