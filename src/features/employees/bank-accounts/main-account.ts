import type { Tx } from '../../../database/connect.ts'
import type { Service } from '../../../service.ts'
import { loadBankAccounts, namesOf } from './queries.ts'
import { replaceBankAccounts } from './replace.ts'
import type { RankedAccount } from './rules.ts'

/** The new values of the account that gets the remainder. Omitted values do not change. */
export type MainAccount = { number?: string | undefined; bsb?: string | undefined; name?: string | undefined }

/**
 * Changes the account that gets the remainder of each employee's net pay. An employee without accounts gets a first one when
 * `startsList` is set, as in a country that keeps accounts only in the list.
 */
export async function changeMainAccounts(
  service: Service,
  tx: Tx,
  changes: ReadonlyMap<number, MainAccount>,
  startsList: boolean,
): Promise<void> {
  const ids = [...changes.keys()]
  const stored = Map.groupBy(await loadBankAccounts(tx, service.cipher, ids), (row) => row.employee_id)
  const people = await namesOf(tx, ids)
  const lists = people.flatMap((person): [number, RankedAccount[]][] => {
    const { number, bsb, name } = changes.get(person.id) ?? {}
    const accounts = stored.get(person.id) ?? []
    if (accounts.length === 0) {
      if (!number || !startsList) return []
      const account_name = name ?? `${person.first_name} ${person.last_name}`.trim().slice(0, NAME_MAX)
      const first = {
        rank: 1,
        account_name,
        bsb: null,
        account_number: number,
        reference: null,
        amount: null,
      }
      return [[person.id, [{ ...first, amount_type: 'REMAINDER' }]]]
    }
    const changed = accounts.map(({ id: _id, employee_id: _employee, ...account }) =>
      account.amount_type === 'REMAINDER'
        ? {
            ...account,
            account_name: name ?? account.account_name,
            bsb: bsb ?? account.bsb,
            account_number: number ?? account.account_number,
          }
        : account,
    )
    return [[person.id, changed]]
  })
  if (lists.length > 0) await replaceBankAccounts(service, tx, new Map(lists))
}

const NAME_MAX = 32
