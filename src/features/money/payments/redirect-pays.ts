import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { conflict } from '../../../kernel/problem.ts'
import { mask } from '../../../security/field-encryption.ts'
import type { Service } from '../../../service.ts'
import { loadRemembered, type RememberedEmployee } from '../../pays/snapshots/index.ts'
import { requireAccountReview } from '../../platform/approvals/index.ts'
import type { RedirectedPay } from './redirect-queries.ts'

/**
 * Requests approval, as for a changed account, if the open amount of a pay now goes to a different account or fund. The
 * current account may have been entered before the company required a second person. Refuses the account or fund that
 * returned the amount, unless the request confirms that it is correct.
 */
export async function approvePlaces(
  service: Service,
  tx: Tx,
  company: Company,
  kind: 'net' | 'super',
  pays: readonly RedirectedPay[],
  current: ReadonlyMap<number, number>,
  isSamePlace: boolean,
): Promise<void> {
  const placed = pays.map((pay) => ({ ...pay, next_id: current.get(pay.employee_id) ?? null }))
  const ids = placed.flatMap(({ placed_id, next_id }) => [placed_id ?? [], next_id ?? []].flat())
  const snapshots = await loadRemembered(service, tx, ids)
  const changes = placed.flatMap(({ id, name, placed_id, next_id, is_returned: isReturned }) => {
    const [before, after] = [placed_id, next_id].map((snapshot) =>
      placesOf(kind, snapshots.get(snapshot ?? 0)),
    )
    if (before === after) {
      if (isReturned && !isSamePlace) throw returnedIt(`Pay ${id} of ${name}`, NAMES[kind])
      return []
    }
    const shown = (place: string | null | undefined) => (place ? mask(place) : null)
    recordAuditChange(
      `Pay ${id} of ${name}`,
      { [PLACE[kind]]: shown(before) },
      { [PLACE[kind]]: shown(after) },
    )
    return { whose: `${name} for pay ${id}`, before: before ?? null, after: after ?? null }
  })
  await requireAccountReview(tx, company, changes)
}

const NAMES = { net: 'account', super: 'fund' } as const

export const returnedIt = (what: string, place: string) =>
  conflict(
    `${what} was returned, and the ${place} is still the one that returned it. Enter the right ${place} first, or send is_same_place if it is correct.`,
  )

const PLACE = { net: 'bank_account', super: 'super_fund' } as const

function placesOf(kind: 'net' | 'super', employee: RememberedEmployee | undefined): string | null {
  if (!employee) return null
  const places =
    kind === 'net'
      ? employee.accounts.map(({ bsb, accountNumber }) => `${bsb ?? ''} ${accountNumber}`.trim())
      : employee.funds.map(({ usi, abn, fund_name, member_number, bank }) =>
          [usi ?? abn ?? fund_name, member_number, bank?.bsb, bank?.accountNumber].filter(Boolean).join(' '),
        )
  return places.sort().join(', ') || null
}
