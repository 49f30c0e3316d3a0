import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import { saying } from '../../../http/view.ts'
import type { Service } from '../../../service.ts'
import { FileLine, ReturnCreate, ReturnsView, viewLine } from '../payments/index.ts'
import {
  cancelFile,
  createFile,
  listContributions,
  listFileLines,
  payFile,
  readFile,
  requireContributionFile,
  viewFile,
} from './contribution-files.ts'
import { listFiles } from './queries.ts'
import {
  Contribution,
  ContributionQuery,
  OverpaidSettle,
  SuperFileCreate,
  SuperFilePaid,
  SuperFileView,
} from './schema.ts'
import { returnContributions, settleSuper } from './settle.ts'
import { sendFile } from './transmit.ts'

const route = routeFor('super-payments')

/** Routes for super owed to funds, and for contribution files. */
export function superPaymentRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/super-payments/:company_id/contributions',
      operationId: 'listSuperContributions',
      summary: 'List the super contributions of processed pays',
      description: 'One row for each pay and fund, by pay date. Dates are pay dates, both included.',
      query: ContributionQuery,
      response: { 200: Type.Array(Contribution) },
      handler: (request) => listContributions(service, request.company, request.query),
    })

    route(app, {
      method: 'POST',
      path: '/super-payments/:company_id/files',
      operationId: 'createSuperFile',
      approvable: true,
      summary: 'Create a contribution file (SAFF 1.0)',
      description:
        'Contains the open contributions of the run, of named pays, or of the company: an added pay as a separate line, a corrected one as the difference. 409 when there is none. A member who cannot be in the file (no fund, or required details are missing) is left out and listed, and the contribution stays open; `is_strict` refuses the whole file instead.',
      body: SuperFileCreate,
      response: { 201: SuperFileView },
      errors: [400, 404, 409],
      handler: async (request, reply) =>
        reply.code(201).send(await createFile(service, request.company, request.body)),
    })

    route(app, {
      method: 'GET',
      path: '/super-payments/:company_id/files',
      operationId: 'listSuperFiles',
      summary: 'List the contribution files, newest first',
      description: 'Includes cancelled files.',
      response: { 200: Type.Array(SuperFileView) },
      handler: async (request) => {
        requireContributionFile(request.company)
        const files = await listFiles(service.database.query, request.company.id)
        return files.map((file) => viewFile(service, file))
      },
    })

    route(app, {
      method: 'GET',
      path: '/super-payments/:company_id/files/:file_id',
      operationId: 'getSuperFile',
      showsNumbers: true,
      summary: 'Download a contribution file',
      description: 'CSV in the alternative file format, always with the same bytes.',
      produces: ['text/csv'],
      response: { 200: Type.String() },
      errors: [404],
      handler: async (request, reply) => {
        const { name, text } = await readFile(service, request.company, request.params.file_id)
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(text)
      },
    })

    route(app, {
      method: 'GET',
      path: '/super-payments/:company_id/files/:file_id/lines',
      operationId: 'listSuperFileLines',
      summary: 'List the contributions of a file with the outcome of each',
      description:
        'The members whose contributions were paid, and those that a fund returned, with the day and the reason.',
      response: { 200: Type.Array(FileLine) },
      errors: [404],
      handler: async ({ company, params }) => {
        const lines = await listFileLines(service, company, params.file_id)
        return lines.map(viewLine)
      },
    })

    route(app, {
      method: 'PATCH',
      path: '/super-payments/:company_id/files/:file_id',
      operationId: 'paySuperFile',
      summary: 'Record that a contribution file was paid',
      description:
        'From then on its contributions count as paid; the date decides whether they were on time.',
      body: SuperFilePaid,
      response: { 200: SuperFileView },
      errors: [400, 404],
      handler: (request) => payFile(service, request.company, request.params.file_id, request.body),
    })

    route(app, {
      method: 'POST',
      path: '/super-payments/:company_id/files/:file_id/cancel',
      operationId: 'cancelSuperFile',
      summary: 'Cancel a contribution file that was not paid',
      description: 'Its contributions are open again.',
      response: { 200: SuperFileView },
      errors: [400, 404, 409],
      handler: (request) => cancelFile(service, request.company, request.params.file_id),
    })

    route(app, {
      method: 'POST',
      path: '/super-payments/:company_id/files/:file_id/send',
      operationId: 'sendSuperFile',
      summary: 'Send a contribution file to the funds',
      description:
        'Sends the file through the configured provider. Funds reply row by row: a refused or later returned contribution is open again for exactly that member. If the provider does not respond, the service retries in the background. Returns 409 if files are uploaded by hand.',
      response: { 200: SuperFileView },
      errors: [400, 404, 409],
      handler: ({ company, params }) => sendFile(service, company, params.file_id),
    })

    route(app, {
      method: 'POST',
      path: '/super-payments/:company_id/files/:file_id/returns',
      operationId: 'returnContributions',
      summary: 'Record contributions that a fund returned',
      description:
        'By employee or by pay. Exactly those contributions are open again; everyone else in the file stays paid. They are held back from the next files until they are redirected to the right fund (`payments/redirects`, kind `super`) or settled by hand.',
      body: ReturnCreate,
      response: { 201: ReturnsView },
      errors: [400, 404, 409],
      handler: async (request, reply) => {
        const { company, params, body } = request
        const { returned, warnings } = await returnContributions(service, company, params.file_id, body)
        return reply.code(201).send(saying({ returned }, warnings))
      },
    })

    route(app, {
      method: 'POST',
      path: '/super-payments/:company_id/settlements',
      operationId: 'settleOverpaidSuper',
      summary: 'Record that super was settled without a contribution file',
      description:
        'Overpaid super that the fund refunded or carried over, or open super that was paid by hand. Returns the contributions of the pay after the change.',
      body: OverpaidSettle,
      response: { 201: Type.Array(Contribution) },
      errors: [400, 409],
      handler: async (request, reply) =>
        reply
          .code(201)
          .send(await settleSuper(service, request.company, request.caller.userId, request.body)),
    })
  }
}
