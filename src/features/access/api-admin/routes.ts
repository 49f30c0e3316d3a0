import { Type } from 'typebox'
import { managesAccount } from '../../../http/caller.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { changeClient, createClient, removeClient, removeConnection, rotateSecret } from './manage-clients.ts'
import { listClients, listConnections } from './queries.ts'
import {
  ApplicationUse,
  Client,
  ClientChanges,
  ClientId,
  Connection,
  CreatedClient,
  NewClient,
  RotatedSecret,
} from './schema.ts'
import { readUse } from './use.ts'
import { viewClient } from './view.ts'

const route = routeFor('api-admin')

const Nothing = Type.Null({ description: 'Done.' })

/** API management of applications and their connections. For API admins with the role owner or admin. */
export function apiAdminRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.addHook('onRequest', async ({ caller }) => {
      if (!caller.isApiAdmin) throw forbidden('API management is for API admins only.')
      if (!managesAccount(caller)) throw forbidden('API management needs the role owner or admin.')
    })

    route(app, {
      method: 'GET',
      path: '/api-admin/clients',
      operationId: 'listClients',
      summary: 'List your applications',
      description: 'Applications that this account registered, without their secrets.',
      response: { 200: Type.Array(Client) },
      handler: async ({ caller }) =>
        (await listClients(service.database.query, caller.customerId)).map(viewClient),
    })

    route(app, {
      method: 'POST',
      path: '/api-admin/clients',
      asksProof: true,
      operationId: 'createClient',
      summary: 'Register an application',
      description: 'Only this response shows the secret.',
      body: NewClient,
      response: { 201: CreatedClient },
      approvable: true,
      handler: async (request, reply) => {
        const { client, secret } = await createClient(service, request.caller, request.body)
        return reply.code(201).send({ ...viewClient(client), client_secret: secret })
      },
    })

    route(app, {
      method: 'PATCH',
      path: '/api-admin/clients/:client_id',
      asksProof: true,
      operationId: 'updateClient',
      summary: 'Change an application',
      description:
        'Omitted fields do not change. Redirect URIs must match exactly; the list replaces the old one. Changing `service_role` revokes tokens issued for client credentials.',
      params: { client_id: ClientId },
      body: ClientChanges,
      response: { 200: Client },
      errors: [404, 409],
      approvable: true,
      handler: async ({ caller, params, body }) =>
        viewClient(await changeClient(service, caller, params.client_id, body)),
    })

    route(app, {
      method: 'DELETE',
      path: '/api-admin/clients/:client_id',
      operationId: 'deleteClient',
      summary: 'Delete an application and end all its connections',
      description: 'Its tokens stop working immediately, and customers can no longer connect to it.',
      params: { client_id: ClientId },
      response: { 204: Nothing },
      errors: [404],
      handler: async ({ caller, params }, reply) => {
        await removeClient(service, caller.customerId, params.client_id)
        return reply.code(204).send(null)
      },
    })

    route(app, {
      method: 'POST',
      path: '/api-admin/clients/:client_id/rotate-secret',
      asksProof: true,
      operationId: 'rotateClientSecret',
      summary: 'Give an application a new secret',
      description:
        'The new secret is shown only once, and the old one stops working immediately. Issued tokens stay valid.',
      params: { client_id: ClientId },
      response: { 200: RotatedSecret },
      errors: [404, 409],
      handler: async ({ caller, params }) => ({
        client_id: params.client_id,
        client_secret: await rotateSecret(service, caller, params.client_id),
        warnings: [
          'The old secret no longer works: the application cannot refresh its tokens until it has the new one.',
        ],
      }),
    })

    route(app, {
      method: 'GET',
      path: '/api-admin/use',
      operationId: 'listApplicationUse',
      summary: 'List how much of their limits your applications use',
      description:
        'The current minute, for each connection (application and customer) and for each application over all its customers. Applications without calls are not listed.',
      response: { 200: Type.Array(ApplicationUse) },
      handler: ({ caller }) => readUse(service, caller.customerId),
    })

    route(app, {
      method: 'GET',
      path: '/api-admin/connections',
      operationId: 'listConnections',
      summary: 'List the connections of your applications, and those you granted to others',
      description:
        'Every grant with a token that can still be used or refreshed. You receive a customer’s events only while one of these grants has a payroll scope.',
      response: { 200: Type.Array(Connection) },
      handler: async ({ caller }) => {
        const rows = await listConnections(service.database.query, caller.customerId, service.clock.now())
        return rows.map((row) => ({
          ...row,
          created_at: timestamp(row.created_at),
          last_token_at: timestamp(row.last_token_at),
        }))
      },
    })

    route(app, {
      method: 'DELETE',
      path: '/api-admin/connections/:id',
      operationId: 'deleteConnection',
      summary: 'End a connection: its tokens stop working immediately',
      description:
        'Ends every grant that the customer gave to the application, not only the one named. Waiting deliveries are skipped.',
      response: { 204: Nothing },
      errors: [404],
      handler: async ({ caller, params }, reply) => {
        await removeConnection(service, caller.customerId, params.id)
        return reply.code(204).send(null)
      },
    })
  }
}
