import type { Tx } from '../../../database/connect.ts'
import { isProofDue } from '../../../kernel/session-proof.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { quoteName, quotePerson } from '../../../kernel/values/quote-name.ts'
import { mask } from '../../../security/field-encryption.ts'
import type { Service } from '../../../service.ts'
import { asksApproval, requireAccountApproval } from '../../platform/approvals/index.ts'
import { loadBankAccounts, type NamedEmployee, namesOf, storeBankAccounts } from './queries.ts'
import type { RankedAccount } from './rules.ts'

type Lists = ReadonlyMap<number, readonly RankedAccount[]>

/** Replaces the accounts of these employees. */
export async function replaceBankAccounts(service: Service, tx: Tx, lists: Lists): Promise<void> {
  await approveLists(service, tx, lists)
  await storeBankAccounts(tx, service.cipher, lists)
}

/** Requests approval for changed accounts, references, amounts or ranks, because each decides where the money goes. */
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
        whose: `${quotePerson(person)} (employee ${person.id})`,
        before: accountsOf(before.get(person.id)),
        after: accountsOf(lists.get(person.id)),
        // Without a list, pays go to the account in the record.
        shown: [
          showAccounts(before.get(person.id)) ?? inRecord(service, person),
          showAccounts(lists.get(person.id)) ?? inRecord(service, person),
        ],
        employeeId: person.id,
      })),
    )
}

function inRecord(
  { cipher }: Service,
  { id, primary_bank_account_number: sealed }: NamedEmployee,
): string | null {
  if (sealed === null) return null
  return `${mask(cipher.open('employees.primary_bank_account_number', id, sealed))} in the record`
}

type Rows = readonly RankedAccount[] | undefined

const byRank = (rows: Rows) => [...(rows ?? [])].sort((a, b) => a.rank - b.rank)

function accountsOf(rows: Rows): string | null {
  // Many people share the account of a credit union or a card: the reference decides whose money it is.
  const accounts = byRank(rows).map(({ bsb, account_number, reference, amount_type, amount }) =>
    JSON.stringify([bsb, account_number, reference, amount_type, amount && decimal(amount).toFixed()]),
  )
  return accounts.join() || null
}

function showAccounts(rows: Rows): string | null {
  const accounts = byRank(rows).map(({ account_number, reference, amount_type, amount }) =>
    [
      mask(account_number),
      ...(reference ? [`reference ${quoteName(reference)}`] : []),
      ...(amount && amount_type !== 'REMAINDER'
        ? [amount_type === 'FIXED' ? `$${decimal(amount).toFixed(2)} a pay` : `${decimal(amount).toFixed()}%`]
        : []),
    ].join(' '),
  )
  return accounts.join('; ') || null
}
