import { Type } from 'typebox'
import { closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { listFiles } from './queries.ts'
import {
  Contribution,
  ContributionQuery,
  OverpaidSettle,
  SuperFileCreate,
  SuperFilePaid,
  SuperFileView,
} from './schema.ts'
import {
  cancelFile,
  createFile,
  listContributions,
  payFile,
  readFile,
  requireContributionFile,
  settleOverpaid,
  viewFile,
} from './service.ts'

const tags = ['Super payments']
const CompanyPath = closed({ company_id: Id })
const FilePath = closed({ company_id: Id, file_id: Id })
const read = { scope: 'payroll.read', limit: 'default', company: 'owner' } as const
const write = { scope: 'payroll.write', limit: 'default', company: 'owner' } as const

/** What is owed to super funds, and the files to pay it with. */
export function superPaymentRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/super-payments/:company_id/contributions',
      {
        schema: {
          operationId: 'listSuperContributions',
          summary: 'List the super contributions of processed pays',
          description: 'One row for each pay and fund, by pay date. Dates are pay dates, both included.',
          tags,
          params: CompanyPath,
          querystring: ContributionQuery,
          response: { 200: Type.Array(Contribution) },
        },
        config: read,
      },
      (request) => listContributions(service, request.company, request.query),
    )

    app.post(
      '/super-payments/:company_id/files',
      {
        schema: {
          operationId: 'createSuperFile',
          summary: 'Make a contribution file (SAFF 1.0)',
          description:
            'Holds what is open of the run’s contributions, or of everything open: an added pay as a line of its own, a corrected one as the difference. 409 when there is none. A fund of which the file must say more than is known is refused with the employee’s name and what is missing.',
          tags,
          params: CompanyPath,
          body: SuperFileCreate,
          response: { 201: SuperFileView },
        },
        config: { ...write, errors: [400, 404, 409] },
      },
      async (request, reply) =>
        reply.code(201).send(await createFile(service, request.company, request.body)),
    )

    app.get(
      '/super-payments/:company_id/files',
      {
        schema: {
          operationId: 'listSuperFiles',
          summary: 'List the contribution files, newest first',
          description: 'Files that were cancelled are among them.',
          tags,
          params: CompanyPath,
          response: { 200: Type.Array(SuperFileView) },
        },
        config: read,
      },
      async (request) => {
        requireContributionFile(request.company)
        return (await listFiles(service.database.query, request.company.id)).map(viewFile)
      },
    )

    app.get(
      '/super-payments/:company_id/files/:file_id',
      {
        schema: {
          operationId: 'getSuperFile',
          summary: 'Download a contribution file',
          description: 'The same bytes every time, as CSV in the alternative file format.',
          tags,
          params: FilePath,
          produces: ['text/csv'],
          response: { 200: Type.String() },
        },
        config: { ...read, errors: [404] },
      },
      async (request, reply) => {
        const { name, text } = await readFile(service, request.company, request.params.file_id)
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(text)
      },
    )

    app.patch(
      '/super-payments/:company_id/files/:file_id',
      {
        schema: {
          operationId: 'paySuperFile',
          summary: 'Record that a contribution file was paid',
          description:
            'From then on its contributions count as paid; the date decides whether they were in time.',
          tags,
          params: FilePath,
          body: SuperFilePaid,
          response: { 200: SuperFileView },
        },
        config: { ...write, errors: [400, 404] },
      },
      (request) => payFile(service, request.company, request.params.file_id, request.body.paid_on),
    )

    app.post(
      '/super-payments/:company_id/files/:file_id/cancel',
      {
        schema: {
          operationId: 'cancelSuperFile',
          summary: 'Cancel a contribution file that was not paid',
          description: 'Its contributions are open again.',
          tags,
          params: FilePath,
          response: { 200: SuperFileView },
        },
        config: { ...write, errors: [400, 404, 409] },
      },
      (request) => cancelFile(service, request.company, request.params.file_id),
    )

    app.post(
      '/super-payments/:company_id/settlements',
      {
        schema: {
          operationId: 'settleOverpaidSuper',
          summary: 'Record that overpaid super was settled with the fund',
          description: 'Answers the contributions of the pay as they stand then.',
          tags,
          params: CompanyPath,
          body: OverpaidSettle,
          response: { 201: Type.Array(Contribution) },
        },
        config: { ...write, errors: [400, 409] },
      },
      async (request, reply) =>
        reply
          .code(201)
          .send(await settleOverpaid(service, request.company, request.caller.userId, request.body)),
    )
  }
}
