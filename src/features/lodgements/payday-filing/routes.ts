import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { closed, words } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { registerSubmissionActions } from '../lodgements/action-routes.ts'
import { DryRunView, openText, SubmissionView } from '../lodgements/index.ts'
import { registerSubmissionReads, requireSubmission } from '../lodgements/read-routes.ts'
import { PaydaySelection } from './schema.ts'
import { filePays, requirePaydayFiling } from './submit.ts'

const route = routeFor('payday-filing')

/** Payday filing: employment information and employee details for Inland Revenue. */
export function paydayFilingRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'POST',
      path: '/payday-filing/:company_id/submit',
      operationId: 'submitPaydayFiling',
      summary: 'File pays with Inland Revenue',
      description:
        'Builds the employment information of each payday (with the details of employees who joined or left), checks it, stores it and sends it to the gateway. Filed pays that changed or were deleted lead to an amendment. 201: new. 200: everything is already filed, with the latest submission; or a dry run.',
      body: PaydaySelection,
      response: { 201: SubmissionView, 200: Type.Union([SubmissionView, DryRunView]) },
      errors: [400, 404, 409],
      handler: async (request, reply) => {
        const { company, caller } = request
        const { status, body } = await filePays({ service, company, userId: caller.userId }, request.body)
        return reply.code(status).send(body)
      },
    })

    registerSubmissionActions(app, service, {
      authority: 'IR',
      path: 'payday-filing',
      name: 'Payday',
      requireCountry: requirePaydayFiling,
      async again(caller, submission) {
        const { pay_date: date, is_final: isFinal } = submission
        const payday = { from_date: date, to_date: date, is_final_return: isFinal }
        return filePays({ service, ...caller }, payday, { resentId: submission.id })
      },
    })

    registerSubmissionReads(app, service, {
      office: 'IR',
      path: 'payday-filing',
      list: {
        operationId: 'listPaydaySubmissions',
        summary: 'List filings with Inland Revenue, newest first',
        description: 'Every submission with its state: queued, received, accepted or rejected.',
      },
      show: {
        operationId: 'getPaydaySubmission',
        summary: 'Read a filing with its records and its answer',
        description: 'The filing, record by record, with Inland Revenue’s reply.',
      },
      requireCountry: requirePaydayFiling,
    })

    route(app, {
      method: 'GET',
      path: '/payday-filing/:company_id/submissions/:submission_id/file',
      operationId: 'getPaydayFile',
      showsNumbers: true,
      summary: 'The file in Inland Revenue’s upload format',
      description: '404 for `employee-details` when no one joined or left.',
      query: closed({
        part: Type.Optional(
          words(['employment-information', 'employee-details'] as const, {
            default: 'employment-information',
          }),
        ),
      }),
      produces: ['text/csv'],
      response: { 200: Type.String() },
      errors: [404],
      handler: async (request, reply) => {
        const row = await requireSubmission(service, request.company.id, 'IR', request.params.submission_id)
        const part = request.query.part ?? 'employment-information'
        const isDetails = part === 'employee-details'
        const column = isDetails ? 'submissions.details' : 'submissions.content'
        const sealed = isDetails ? row.details : row.content
        if (sealed === null) throw notFound('No one joined or left: this filing has no employee details.')
        const name = `${part}-${row.pay_date}-${row.id}.csv`
        return reply
          .type('text/csv; charset=us-ascii')
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(openText(service.cipher, column, row.message_id, sealed))
      },
    })
  }
}
