import type { Tx } from '../../../database/connect.ts'
import { isProofDue } from '../../../kernel/session-proof.ts'
import type { Service } from '../../../service.ts'
import { asksApproval, requireAccountApproval } from '../../platform/approvals/index.ts'
import { loadBankAccounts, namesOf, storeBankAccounts } from './queries.ts'
import type { RankedAccount } from './rules.ts'

type Lists = ReadonlyMap<number, readonly RankedAccount[]>

/** Replaces the accounts of these employees. */
export async function replaceBankAccounts(service: Service, tx: Tx, lists: Lists): Promise<void> {
  await approveLists(service, tx, lists)
  await storeBankAccounts(tx, service.cipher, lists)
}

/** Requests approval where the accounts themselves change. A new order or split needs no approval. */
async function approveLists(service: Service, tx: Tx, lists: Lists): Promise<void> {
  if (!asksApproval() && !isProofDue()) return
  const ids = [...lists.keys()]
  const before = Map.groupBy(await loadBankAccounts(tx, service.cipher, ids), (row) => row.employee_id)
  const people = await namesOf(tx, ids)
  const byCompany = Map.groupBy(people, (person) => person.company_id)
  for (const [id, some] of byCompany)
    await requireAccountApproval(
      service,
      tx,
      { id, customer_id: some[0]?.customer_id ?? 0 },
      some.map((person) => ({
        whose: `${person.first_name} ${person.last_name} (employee ${person.id})`,
        before: accountsOf(before.get(person.id)),
        after: accountsOf(lists.get(person.id)),
        employeeId: person.id,
      })),
    )
}

function accountsOf(
  rows: readonly Pick<RankedAccount, 'bsb' | 'account_number' | 'reference'>[] | undefined,
): string | null {
  // Many people share the account of a credit union or a card: the reference decides whose money it is.
  const accounts = (rows ?? []).map((row) =>
    [row.reference && `${row.reference}:`, row.bsb, row.account_number].filter(Boolean).join(' '),
  )
  return accounts.sort().join(', ') || null
}
