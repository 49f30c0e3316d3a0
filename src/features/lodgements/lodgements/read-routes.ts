import { Type } from 'typebox'
import type { Company } from '../../../database/tables/companies.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import { formatName } from '../../../http/view.ts'
import { notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { loadOutcomes } from './load-answered.ts'
import { findSubmission, listSubmissions } from './queries.ts'
import { SubmissionListed, SubmissionView } from './schema.ts'
import { openText } from './seal.ts'
import { viewSubmission, viewSubmissions } from './view.ts'

type Office = Parameters<typeof findSubmission>[2]

type Wording = {
  office: Office
  /** The feature's name, which is also the first segment of its paths. */
  path: 'single-touch' | 'payday-filing'
  list: { operationId: string; summary: string; description: string }
  show: { operationId: string; summary: string; description: string }
  /** Refuses a company of the other country. */
  requireCountry(company: Company): void
}

/** Submissions to an authority: the list, and one submission with its document and answer. */
export function registerSubmissionReads(app: App, service: Service, wording: Wording): void {
  const { office, path } = wording
  const route = routeFor(path)
  route(app, {
    method: 'GET',
    path: `/${path}/:company_id/submissions`,
    ...wording.list,
    response: { 200: Type.Array(SubmissionListed) },
    handler: async ({ company }) => {
      wording.requireCountry(company)
      const rows = await listSubmissions(service.database.query, company.id, office)
      return viewSubmissions(service.database.query, rows)
    },
  })

  route(app, {
    method: 'GET',
    path: `/${path}/:company_id/submissions/:submission_id`,
    ...wording.show,
    showsNumbers: true,
    response: { 200: SubmissionView },
    errors: [404],
    handler: async ({ company, params }) => {
      const row = await requireSubmission(service, company.id, office, params.submission_id)
      const view = await viewSubmission(service.database.query, row)
      const document = openText(service.cipher, 'submissions.document', row.message_id, row.document)
      const lines = (await loadOutcomes(service.database.query, row.id)).map(
        ({ first_name, last_name, ...line }) => ({
          ...line,
          format_name: formatName({ first_name, last_name }),
        }),
      )
      return { ...view, document: JSON.parse(document), lines }
    },
  })
}

/** The submission of the company with this id, or 404. */
export async function requireSubmission(service: Service, companyId: number, office: Office, id: number) {
  const row = await findSubmission(service.database.query, companyId, office, id)
  if (!row) throw notFound(`No submission of this company has the id ${id}.`)
  return row
}
