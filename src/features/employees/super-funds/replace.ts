import type { Tx } from '../../../database/connect.ts'
import { isProofDue } from '../../../kernel/session-proof.ts'
import type { Service } from '../../../service.ts'
import { asksApproval, requireAccountApproval } from '../../platform/approvals/index.ts'
import { namesOf } from '../bank-accounts/index.ts'
import { loadSuperFunds, storeSuperFunds } from './queries.ts'
import type { RankedFund } from './rules.ts'

type Lists = ReadonlyMap<number, readonly RankedFund[]>

/** Replaces the funds of these employees. */
export async function replaceSuperFunds(service: Service, tx: Tx, lists: Lists): Promise<void> {
  await approveFunds(service, tx, lists)
  await storeSuperFunds(tx, service.cipher, lists)
}

/**
 * Requests approval for bank accounts of funds, because contributions are paid there. The same rule applies as for any
 * other account.
 */
async function approveFunds(service: Service, tx: Tx, lists: Lists): Promise<void> {
  if (!asksApproval() && !isProofDue()) return
  const ids = [...lists.keys()]
  const before = Map.groupBy(await loadSuperFunds(tx, service.cipher, ids), (row) => row.employee_id)
  for (const [id, people] of Map.groupBy(await namesOf(tx, ids), (person) => person.company_id))
    await requireAccountApproval(
      service,
      tx,
      { id, customer_id: people[0]?.customer_id ?? 0 },
      people.map((person) => ({
        whose: `the super fund of ${person.first_name} ${person.last_name} (employee ${person.id})`,
        before: accountsOf(before.get(person.id)),
        after: accountsOf(lists.get(person.id)),
      })),
    )
}

function accountsOf(
  rows: readonly Pick<RankedFund, 'bank_bsb' | 'bank_account_number'>[] | undefined,
): string | null {
  const accounts = (rows ?? []).flatMap((row) =>
    row.bank_account_number ? `${row.bank_bsb ?? ''} ${row.bank_account_number}`.trim() : [],
  )
  return accounts.sort().join(', ') || null
}
