import { Type } from 'typebox'
import { CivilDateText, closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { certificatePdf, etpSummaryPdf, yearToDatePdf } from './make.ts'

const params = closed({ company_id: Id, employee_id: Id })
const dates = closed({ from_date: Type.Optional(CivilDateText), to_date: Type.Optional(CivilDateText) })
const Pdf = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })
const about = (operationId: string, summary: string, description: string) => ({
  operationId,
  summary,
  description,
  tags: ['Reports'],
  produces: ['application/pdf'],
  params,
  response: { 200: Pdf },
})
const config = { scope: 'payroll.read', limit: 'default', company: 'owner', errors: [404] } as const
const headers = (name: string) => ({
  'content-type': 'application/pdf',
  'content-disposition': `inline; filename="${name}.pdf"`,
})

/** Documents about an employee's pay, as PDF. */
export function statementRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    const path = '/company/:company_id/employees/:employee_id'
    app.get(
      `${path}/year-to-date-statement`,
      {
        schema: {
          ...about(
            'getYearToDateStatement',
            'Year-to-date statement of an employee, as PDF',
            'Earnings, tax, deductions and contributions of the pays between two pay dates; from the start of the tax year when none is named. The income statement itself is the tax office’s.',
          ),
          querystring: dates,
        },
        config,
      },
      async ({ company, params: { employee_id: id }, query }, reply) =>
        reply.headers(headers(`year-to-date-${id}`)).send(await yearToDatePdf(service, company, id, query)),
    )

    app.get(
      `${path}/certificate-of-earnings`,
      {
        schema: {
          ...about(
            'getCertificateOfEarnings',
            'Certificate of earnings of an employee, as PDF',
            'Employment and earnings by month for a bank, a landlord or an agency; of the last twelve months when no dates are named.',
          ),
          querystring: dates,
        },
        config,
      },
      async ({ company, params: { employee_id: id }, query }, reply) =>
        reply.headers(headers(`certificate-${id}`)).send(await certificatePdf(service, company, id, query)),
    )

    app.get(
      `${path}/etp-summary`,
      {
        schema: about(
          'getEtpSummary',
          'Summary of an employee’s termination payments, as PDF',
          'Australia: each employment termination payment by its code, taxable and tax-free, with lump sums A, B and D.',
        ),
        config,
      },
      async ({ company, params: { employee_id: id } }, reply) =>
        reply.headers(headers(`etp-summary-${id}`)).send(await etpSummaryPdf(service, company, id)),
    )
  }
}
