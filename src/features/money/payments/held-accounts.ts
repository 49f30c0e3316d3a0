import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { loadHolds } from '../../platform/approvals/index.ts'
import type { HeldBackPayment } from './collect.ts'
import { type Item, partyOf } from './load-items.ts'
import { loadPayees } from './payee-queries.ts'

/** The end of a hold as text, in the company's time zone. */
export const holdMoment = ({ jurisdiction }: Pick<Company, 'jurisdiction'>, until: Date): string =>
  until.toLocaleString('en-AU', {
    timeZone: countryOf(jurisdiction).timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })

/** Leaves out items to accounts that one person has just changed, if the company holds such changes for a day. */
export async function withoutHeldAccounts(
  service: Service,
  tx: Tx,
  company: Company,
  items: readonly Item[],
): Promise<{ free: Item[]; held: HeldBackPayment[] }> {
  const holds = await loadHolds(tx, company.id, service.clock.now(), 'payments')
  if (holds.length === 0) return { free: [...items], held: [] }
  const payees = new Map(
    (
      await loadPayees(
        tx,
        holds.flatMap((hold) => hold.payee_id ?? []),
      )
    ).map((payee) => [payee.id, payee.name]),
  )
  const byKey = new Map(holds.map((hold) => [keyOf(hold), hold]))
  const holdOf = (item: Item) => {
    const { employeeId, kind, party } = item
    if (kind === 'net') return byKey.get(keyOf({ employee_id: employeeId, ...NO_PAYEE }))
    const { payeeId, reference } = partyOf(party)
    const payee = { payee_id: payeeId, payee_reference: reference ?? '' }
    return (
      byKey.get(keyOf({ ...NO_PAYEE, employee_id: null, payee_id: payeeId })) ??
      byKey.get(keyOf({ employee_id: employeeId, ...payee }))
    )
  }
  const held = new Map<(typeof holds)[number], HeldBackPayment>()
  for (const item of items) {
    const hold = holdOf(item)
    if (!hold || !item.open.gt(ZERO)) continue
    const until = holdMoment(company, hold.held_until)
    const payee = payees.get(hold.payee_id ?? 0) ?? 'The payee'
    held.set(hold, {
      employee_id: hold.employee_id,
      employee: hold.employee_id === null ? payee : item.name,
      reason:
        hold.payee_reference === null
          ? `The bank account was changed by one person: payments wait until ${until}.`
          : `A deduction goes to ${payee}${hold.payee_reference && `, reference ${hold.payee_reference},`} for the first time: it waits until ${until}.`,
    })
  }
  return { free: items.filter((item) => !holdOf(item)), held: [...held.values()] }
}

const NO_PAYEE = { payee_id: null, payee_reference: null }

type Held = Pick<
  Awaited<ReturnType<typeof loadHolds>>[number],
  'employee_id' | 'payee_id' | 'payee_reference'
>

/** Everything of an employee, everything of a payee, or the deductions of one employee for one payee and reference. */
const keyOf = ({ employee_id, payee_id, payee_reference }: Held): string =>
  JSON.stringify([employee_id, payee_id, payee_reference])
