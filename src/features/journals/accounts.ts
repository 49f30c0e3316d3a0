import type { Company } from '../../database/tables/companies.ts'
import { invalid } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { type AccountRow, loadAccounts, replaceAccounts, saveConnection } from './queries.ts'
import type { ConnectionInput, JournalAccount } from './schema.ts'

/** Replaces the chart: one account for each kind and department. */
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

/** Keeps what opens the company's books; the token is sealed. */
export async function connect(
  service: Service,
  company: Company,
  userId: number,
  { tenant_id, access_token }: ConnectionInput,
): Promise<{ tenant_id: string; updated_at: Date }> {
  const updatedAt = service.clock.now()
  await service.database.transaction((tx) =>
    saveConnection(tx, {
      company_id: company.id,
      customer_id: company.customer_id,
      tenant_id: tenant_id.trim(),
      access_token: service.cipher.seal('accounting_connections.access_token', company.id, access_token),
      updated_by: userId,
      updated_at: updatedAt,
    }),
  )
  return { tenant_id: tenant_id.trim(), updated_at: updatedAt }
}
