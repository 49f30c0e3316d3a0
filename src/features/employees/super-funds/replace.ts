import type { Tx } from '../../../database/connect.ts'
import { isProofDue } from '../../../kernel/session-proof.ts'
import type { Service } from '../../../service.ts'
import { asksApproval, requireAccountApproval } from '../../platform/approvals/index.ts'
import { namesOf } from '../bank-accounts/index.ts'
import { loadSuperFunds, storeSuperFunds } from './queries.ts'
import type { RankedFund } from './rules.ts'

type Destination = Pick<
  RankedFund,
  'usi' | 'abn' | 'esa' | 'member_number' | 'bank_bsb' | 'bank_account_number'
>
/** Where a contribution to the fund goes: the fund, the membership and the account. */
const placeOf = (row: Destination): string =>
  [row.usi ?? row.abn, row.esa, row.bank_bsb, row.bank_account_number, row.member_number]
    .filter(Boolean)
    .join(' ')

type Lists = ReadonlyMap<number, readonly RankedFund[]>

/** Replaces the funds of these employees. */
export async function replaceSuperFunds(service: Service, tx: Tx, lists: Lists): Promise<void> {
  await approveFunds(service, tx, lists)
  await storeSuperFunds(tx, service.cipher, lists)
}

/**
 * Requests approval for other funds, memberships and bank accounts of funds, because contributions go there. The same rule
 * applies as for any other account. Another split between the same funds needs no approval.
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

function accountsOf(rows: readonly Destination[] | undefined): string | null {
  return (rows ?? []).map(placeOf).sort().join(', ') || null
}
