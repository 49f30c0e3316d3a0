import { type Static, Type } from 'typebox'
import { ANY_ID, closed, component, nullable, Timestamp } from '../../../http/schema.ts'

export const RequestLogQuery = closed({
  client_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only of this application.' })),
  is_error: Type.Optional(
    Type.Boolean({ description: 'True: only refused or failed requests. False: all others.' }),
  ),
  before: Type.Optional(Type.Integer({ ...ANY_ID, description: 'Only requests before this one.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
})

export const LoggedRequestView = component(
  'LoggedRequest',
  closed(
    {
      id: Type.Integer(),
      at: Timestamp,
      client_id: Type.String(),
      application: Type.String(),
      customer: Type.String({ description: 'The user for whom the application called.' }),
      method: Type.String(),
      path: Type.String({ description: 'With the names of its parameters in place of their values.' }),
      operation: nullable(Type.String()),
      status: Type.Integer(),
      duration_ms: Type.Integer(),
      request_id: Type.String({ description: 'The `x-request-id` of the response.' }),
      error: nullable(Type.String(), {
        description:
          'The body of an error, at most 2,000 characters; long numbers show only their last two digits.',
      }),
    },
    {
      examples: [
        {
          id: 88,
          at: '2026-11-18T00:00:00',
          client_id: 'demo-client',
          application: 'Timesheets',
          customer: 'Harbour Cafe',
          method: 'PUT',
          path: '/api/company/{company_id}/pays/create',
          operation: 'createPays',
          status: 400,
          duration_ms: 34,
          request_id: 'req-1a',
          error: '{"detail":"Company not found."}',
        },
      ],
    },
  ),
)
export type LoggedRequestView = Static<typeof LoggedRequestView>
