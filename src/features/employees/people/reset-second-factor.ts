import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { conflict, forbidden } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import { quoteName } from '../../../kernel/values/quote-name.ts'
import type { Service } from '../../../service.ts'
import { callersOf, closeSessionsOf } from '../../access/oauth/index.ts'
import { requireApproval } from '../../platform/approvals/index.ts'
import { writeMail } from '../../platform/mail/index.ts'
import { requirePerson } from './manage.ts'
import { listPeople, removeFactors } from './queries.ts'
import type { Person } from './schema.ts'
import { viewPerson } from './view.ts'

/**
 * Removes the second factors of a person who has lost them. The person signs in with the password, and sets
 * up new ones where the account requires them. Only owners can do this, because it weakens the protection of
 * the account.
 */
export async function resetSecondFactor(service: Service, caller: Caller, userId: number): Promise<Person> {
  if (caller.role !== 'owner') throw forbidden('Only an owner of the account resets a second factor.')
  const person = await service.database.transaction(async (tx) => {
    const found = await requirePerson(tx, caller, userId)
    const before = present((await listPeople(tx, caller.customerId)).find((row) => row.id === userId))
    if (!before.has_second_factor) throw conflict(`${found.name} has no second factor.`)
    await requireApproval(tx, { kind: 'role', customerId: caller.customerId, companyId: null }, () => ({
      summary: `Removes the second factor of ${quoteName(found.name)} (${found.email}).`,
      outcome: ['second factor', userId],
    }))
    await removeFactors(tx, userId)
    await closeSessionsOf(tx, userId, service.clock.now())
    recordAuditChange(
      `${found.name} (${found.email})`,
      { has_second_factor: true },
      { has_second_factor: false },
    )
    await writeMail(service, tx, {
      customerId: caller.customerId,
      to: found.email,
      subject: 'Your second factor was removed',
      text: [
        `Hello ${found.name},`,
        'an owner of your account has just removed your second factor, and you were signed out everywhere.',
        {
          before: 'Sign in with your password and set up a new one: ',
          link: `${service.settings.publicUrl}/app/account`,
        },
        'If you did not ask for this, tell another owner at once.',
      ],
    })
    return viewPerson({ ...before, has_second_factor: false }, caller.userId)
  })
  callersOf(service.database).forget('user', userId)
  return person
}
