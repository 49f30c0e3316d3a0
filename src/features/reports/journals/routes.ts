import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { closed, words } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import { notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { setAccounts } from './accounts.ts'
import { connect } from './connection.ts'
import { journalCsv } from './export.ts'
import { makeJournals } from './make.ts'
import { postJournal, requireJournal } from './post.ts'
import {
  type ConnectionRow,
  findConnection,
  loadAccounts,
  loadJournals,
  removeConnection,
} from './queries.ts'
import {
  ConnectionInput,
  ConnectionView,
  CSV_SYSTEMS,
  Journal,
  JournalAccount,
  JournalAccounts,
  JournalCreate,
  JournalQuery,
} from './schema.ts'
import { viewJournal } from './view.ts'

const route = routeFor('journals')

/** Routes for payroll journals in the company's accounting system. */
export function journalRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    registerChart(app, service)
    registerJournals(app, service)
    registerConnection(app, service)
  }
}

function registerChart(app: App, service: Service): void {
  route(app, {
    method: 'GET',
    path: '/company/:company_id/journal-accounts',
    operationId: 'listJournalAccounts',
    summary: 'List the accounts that journals use',
    description:
      'The account for each kind of amount; a row with a department takes precedence over one without.',
    response: { 200: Type.Array(JournalAccount) },
    handler: ({ company }) => loadAccounts(service.database.query, company.id),
  })

  route(app, {
    method: 'PUT',
    path: '/company/:company_id/journal-accounts',
    operationId: 'setJournalAccounts',
    summary: 'Replace the accounts that journals use',
    description:
      'One account for each kind of amount; expenses may have one for each department. Existing journals do not change until their run is journalled again.',
    body: JournalAccounts,
    response: { 200: Type.Array(JournalAccount) },
    handler: ({ company, body }) => setAccounts(service, company, body),
  })
}

function registerJournals(app: App, service: Service): void {
  route(app, {
    method: 'GET',
    path: '/company/:company_id/journals',
    operationId: 'listJournals',
    summary: 'List journals by date',
    description: 'Both dates are included. Reversals are included: the journals of a run add up to its pays.',
    query: JournalQuery,
    response: { 200: Type.Array(Journal) },
    handler: async ({ company, query }) =>
      (
        await loadJournals(service.database.query, company.id, {
          runId: query.pay_run_id,
          from: query.from_date,
          to: query.to_date,
        })
      ).map(viewJournal),
  })

  route(app, {
    method: 'POST',
    path: '/company/:company_id/journals',
    operationId: 'createJournal',
    summary: 'Journal a pay run from its current pays',
    description:
      'Balanced to the cent, expenses by department. 200: the current journal is already the same. 201: the new journal or, if the run or the accounts changed, a reversal of the old one and a new one. Dated with the last pay date of the run; corrections with the date of the journal they correct, unless `journal_date` is sent.',
    body: JournalCreate,
    response: { 200: Type.Array(Journal), 201: Type.Array(Journal) },
    errors: [404, 409],
    handler: async ({ company, caller, body }, reply) => {
      const { isNew, journals } = await makeJournals(service, company, caller.userId, body)
      const views = journals.map(viewJournal)
      if (isNew && body.dry_run) return reply.send(views.map((view) => ({ ...view, id: null })))
      return reply.code(isNew ? 201 : 200).send(views)
    },
  })

  route(app, {
    method: 'GET',
    path: '/company/:company_id/journals/:journal_id',
    operationId: 'getJournal',
    summary: 'Read one journal',
    description: 'With its lines, the journal it reverses, and whether it was posted.',
    response: { 200: Journal },
    errors: [404],
    handler: async ({ company, params }) =>
      viewJournal(await requireJournal(service, company, params.journal_id)),
  })

  route(app, {
    method: 'GET',
    path: '/company/:company_id/journals/:journal_id/file',
    operationId: 'getJournalFile',
    summary: 'A journal as a file for Xero, MYOB or QuickBooks',
    description: 'CSV with the columns of the system’s journal import. Not tested in the systems themselves.',
    produces: ['text/csv'],
    query: closed({ system: words(CSV_SYSTEMS) }),
    response: { 200: Type.Unsafe<string>({ type: 'string' }) },
    errors: [404],
    handler: async ({ company, params, query }, reply) => {
      const journal = await requireJournal(service, company, params.journal_id)
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="journal-${journal.id}-${query.system}.csv"`,
        })
        .send(journalCsv(journal, query.system, company.jurisdiction))
    },
  })

  route(app, {
    method: 'POST',
    path: '/company/:company_id/journals/:journal_id/post',
    operationId: 'postJournal',
    summary: 'Post a journal to the accounting system, once',
    description:
      'Returns a posted journal unchanged. If the system does not respond: 503, and the next call sends the same journal with the same key. If it refuses: 409 with its reason.',
    response: { 200: Journal },
    errors: [404, 409],
    emptyBody: true,
    handler: async ({ company, params }) =>
      viewJournal(await postJournal(service, company, params.journal_id)),
  })
}

function registerConnection(app: App, service: Service): void {
  const viewConnection = (row: ConnectionRow) => ({
    tenant_id: row.tenant_id,
    expires_at: row.expires_at && timestamp(row.expires_at),
    is_renewed: row.refresh_token !== null && service.ports.accounting.renew !== undefined,
    updated_at: timestamp(row.updated_at),
  })
  const path = '/company/:company_id/accounting-connection'
  route(app, {
    method: 'GET',
    path: path,
    operationId: 'getAccountingConnection',
    summary: 'The accounting connection that journals are posted to',
    description: 'The organisation in the accounting system; the access token is never shown.',
    response: { 200: ConnectionView },
    errors: [404],
    handler: async ({ company }) => {
      const row = await findConnection(service.database.query, company.id)
      if (!row) throw notFound('The company is not connected to an accounting system.')
      return viewConnection(row)
    },
  })

  route(app, {
    method: 'PUT',
    path: path,
    operationId: 'connectAccounting',
    summary: 'Connect the company to its accounting system',
    description:
      'Replaces the organisation and the tokens that journals are posted with. They are encrypted. With a refresh token, the service renews the access token shortly before it expires or when it is refused.',
    body: ConnectionInput,
    response: { 200: ConnectionView },
    handler: async ({ company, caller, body }) => {
      return viewConnection(await connect(service, company, caller.userId, body))
    },
  })

  route(app, {
    method: 'DELETE',
    path: path,
    operationId: 'disconnectAccounting',
    summary: 'Remove the connection to the accounting system',
    description: 'Journals that were posted stay posted; new ones wait for another connection.',
    response: { 204: Type.Null() },
    errors: [404],
    handler: async ({ company }, reply) => {
      const isGone = await service.database.transaction((tx) => removeConnection(tx, company.id))
      if (!isGone) throw notFound('The company is not connected to an accounting system.')
      return reply.code(204).send(null)
    },
  })
}
