import { Type } from 'typebox'
import { managesAccount } from '../../../http/caller.ts'
import { closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { listClients, listConnections } from './queries.ts'
import {
  Client,
  ClientChanges,
  ClientPath,
  Connection,
  CreatedClient,
  NewClient,
  RotatedSecret,
} from './schema.ts'
import { changeClient, createClient, removeClient, removeConnection, rotateSecret } from './service.ts'
import { viewClient } from './view.ts'

const tags = ['API management']
const read = { scope: 'payroll.read', limit: 'default' } as const
const write = { scope: 'payroll.write', limit: 'default' } as const
const Nothing = Type.Null({ description: 'Done.' })

/** API management: applications and the connections they have; for API admins with the role owner or admin. */
export function apiAdminRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.addHook('onRequest', async ({ caller }) => {
      if (!caller.isApiAdmin) throw forbidden('API management is for API admins only.')
      if (!managesAccount(caller)) throw forbidden('API management needs the role owner or admin.')
    })

    app.get(
      '/api-admin/clients',
      {
        schema: {
          operationId: 'listClients',
          summary: 'List your applications',
          description: 'Applications that this account registered, without their secrets.',
          tags,
          response: { 200: Type.Array(Client) },
        },
        config: read,
      },
      async ({ caller }) => (await listClients(service.database.query, caller.customerId)).map(viewClient),
    )

    app.post(
      '/api-admin/clients',
      {
        schema: {
          operationId: 'createClient',
          summary: 'Register an application',
          description: 'The answer is the only one that shows the secret.',
          tags,
          body: NewClient,
          response: { 201: CreatedClient },
        },
        config: write,
      },
      async (request, reply) => {
        const { client, secret } = await createClient(service, request.caller.customerId, request.body)
        return reply.code(201).send({ ...viewClient(client), client_secret: secret })
      },
    )

    app.patch(
      '/api-admin/clients/:client_id',
      {
        schema: {
          operationId: 'updateClient',
          summary: 'Rename an application or change its redirect URIs',
          description:
            'Only what is sent changes. Redirect URIs are compared letter by letter; the list replaces the old one.',
          tags,
          params: ClientPath,
          body: ClientChanges,
          response: { 200: Client },
        },
        config: { ...write, errors: [404] },
      },
      async ({ caller, params, body }) =>
        viewClient(await changeClient(service, caller.customerId, params.client_id, body)),
    )

    app.delete(
      '/api-admin/clients/:client_id',
      {
        schema: {
          operationId: 'deleteClient',
          summary: 'Delete an application and end all its connections',
          description: 'Its tokens stop at once, and no customer can connect to it any more.',
          tags,
          params: ClientPath,
          response: { 204: Nothing },
        },
        config: { ...write, errors: [404] },
      },
      async ({ caller, params }, reply) => {
        await removeClient(service, caller.customerId, params.client_id)
        return reply.code(204).send(null)
      },
    )

    app.post(
      '/api-admin/clients/:client_id/rotate-secret',
      {
        schema: {
          operationId: 'rotateClientSecret',
          summary: 'Give an application a new secret',
          description:
            'The new secret is shown this once; the old one stops at once. Tokens that were issued go on.',
          tags,
          params: ClientPath,
          response: { 200: RotatedSecret },
        },
        config: { ...write, errors: [404, 409] },
      },
      async ({ caller, params }) => ({
        client_id: params.client_id,
        client_secret: await rotateSecret(service, caller.customerId, params.client_id),
        warnings: [
          'The old secret is void: the application cannot refresh its tokens until it has the new one.',
        ],
      }),
    )

    app.get(
      '/api-admin/connections',
      {
        schema: {
          operationId: 'listConnections',
          summary: 'List the connections of your applications, and those you gave to others',
          description:
            'Every grant with a token that can still be used or refreshed. Events of a customer go to your webhooks only while one with a payroll scope is among them.',
          tags,
          response: { 200: Type.Array(Connection) },
        },
        config: read,
      },
      async ({ caller }) => {
        const rows = await listConnections(service.database.query, caller.customerId, service.clock.now())
        return rows.map((row) => ({
          ...row,
          created_at: timestamp(row.created_at),
          last_token_at: timestamp(row.last_token_at),
        }))
      },
    )

    app.delete(
      '/api-admin/connections/:id',
      {
        schema: {
          operationId: 'deleteConnection',
          summary: 'End a connection: its tokens stop at once',
          description:
            'Ends every grant that the application has of the customer, not only the one that is named. Deliveries that wait on them are skipped.',
          tags,
          params: closed({ id: Id }),
          response: { 204: Nothing },
        },
        config: { ...write, errors: [404] },
      },
      async ({ caller, params }, reply) => {
        await removeConnection(service, caller.customerId, params.id)
        return reply.code(204).send(null)
      },
    )
  }
}
