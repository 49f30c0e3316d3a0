import type { Tx } from '../../../database/connect.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import type { Service } from '../../../service.ts'
import { writeMails } from '../mail/index.ts'
import { insertPlaceHolds, listOwners, type NewPlace } from './hold-queries.ts'
import { DAY_MS } from './holds.ts'
import { loadApprovalRules } from './queries.ts'

const NAMED_MAX = 20

/**
 * Holds back deductions for a day that go to a payee or reference for the first time, as payments to a changed account.
 * A payee may be a bank or an agency, where the reference decides whose money it is. Emails the customer's owners. Not
 * where two people approve accounts: they approved the deductions.
 */
export async function holdNewPlaces<Place extends NewPlace & { shown: string }>(
  service: Service,
  tx: Tx,
  company: { id: number; customer_id: number },
  listPlaces: () => Promise<readonly Place[]>,
): Promise<void> {
  const rules = await loadApprovalRules(tx, company.customer_id)
  const own = rules.find((rule) => rule.company_id === company.id)
  if (!own?.hold_accounts || own.approve_accounts) return
  const places = await listPlaces()
  if (places.length === 0) return
  const now = service.clock.now()
  const held = await insertPlaceHolds(tx, company, places, now, new Date(now.getTime() + DAY_MS))
  const keys = new Set(held.map(keyOf))
  const told = places.filter((place) => keys.has(keyOf(place)))
  if (told.length === 0) return
  const owners = await listOwners(tx, company.customer_id)
  const mails = owners.map((to) => ({
    customerId: company.customer_id,
    to,
    subject: 'A deduction goes to a new payee or reference',
    text: [
      `These deductions go to a payee or reference for the first time: ${nameSome(told, NAMED_MAX, ({ shown }) => shown)}.`,
      'Their payments wait for one day.',
      'If you did not expect this, look at the audit log today and correct the deduction.',
    ],
  }))
  await writeMails(service, tx, mails)
}

const keyOf = (place: NewPlace): string =>
  JSON.stringify([place.employee_id, place.payee_id, place.payee_reference])
