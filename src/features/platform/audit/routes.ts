import { type Static, Type } from 'typebox'
import type { AuditChange } from '../../../database/tables/operations.ts'
import { routeFor } from '../../../http/route.ts'
import { ANY_ID, CivilDateText, closed, component, nullable, Timestamp, words } from '../../../http/schema.ts'
import { sendCsvInParts } from '../../../http/send-csv.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { type AuditFilter, readAuditLog } from './queries.ts'
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
    outcome: Type.Integer({ description: 'The HTTP status of the response.' }),
    ip: nullable(Type.String()),
    request_id: nullable(Type.String()),
    reason: nullable(
      Type.String({ description: 'The reason that a partner’s officer gave for opening the account.' }),
    ),
    changes: Type.Array(
      closed({
        about: Type.String({ description: 'The record.' }),
        fields: Type.Record(Type.String(), Type.Array(Value, { minItems: 2, maxItems: 2 }), {
          description: 'Each field that changed: before, after.',
        }),
      }),
      { description: 'The changes of the write; tax and account numbers show only their last digits.' },
    ),
  }),
)

/** An entry as a CSV row, with its changes as JSON. */
const csvRow = ({ changes, ...entry }: Static<typeof AuditEntry>) => ({
  ...entry,
  changes: changes.length > 0 ? JSON.stringify(changes) : '',
})

const CSV_COLUMNS = [
  ...['id', 'at', 'user_id', 'user_name', 'user_email', 'client_id', 'action', 'target', 'outcome'],
  ...['ip', 'request_id', 'reason', 'changes'],
]

/** The customer's audit log, for its owner. */
export function auditRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/audit-log',
      operationId: 'listAuditLog',
      summary: 'Who did what, when, from where and with which outcome',
      description:
        'Sign-ins, tokens, consents, API management and every payroll write; newest first. For the next page, send the last `id` as `before`. As CSV without `limit`, all entries are sent as one file. Kept for at least 12 months. It contains no tax number, bank account number or secret. Only the owner of the account can read it.',
      query: closed({
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 500, description: 'Default 100; CSV returns all entries.' }),
        ),
        from_date: Type.Optional(CivilDateText),
        to_date: Type.Optional(CivilDateText),
        before: Type.Optional(Type.Integer({ ...ANY_ID, description: 'Only entries before this one.' })),
        company_id: Type.Optional(Type.Integer({ description: 'Only entries about this company.' })),
        employee_id: Type.Optional(Type.Integer({ description: 'Only actions about this employee.' })),
        user_id: Type.Optional(Type.Integer({ description: 'Only actions of this person.' })),
        client_id: Type.Optional(
          Type.String({ maxLength: 100, description: 'Only through this application.' }),
        ),
        action: Type.Optional(Type.String({ maxLength: 100, description: 'Only this operation.' })),
        format: Type.Optional(words(['json', 'csv'] as const, { description: 'Default `json`.' })),
      }),
      response: { 200: Type.Array(AuditEntry) },
      produces: ['application/json', 'text/csv'],
      handler: async ({ caller, query }, reply) => {
        if (caller.role !== 'owner') throw forbidden('Only the owner of the account can read the audit log.')
        await flushAudit(service)
        if (query.format === 'csv')
          return sendCsvInParts(
            reply,
            'audit-log.csv',
            CSV_COLUMNS,
            csvParts(service, caller.customerId, query),
          )
        return (await readAuditLog(service, caller.customerId, query)).map(viewEntry)
      },
    })
  }
}

const CSV_PART = 1000

/** Reads in batches from the newest entry back. With a limit, only one batch. */
async function* csvParts(service: Service, customerId: number, filter: AuditFilter) {
  let before = filter.before
  for (;;) {
    const page = { ...filter, limit: filter.limit ?? CSV_PART, ...(before === undefined ? {} : { before }) }
    const rows = await readAuditLog(service, customerId, page)
    yield rows.map((row) => csvRow(viewEntry(row)))
    before = rows.at(-1)?.id
    if (filter.limit !== undefined || rows.length < CSV_PART) return
  }
}

const viewEntry = (row: Awaited<ReturnType<typeof readAuditLog>>[number]) => ({
  ...row,
  at: timestamp(row.at),
  changes: viewChanges(row.changes),
})

function viewChanges(changes: readonly AuditChange[] | null) {
  return (changes ?? []).map(({ about, fields }) => ({
    about,
    fields: Object.fromEntries(Object.entries(fields).map(([name, pair]) => [name, [...pair]])),
  }))
}
