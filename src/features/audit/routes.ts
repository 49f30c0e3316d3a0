import { Type } from 'typebox'
import { CivilDateText, closed, component, nullable, Timestamp } from '../../http/schema.ts'
import type { App } from '../../http/types.ts'
import { timestamp } from '../../http/view.ts'
import { forbidden } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { readAuditLog } from './queries.ts'
import { flushAudit } from './record.ts'

const AuditEntry = component(
  'AuditEntry',
  closed({
    id: Type.Integer(),
    at: Timestamp,
    user_id: nullable(Type.Integer()),
    user_email: nullable(Type.String()),
    client_id: nullable(Type.String()),
    action: Type.String({
      description: 'The operation, or `sign-in`, `consent.allow`, `token` and the like.',
    }),
    target: nullable(Type.String({ description: 'The record or connection it was about.' })),
    outcome: Type.Integer({ description: 'The HTTP status that was answered.' }),
    ip: nullable(Type.String()),
    request_id: nullable(Type.String()),
  }),
)

/** The customer's audit log, for its owner. */
export function auditRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/audit-log',
      {
        schema: {
          operationId: 'listAuditLog',
          summary: 'Who did what, when, from where and with which outcome',
          description:
            'Sign-ins, tokens, consents, API management and every payroll write; newest first. Kept for at least 12 months. It holds no tax number, bank account number or secret. Only the owner of the account can read it.',
          tags: ['Audit log'],
          querystring: closed({
            limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
            from_date: Type.Optional(CivilDateText),
            to_date: Type.Optional(CivilDateText),
          }),
          response: { 200: Type.Array(AuditEntry) },
        },
        config: { scope: 'payroll.read', limit: 'default' },
      },
      async ({ caller, query }) => {
        if (caller.role !== 'owner') throw forbidden('Only the owner of the account can read the audit log.')
        await flushAudit(service)
        const rows = await readAuditLog(service, caller.customerId, query)
        return rows.map((row) => ({ ...row, at: timestamp(row.at) }))
      },
    )
  }
}
