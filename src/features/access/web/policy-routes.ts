import { Type } from 'typebox'
import { ROLES } from '../../../database/tables/customers.ts'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import { managesAccount } from '../../../http/caller.ts'
import { closed, HIDDEN, nullable, words } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import { proveByPassword } from '../oauth/index.ts'
import { changePolicy, readPolicy } from '../sign-in-policy/index.ts'
import { requireEnrolled, requireSelf, takeProven } from './guard.ts'

const URL = '/app/own/sign-in-policy'
const config = { scope: 'public', limit: 'lookup' } as const

const Change = closed({
  second_factor_roles: Type.Array(words(ROLES), { maxItems: ROLES.length }),
  proof_minutes: nullable(Type.Integer({ minimum: 1, maximum: 720 })),
  password: Type.String({ minLength: 1, maxLength: 1000, 'x-text': 'any' }),
})

/**
 * The account's sign-in policy. Applications cannot reach it, because they could lift the rules that bind the
 * person who let them in.
 */
export function policyRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(URL, { schema: HIDDEN, config }, async (request) => {
      const user = await requireSelf(service, request)
      requireEnrolled(user)
      if (!managesAccount(user)) throw forbidden('The sign-in policy needs the role owner or admin.')
      return readPolicy(service.database.query, user.customerId)
    })

    app.put(URL, { schema: { ...HIDDEN, body: Change }, config }, async (request, reply) => {
      const user = await requireSelf(service, request)
      requireEnrolled(user)
      if (user.role !== 'owner') throw forbidden('Only an owner changes the sign-in policy.')
      const { password, ...policy } = request.body
      noteAudit(request, {
        action: 'sign-in-policy.change',
        userId: user.userId,
        customerId: user.customerId,
      })
      expectOutcome(200)
      takeProven(reply, await proveByPassword(service, request, user, password))
      return changePolicy(service, user, policy)
    })
  }
}
