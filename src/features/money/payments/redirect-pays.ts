import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { conflict } from '../../../kernel/problem.ts'
import { quoteName } from '../../../kernel/values/quote-name.ts'
import { mask } from '../../../security/field-encryption.ts'
import type { Service } from '../../../service.ts'
import { loadRemembered } from '../../pays/snapshots/index.ts'
import { requireAccountReview } from '../../platform/approvals/index.ts'
import type { RedirectedPay } from './redirect-queries.ts'
import { goesBack, loadReturnedPlaces, placesOf, textOf } from './returned-places-queries.ts'

/**
 * Requests approval, as for a changed account, if the open amount of a pay now goes to a different account or fund. The
 * current account may have been entered before the company required a second person. Refuses an account or fund that
 * returned money of the pay, unless the request confirms that it is correct.
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
  const back = placed.filter((pay) => pay.is_returned && !isSamePlace).map((pay) => pay.id)
  const returned = await loadReturnedPlaces(tx, service.cipher, company.id, kind, back)
  const changes = placed.flatMap(({ id, name, placed_id, next_id }) => {
    const [was, next] = [snapshots.get(placed_id ?? 0), snapshots.get(next_id ?? 0)]
    const places = returned.get(id)
    if (places && goesBack(kind, places, was, next)) throw returnedIt(`Pay ${id} of ${name}`, NAMES[kind])
    const [before, after] = [was, next].map((employee) => textOf(placesOf(kind, employee)))
    if (before === after) return []
    const shown = (place: string | null | undefined) => (place ? mask(place) : null)
    recordAuditChange(
      `Pay ${id} of ${name}`,
      { [PLACE[kind]]: shown(before) },
      { [PLACE[kind]]: shown(after) },
    )
    return { whose: `${quoteName(name)} for pay ${id}`, before: before ?? null, after: after ?? null }
  })
  await requireAccountReview(tx, company, changes)
}

const NAMES = { net: 'account', super: 'fund' } as const

export const returnedIt = (what: string, place: string) =>
  conflict(
    `${what} was returned, and the ${place} is still the one that returned it. Enter the right ${place} first, or send is_same_place if it is correct.`,
  )

const PLACE = { net: 'bank_account', super: 'super_fund' } as const
