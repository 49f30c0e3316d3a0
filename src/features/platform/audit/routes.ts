import { Type } from 'typebox'
import type { AuditChange } from '../../../database/tables/operations.ts'
import { routeFor } from '../../../http/route.ts'
import { CivilDateText, closed, component, nullable, Timestamp } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { readAuditLog } from './queries.ts'
import { flushAudit } from './record.ts'

const route = routeFor('audit')

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

const AuditEntry = component(
  'AuditEntry',
  closed({
    id: Type.Integer(),
    at: Timestamp,
    user_id: nullable(Type.Integer()),
    user_email: nullable(Type.String()),
    user_name: nullable(Type.String()),
    client_id: nullable(Type.String()),
    action: Type.String({
      description: 'The operation, or `sign-in`, `consent.allow`, `token` and the like.',
    }),
    target: nullable(Type.String({ description: 'The record or connection it was about.' })),
    outcome: Type.Integer({ description: 'The HTTP status that was answered.' }),
    ip: nullable(Type.String()),
    request_id: nullable(Type.String()),
    changes: Type.Array(
      closed({
        about: Type.String({ description: 'The record.' }),
        fields: Type.Record(Type.String(), Type.Array(Value, { minItems: 2, maxItems: 2 }), {
          description: 'Each field that changed: before, after.',
        }),
      }),
      { description: 'What the write changed; numbers of taxes and accounts by their last digits only.' },
    ),
  }),
)

/** The customer's audit log, for its owner. */
export function auditRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/audit-log',
      operationId: 'listAuditLog',
      summary: 'Who did what, when, from where and with which outcome',
      description:
        'Sign-ins, tokens, consents, API management and every payroll write; newest first. Kept for at least 12 months. It holds no tax number, bank account number or secret. Only the owner of the account can read it.',
      query: closed({
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
        from_date: Type.Optional(CivilDateText),
        to_date: Type.Optional(CivilDateText),
      }),
      response: { 200: Type.Array(AuditEntry) },
      handler: async ({ caller, query }) => {
        if (caller.role !== 'owner') throw forbidden('Only the owner of the account can read the audit log.')
        await flushAudit(service)
        const rows = await readAuditLog(service, caller.customerId, query)
        return rows.map((row) => ({ ...row, at: timestamp(row.at), changes: viewChanges(row.changes) }))
      },
    })
  }
}

function viewChanges(changes: readonly AuditChange[] | null) {
  return (changes ?? []).map(({ about, fields }) => ({
    about,
    fields: Object.fromEntries(Object.entries(fields).map(([name, pair]) => [name, [...pair]])),
  }))
}
