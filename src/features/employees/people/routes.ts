import { Type } from 'typebox'
import { managesAccount } from '../../../http/caller.ts'
import { isOwnSession } from '../../../http/limits.ts'
import { closed, component, Id, Said } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { saying } from '../../../http/view.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { changeRole, invitePerson, readPeople, removePerson, revokeInvitation } from './manage.ts'
import { Invitation, InvitationCreate, People, Person, PersonUpdate, ResendQuery } from './schema.ts'

const tags = ['People']
const write = { scope: 'payroll.write', limit: 'default' } as const
const WEB_ONLY = 'Only in the web app: an application cannot let people in.'

const PersonRemoved = component('PersonRemoved', closed({ id: Type.Integer(), ...Said }))

/** The people of an account: who signs in, with which role. For owners and admins. */
export function peopleRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.addHook('onRequest', async ({ caller, method }) => {
      if (!managesAccount(caller)) throw forbidden('People are managed by an owner or admin of the account.')
      if (method !== 'GET' && !isOwnSession(caller))
        throw forbidden('People are invited and changed in the web app, not through an application.')
    })

    app.get(
      '/people',
      {
        schema: {
          operationId: 'listPeople',
          summary: 'Everybody who signs in to the account, and who was invited',
          description: 'Owners and admins first. Invitations are listed until they are used or taken back.',
          tags,
          response: { 200: People },
        },
        config: { scope: 'payroll.read', limit: 'default' },
      },
      ({ caller }) => readPeople(service, caller),
    )

    app.post(
      '/people/invitations',
      {
        schema: {
          operationId: 'invitePerson',
          summary: 'Invite somebody by e-mail',
          description: `${WEB_ONLY} The link works once, for seven days, while the person who invited may still give that role. An address that has an open invitation is answered 409 unless resend is true, which makes the earlier link void. Only an owner invites owners.`,
          tags,
          body: InvitationCreate,
          querystring: ResendQuery,
          response: { 201: Invitation },
        },
        config: { ...write, errors: [409] },
      },
      async ({ caller, body, query }, reply) =>
        reply.code(201).send(await invitePerson(service, caller, body, query.resend ?? false)),
    )

    app.delete(
      '/people/invitations/:invitation_id',
      {
        schema: {
          operationId: 'revokeInvitation',
          summary: 'Take an invitation back',
          description: `${WEB_ONLY} Its link is void at once.`,
          tags,
          params: closed({ invitation_id: Id }),
          response: { 204: Type.Null({ description: 'Taken back.' }) },
        },
        config: { ...write, errors: [404] },
      },
      async ({ caller, params }, reply) => {
        await revokeInvitation(service, caller, params.invitation_id)
        return reply.code(204).send(null)
      },
    )
    registerPerson(app, service)
  }
}

function registerPerson(app: App, service: Service): void {
  const params = closed({ user_id: Id })
  app.patch(
    '/people/:user_id',
    {
      schema: {
        operationId: 'changeRole',
        summary: 'Give a person another role',
        description: `${WEB_ONLY} It holds from the person’s next request on. Open invitations and access of applications that the person could not give with the new role end at once, as the warnings of the answer say. Nobody changes their own role, and only an owner changes owners.`,
        tags,
        params,
        body: PersonUpdate,
        response: { 200: Person },
      },
      config: { ...write, errors: [404, 409] },
    },
    ({ caller, params: { user_id }, body }) => changeRole(service, caller, user_id, body.role),
  )

  app.delete(
    '/people/:user_id',
    {
      schema: {
        operationId: 'removePerson',
        summary: 'Take a person out of the account',
        description: `${WEB_ONLY} Their sessions end at once, and so do their open invitations and what they allowed applications or a partner to do; the log keeps their name.`,
        tags,
        params,
        response: { 200: PersonRemoved },
      },
      config: { ...write, errors: [404, 409] },
    },
    async ({ caller, params: { user_id } }) =>
      saying({ id: user_id }, await removePerson(service, caller, user_id)),
  )
}
