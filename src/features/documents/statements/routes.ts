import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { CivilDateText, closed } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { certificatePdf, etpSummaryPdf, yearToDatePdf } from './make.ts'

const route = routeFor('statements')
const path = '/company/:company_id/employees/:employee_id'
const dates = closed({ from_date: Type.Optional(CivilDateText), to_date: Type.Optional(CivilDateText) })
const Pdf = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })
const pdf = {
  produces: ['application/pdf'],
  response: { 200: Pdf },
  errors: [404],
  showsNumbers: true as const,
}
const headers = (name: string) => ({
  'content-type': 'application/pdf',
  'content-disposition': `inline; filename="${name}.pdf"`,
})

/** Documents about an employee's pay, as PDF. */
export function statementRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: `${path}/year-to-date-statement`,
      operationId: 'getYearToDateStatement',
      summary: 'Year-to-date statement of an employee, as PDF',
      description:
        'Earnings, tax, deductions and contributions of the pays between two pay dates; by default from the start of the tax year. The official income statement comes from the tax office.',
      query: dates,
      ...pdf,
      handler: async ({ company, params: { employee_id: id }, query }, reply) =>
        reply.headers(headers(`year-to-date-${id}`)).send(await yearToDatePdf(service, company, id, query)),
    })

    route(app, {
      method: 'GET',
      path: `${path}/certificate-of-earnings`,
      operationId: 'getCertificateOfEarnings',
      summary: 'Certificate of earnings of an employee, as PDF',
      description:
        'Employment and earnings by month for a bank, a landlord or an agency; by default of the last twelve months.',
      query: dates,
      ...pdf,
      handler: async ({ company, params: { employee_id: id }, query }, reply) =>
        reply.headers(headers(`certificate-${id}`)).send(await certificatePdf(service, company, id, query)),
    })

    route(app, {
      method: 'GET',
      path: `${path}/etp-summary`,
      operationId: 'getEtpSummary',
      summary: 'Summary of an employee’s termination payments, as PDF',
      description:
        'Australia: each employment termination payment by its code, taxable and tax-free, with lump sums A, B and D.',
      ...pdf,
      handler: async ({ company, params: { employee_id: id } }, reply) =>
        reply.headers(headers(`etp-summary-${id}`)).send(await etpSummaryPdf(service, company, id)),
    })
  }
}
