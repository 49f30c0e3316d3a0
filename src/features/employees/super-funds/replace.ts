import type { Tx } from '../../../database/connect.ts'
import { isProofDue } from '../../../kernel/session-proof.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { quotePerson } from '../../../kernel/values/quote-name.ts'
import { mask } from '../../../security/field-encryption.ts'
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
 * Requests approval for changed funds, memberships, bank accounts of funds and splits between them, as for any changed
 * account: each decides where contributions go.
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
        whose: `the super fund of ${quotePerson(person)} (employee ${person.id})`,
        before: fundsOf(before.get(person.id)),
        after: fundsOf(lists.get(person.id)),
        shown: [showFunds(before.get(person.id)), showFunds(lists.get(person.id))],
        employeeId: person.id,
        isSuper: true,
      })),
    )
}

type Rows = readonly RankedFund[] | undefined

/** Where contributions go: the fund, the membership, the account and the percentage. */
function fundsOf(rows: Rows): string | null {
  const funds = (rows ?? []).map((row) =>
    JSON.stringify([
      row.usi ?? row.abn,
      row.esa,
      row.bank_bsb,
      row.bank_account_number,
      row.member_number,
      decimal(row.percentage).toFixed(),
    ]),
  )
  return funds.sort().join() || null
}

function showFunds(rows: Rows): string | null {
  const isSplit = (rows ?? []).length > 1
  const funds = (rows ?? []).map(({ usi, abn, member_number, bank_account_number, percentage }) =>
    [
      usi ?? abn ?? 'fund',
      ...(member_number ? [`member ${mask(member_number)}`] : []),
      ...(bank_account_number ? [`account ${mask(bank_account_number)}`] : []),
      ...(isSplit ? [`${decimal(percentage).toFixed()}%`] : []),
    ].join(' '),
  )
  return funds.join('; ') || null
}
