import { todayOf } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { addDays } from '../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import { mask } from '../../../security/field-encryption.ts'
import type { Service } from '../../../service.ts'
import { loadRemembered } from '../../pays/snapshots/index.ts'
import type { Credit } from './collect.ts'
import { loadReturnedNets, type ReturnedNet } from './returned-account-queries.ts'
import { accountKey, openCredits } from './split-credits.ts'

/** After this long, a return says little about the account. */
export const RECENT_RETURN_DAYS = 60

/**
 * Warns about credits to accounts that returned another pay of the person: only the returned pay is held back, and the
 * others go where their own snapshot says. An account that was confirmed with `is_same_place` is not named.
 */
export async function returnedAccountWarnings(
  service: Service,
  query: Queryable,
  company: Company,
  credits: readonly Credit[],
): Promise<{ employeeId: number; sentence: string }[]> {
  const own = credits.flatMap((credit) =>
    credit.employeeId === null ? [] : [{ ...credit, employeeId: credit.employeeId }],
  )
  const from = addDays(todayOf(service, company), -RECENT_RETURN_DAYS)
  const rows = await loadReturnedNets(
    query,
    company.id,
    own.map((credit) => credit.employeeId),
    from,
  )
  if (rows.length === 0) return []
  const snapshots = await loadRemembered(
    service,
    query,
    rows.flatMap((row) => [row.snapshot_id ?? [], row.next_id ?? []].flat()),
  )
  const accountsOf = (snapshotId: number | null) =>
    (snapshots.get(snapshotId ?? 0)?.accounts ?? []).map(accountKey)
  const returnedBy = (row: ReturnedNet): string[] => {
    const split = openCredits(service.cipher, { id: row.file_id, split_credits: row.split_credits }).filter(
      (credit) => credit.employee_id === row.employee_id,
    )
    const keys =
      split.length > 0
        ? split
            .filter((credit) => decimal(credit.returned).gt(ZERO))
            .map((credit) => accountKey({ bsb: credit.bsb, accountNumber: credit.account_number }))
        : accountsOf(row.snapshot_id)
    const confirmed = new Set(accountsOf(row.next_id))
    return keys.filter((key) => !confirmed.has(key))
  }
  const latest = new Map<string, ReturnedNet>()
  for (const row of rows)
    for (const key of returnedBy(row))
      if (!latest.has(`${row.employee_id} ${key}`)) latest.set(`${row.employee_id} ${key}`, row)
  return own.flatMap(({ employeeId, name, bsb, account }) => {
    const row = latest.get(`${employeeId} ${accountKey({ bsb, accountNumber: account })}`)
    if (!row) return []
    const sentence = `${name} is paid to account ${mask(account)}, which returned another pay on ${row.returned_on} (${row.return_reason}). If it is closed, redirect this pay too (payments/redirects).`
    return [{ employeeId, sentence }]
  })
}
