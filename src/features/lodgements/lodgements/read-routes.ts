import { Type } from 'typebox'
import type { Company } from '../../../database/tables/companies.ts'
import { closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { findSubmission, listSubmissions } from './queries.ts'
import { SubmissionListed, SubmissionView } from './schema.ts'
import { openText } from './seal.ts'
import { viewSubmission, viewSubmissions } from './view.ts'

const CompanyPath = closed({ company_id: Id })
export const SubmissionPath = closed({ company_id: Id, submission_id: Id })
const read = { scope: 'payroll.read', limit: 'default', company: 'owner' } as const

type Office = Parameters<typeof findSubmission>[2]

type Wording = {
  office: Office
  /** The first part of the paths: `single-touch`. */
  path: string
  tags: string[]
  list: { operationId: string; summary: string; description: string }
  show: { operationId: string; summary: string; description: string }
  /** Refuses a company of the other country. */
  requireCountry(company: Company): void
}

/** What was lodged with an office: the list, and one submission with its document and its answer. */
export function registerSubmissionReads(app: App, service: Service, wording: Wording): void {
  const { office, path, tags } = wording
  app.get(
    `/${path}/:company_id/submissions`,
    {
      schema: {
        ...wording.list,
        tags,
        params: CompanyPath,
        response: { 200: Type.Array(SubmissionListed) },
      },
      config: read,
    },
    async ({ company }) => {
      wording.requireCountry(company)
      const rows = await listSubmissions(service.database.query, company.id, office)
      return viewSubmissions(service.database.query, rows)
    },
  )

  app.get(
    `/${path}/:company_id/submissions/:submission_id`,
    {
      schema: { ...wording.show, tags, params: SubmissionPath, response: { 200: SubmissionView } },
      config: { ...read, errors: [404] },
    },
    async ({ company, params }) => {
      const row = await requireSubmission(service, company.id, office, params.submission_id)
      const view = await viewSubmission(service.database.query, row)
      const document = openText(service.cipher, 'submissions.document', row.message_id, row.document)
      return { ...view, document: JSON.parse(document) }
    },
  )
}

/** The submission of the company with this id, or 404. */
export async function requireSubmission(service: Service, companyId: number, office: Office, id: number) {
  const row = await findSubmission(service.database.query, companyId, office, id)
  if (!row) throw notFound(`No submission of this company has the id ${id}.`)
  return row
}
