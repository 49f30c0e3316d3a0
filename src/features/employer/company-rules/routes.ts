import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { readRules } from './queries.ts'
import { changeRules, requireRuler } from './rules.ts'
import { CompanyRules, CompanyRulesChange } from './schema.ts'

const route = routeFor('company-rules')
const path = '/company/:company_id/rules'

/** Rules of a company that apply to callers in addition to their role. */
export function companyRulesRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.addHook('onRequest', async ({ caller, method }) => {
      if (method === 'PATCH') requireRuler(caller)
    })
    route(app, {
      method: 'GET',
      path,
      operationId: 'getCompanyRules',
      summary: 'Read the rules of a company',
      description:
        'Whether applications see numbers masked, and what needs two people. Everything is off by default.',
      response: { 200: CompanyRules },
      handler: ({ company }) => readRules(service.database.query, company),
    })

    route(app, {
      method: 'PATCH',
      path,
      operationId: 'changeCompanyRules',
      summary: 'Change the rules of a company',
      description:
        'In the web app, as owner or admin. Omitted rules do not change. While anything needs two people, so does a change of the rules.',
      body: CompanyRulesChange,
      response: { 200: CompanyRules },
      errors: [409],
      approvable: true,
      handler: ({ company, body }) => changeRules(service, company, body),
    })
  }
}
