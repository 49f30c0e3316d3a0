import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { managesAccount } from '../../../http/caller.ts'
import { isOwnSession } from '../../../http/limits.ts'
import { routeFor } from '../../../http/route.ts'
import { closed, words } from '../../../http/schema.ts'
import { sendCsv } from '../../../http/send-csv.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { putAccess, readAccess } from './access.ts'
import { changePortfolio, createPortfolio, readPortfolios, removePortfolio } from './portfolios.ts'
import { reviewAccess } from './queries.ts'
import {
  PersonAccess,
  PersonAccessUpdate,
  Portfolio,
  PortfolioCreate,
  PortfolioUpdate,
  ReviewEntry,
} from './schema.ts'

const route = routeFor('portfolios')

const WEB_ONLY = 'Only in the web app: an application cannot invite people.'

/** Access by company: portfolios, roles by company and the access review. For owners and admins only. */
export function portfolioRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.addHook('onRequest', refuseOthers)

    route(app, {
      method: 'GET',
      path: '/portfolios',
      operationId: 'listPortfolios',
      summary: 'List the portfolios',
      description: 'Groups of companies that roles can be given for, by name.',
      response: { 200: Type.Array(Portfolio) },
      handler: ({ caller }) => readPortfolios(service, caller),
    })

    route(app, {
      method: 'POST',
      path: '/portfolios',
      operationId: 'createPortfolio',
      summary: 'Create a portfolio',
      description: `${WEB_ONLY} A company may be in several portfolios.`,
      body: PortfolioCreate,
      response: { 201: Portfolio },
      errors: [400, 409],
      handler: async ({ caller, body }, reply) =>
        reply.code(201).send(await createPortfolio(service, caller, body)),
    })

    route(app, {
      method: 'PATCH',
      path: '/portfolios/:portfolio_id',
      operationId: 'updatePortfolio',
      summary: 'Rename a portfolio or replace its companies',
      description: `${WEB_ONLY} People with a role for the portfolio can reach its companies from their next request.`,
      body: PortfolioUpdate,
      response: { 200: Portfolio },
      errors: [400, 404, 409],
      approvable: true,
      handler: ({ caller, params, body }) => changePortfolio(service, caller, params.portfolio_id, body),
    })

    route(app, {
      method: 'DELETE',
      path: '/portfolios/:portfolio_id',
      operationId: 'deletePortfolio',
      summary: 'Delete a portfolio',
      description: `${WEB_ONLY} Refused with 409 while a person has a role for it.`,
      response: { 204: Type.Null({ description: 'Deleted.' }) },
      errors: [404, 409],
      handler: async ({ caller, params }, reply) => {
        await removePortfolio(service, caller, params.portfolio_id)
        return reply.code(204).send(null)
      },
    })
    registerAccess(app, service)
  }
}

function registerAccess(app: App, service: Service): void {
  route(app, {
    method: 'GET',
    path: '/access/people/:user_id',
    operationId: 'getPersonAccess',
    summary: 'Which companies a person reaches',
    description: 'All companies of the account, or roles for named companies and portfolios.',
    response: { 200: PersonAccess },
    errors: [404],
    handler: ({ caller, params }) => readAccess(service, caller, params.user_id),
  })

  route(app, {
    method: 'PUT',
    path: '/access/people/:user_id',
    operationId: 'putPersonAccess',
    summary: 'Give a person a role for named companies, or for the account',
    description: `${WEB_ONLY} Replaces the whole list. With the scope \`companies\` the person reaches these companies and no others, on these days: in the app, and through every application that the person gave access to. A company outside the role returns the same errors as a company of another customer. Owners and admins always have the account.`,
    body: PersonAccessUpdate,
    response: { 200: PersonAccess },
    errors: [400, 404, 409],
    approvable: true,
    handler: ({ caller, params, body }) => putAccess(service, caller, params.user_id, body),
  })

  route(app, {
    method: 'GET',
    path: '/access-review',
    operationId: 'reviewAccess',
    summary: 'Who can reach what, and since when',
    description:
      'A row for each person and company; one row without a company for a person whose role covers the account. Roles that begin later are listed too, those that ended are not.',
    query: closed({
      format: Type.Optional(words(['json', 'csv'] as const, { description: 'Default `json`.' })),
    }),
    response: { 200: Type.Array(ReviewEntry) },
    produces: ['application/json', 'text/csv'],
    handler: async ({ caller, query }, reply) => {
      const rows = await reviewAccess(service.database.query, caller.customerId, service.clock.today())
      const entries = rows.map((row): ReviewEntry => ({ ...row, since: timestamp(row.since) }))
      if (query.format !== 'csv') return entries
      const lines = entries.map((entry) => ({ ...entry, applications: entry.applications.join('; ') }))
      return sendCsv(reply, 'access-review.csv', CSV_COLUMNS, lines)
    },
  })
}

async function refuseOthers({ caller, method }: FastifyRequest): Promise<void> {
  if (!managesAccount(caller)) throw forbidden('Access is managed by an owner or admin of the account.')
  if (method !== 'GET' && !isOwnSession(caller))
    throw forbidden('Access is changed in the web app, not through an application.')
}

const CSV_COLUMNS = [
  ...['user_id', 'name', 'email', 'role', 'via', 'company_id', 'company', 'portfolio'],
  ...['from_date', 'to_date', 'since', 'given_by', 'applications'],
]
