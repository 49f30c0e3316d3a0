import type { Tx } from '../../../database/connect.ts'
import type { Service } from '../../../service.ts'
import { type NewMail, writeMails } from '../mail/index.ts'
import type { AccountChange } from './account-change.ts'
import { findPreviousAddresses, findWhoWasPaid, insertHolds, listOwners } from './hold-queries.ts'
import { loadApprovalRules } from './queries.ts'

export const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Holds back payments for a day to accounts and funds that one person changed. Emails the employee at their earlier
 * address, or the customer's owners. If the company requires two people for accounts, the change was already
 * reviewed, so there is no hold. `wasReviewed` tells it for a change that was requested on an earlier day. A change that
 * is dated into the future is only announced: the job that makes it holds the account.
 */
export async function holdAccounts(
  service: Service,
  tx: Tx,
  company: { id: number; customer_id: number },
  changes: readonly AccountChange[],
  wasReviewed?: boolean,
): Promise<void> {
  const rules = await loadApprovalRules(tx, company.customer_id)
  const own = rules.find((rule) => rule.company_id === company.id)
  if (!own?.hold_accounts || (wasReviewed ?? own.approve_accounts)) return
  const paid = await findWhoWasPaid(
    tx,
    changes.flatMap(({ employeeId }) => employeeId ?? []),
  )
  // The first account of a person who was never paid is not a change. A payee can be paid at once, so a new
  // payee's account is held too.
  const held = changes.filter(
    ({ before, employeeId }) => before !== null || employeeId === undefined || paid.has(employeeId),
  )
  const now = service.clock.now()
  const current = held.filter(({ from }) => from === undefined)
  await insertHolds(tx, company, current, now, new Date(now.getTime() + DAY_MS))
  await writeMails(service, tx, await noticesOf(tx, company, held))
}

async function noticesOf(
  tx: Tx,
  company: { id: number; customer_id: number },
  changes: readonly AccountChange[],
): Promise<NewMail[]> {
  const addresses = await findPreviousAddresses(
    tx,
    changes.flatMap(({ employeeId }) => employeeId ?? []),
  )
  const owners = await listOwners(tx, company.customer_id)
  return changes.flatMap(({ whose, employeeId, isSuper = false, from }) => {
    const address = employeeId === undefined ? undefined : addresses.get(employeeId)
    const { what, own, place } = isSuper ? FUND : ACCOUNT
    const whosePlace = isSuper ? `T${whose.slice(1)}` : `The bank account of ${whose}`
    return (address ? [address] : owners).map((to) => ({
      customerId: company.customer_id,
      to,
      subject: from ? `A ${what} will change on ${from}` : `A ${what} was changed`,
      text: [
        `${address ? own : whosePlace} ${from ? `will change on ${from}` : 'was changed just now'}.`,
        `Payments to the new ${place} ${from ? 'then wait' : 'wait'} for one day.`,
        address
          ? 'If you did not ask for this, call your employer today. Do not reply to this e-mail.'
          : `If you did not expect this, look at the audit log today and change the ${place} back.`,
      ],
    }))
  })
}

const ACCOUNT = {
  what: 'bank account',
  own: 'The bank account of your pay',
  place: 'account',
}
const FUND = { what: 'super fund', own: 'Your super fund', place: 'fund' }
