import type { Company } from '../../../database/tables/companies.ts'
import { invalid } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { type AccountRow, loadAccounts, replaceAccounts } from './queries.ts'
import type { JournalAccount } from './schema.ts'

/** Replaces the chart of accounts, with one account for each kind and department. */
export function setAccounts(
  service: Service,
  company: Company,
  accounts: readonly JournalAccount[],
): Promise<AccountRow[]> {
  const rows = accounts.map((account) => ({
    kind: account.kind,
    department: account.department?.trim() ?? null,
    account_code: account.account_code.trim(),
    account_name: account.account_name?.trim() ?? null,
  }))
  const seen = new Set<string>()
  for (const [index, { kind, department }] of rows.entries()) {
    const key = JSON.stringify([kind, department])
    if (seen.has(key)) throw invalid(['body', index], `${kind} has two accounts for the same department`)
    seen.add(key)
  }
  return service.database.transaction(async (tx) => {
    await replaceAccounts(tx, company, rows)
    return loadAccounts(tx, company.id)
  })
}
