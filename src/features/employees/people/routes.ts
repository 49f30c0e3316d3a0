import { Type } from 'typebox'
import { managesAccount } from '../../../http/caller.ts'
import { isOwnSession } from '../../../http/limits.ts'
import { routeFor } from '../../../http/route.ts'
import { closed, component, WarningsMember } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { saying } from '../../../http/view.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { changeRole, invitePerson, readPeople, removePerson, revokeInvitation } from './manage.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { Invitation, InvitationCreate, People, Person, PersonUpdate, ResendQuery } from './schema.ts'

const route = routeFor('people')

const WEB_ONLY = 'Only in the web app: an application cannot invite people.'

const PersonRemoved = component('PersonRemoved', closed({ id: Type.Integer(), ...WarningsMember }))

/** The people of an account and their roles. For owners and admins only. */
export function peopleRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.addHook('onRequest', async ({ caller, method }) => {
      if (!managesAccount(caller)) throw forbidden('People are managed by an owner or admin of the account.')
      if (method !== 'GET' && !isOwnSession(caller))
        throw forbidden('People are invited and changed in the web app, not through an application.')
    })

    route(app, {
      method: 'GET',
      path: '/people',
      operationId: 'listPeople',
      summary: 'The people with access to the account, and open invitations',
      description: 'Owners and admins first. Invitations are listed until they are used or withdrawn.',
      response: { 200: People },
      handler: ({ caller }) => readPeople(service, caller),
    })

    route(app, {
      method: 'POST',
      path: '/people/invitations',
      operationId: 'invitePerson',
      approvable: true,
      summary: 'Invite a person by e-mail',
      description: `${WEB_ONLY} The link works once, for seven days, as long as the inviter may still give that role. Returns 409 if the address has an open invitation, unless resend is true, which voids the earlier link. Only an owner invites owners.`,
      body: InvitationCreate,
      query: ResendQuery,
      response: { 201: Invitation },
      errors: [409],
      handler: async ({ caller, body, query }, reply) =>
        reply.code(201).send(await invitePerson(service, caller, body, query.resend ?? false)),
    })

    route(app, {
      method: 'DELETE',
      path: '/people/invitations/:invitation_id',
      operationId: 'revokeInvitation',
      summary: 'Revoke an invitation',
      description: `${WEB_ONLY} Its link stops working immediately.`,
      response: { 204: Type.Null({ description: 'Taken back.' }) },
      errors: [404],
      handler: async ({ caller, params }, reply) => {
        await revokeInvitation(service, caller, params.invitation_id)
        return reply.code(204).send(null)
      },
    })
    registerPerson(app, service)
  }
}

function registerPerson(app: App, service: Service): void {
  route(app, {
    method: 'PATCH',
    path: '/people/:user_id',
    operationId: 'changeRole',
    approvable: true,
    summary: 'Give a person another role',
    description: `${WEB_ONLY} It applies from the person’s next request. Open invitations and application access that the new role could not give end immediately, and the warnings list them. People cannot change their own role, and only an owner changes owners.`,
    body: PersonUpdate,
    response: { 200: Person },
    errors: [404, 409],
    handler: ({ caller, params: { user_id }, body }) => changeRole(service, caller, user_id, body.role),
  })

  route(app, {
    method: 'POST',
    path: '/people/second-factors/:user_id/reset',
    operationId: 'resetSecondFactor',
    asksProof: true,
    approvable: true,
    summary: 'Remove the second factor of a person who has lost it',
    description: `${WEB_ONLY} Only an owner does this, never for themselves. The person is signed out everywhere and gets an e-mail. With the password they sign in again and set up a new one.`,
    response: { 200: Person },
    errors: [404, 409],
    handler: ({ caller, params: { user_id } }) => resetSecondFactor(service, caller, user_id),
  })

  route(app, {
    method: 'DELETE',
    path: '/people/:user_id',
    operationId: 'removePerson',
    summary: 'Remove a person from the account',
    description: `${WEB_ONLY} Their sessions end immediately, and so do their open invitations and the access they gave to applications or a partner; the log keeps their name.`,
    response: { 200: PersonRemoved },
    errors: [404, 409],
    handler: async ({ caller, params: { user_id } }) =>
      saying({ id: user_id }, await removePerson(service, caller, user_id)),
  })
}
