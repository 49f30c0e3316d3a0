import { todayOf } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { addDays } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { fundKey, loadRemembered, openParty } from '../../pays/snapshots/index.ts'
import { RECENT_RETURN_DAYS } from '../payments/index.ts'
import { nameOf, type Owed } from './owed.ts'
import { loadReturnedContributions, type ReturnedContribution } from './returned-fund-queries.ts'

/**
 * Warns about contributions to funds that returned another one of the member, as for bank accounts. A fund that was
 * confirmed with `is_same_place` is not named.
 */
export async function returnedFundWarnings(
  service: Service,
  query: Queryable,
  company: Company,
  sent: readonly Owed[],
): Promise<{ employeeId: number; sentence: string }[]> {
  const from = addDays(todayOf(service, company), -RECENT_RETURN_DAYS)
  const ids = [...new Set(sent.map(({ pay }) => pay.employee_id))]
  const rows = await loadReturnedContributions(query, company.id, ids, from)
  if (rows.length === 0) return []
  const snapshots = await loadRemembered(
    service,
    query,
    rows.flatMap((row) => row.next_id ?? []),
  )
  const latest = new Map<string, ReturnedContribution>()
  for (const row of rows) {
    const party = openParty(service.cipher, row.pay_id, row.party)
    const key = `${row.employee_id} ${party}`
    const isConfirmed = snapshots.get(row.next_id ?? 0)?.funds.some((fund) => fundKey(fund) === party)
    if (!isConfirmed && !latest.has(key)) latest.set(key, row)
  }
  const found = sent.flatMap((each) => {
    const row = latest.get(`${each.pay.employee_id} ${each.party}`)
    if (!row || each.pay.returned_on !== null) return []
    const fund = each.fund?.fund_name ?? each.fund?.usi ?? 'a fund'
    const sentence = `Super of ${nameOf(each)} goes to ${fund}, which returned another contribution on ${row.returned_on} (${row.return_reason}). If the fund or the membership is wrong, redirect this one too (payments/redirects, kind super).`
    return [[sentence, { employeeId: each.pay.employee_id, sentence }] as const]
  })
  return [...new Map(found).values()]
}
