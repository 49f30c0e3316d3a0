import { Type } from 'typebox'
import { closed, Id } from '../../http/schema.ts'
import type { App } from '../../http/types.ts'
import type { Service } from '../../service.ts'
import { printBrandOf } from '../branding/index.ts'
import { buildPayslip } from './build.ts'
import { drawPayslip } from './draw.ts'
import { loadPayslip } from './load.ts'

/** Payslips as PDF. */
export function payslipRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/company/:company_id/pays/:pay_id/payslip',
      {
        schema: {
          operationId: 'getPayslip',
          summary: 'The payslip of a pay, as PDF',
          description:
            'One A4 page for a normal pay. The employee’s fifteen payslip flags decide what it shows beside what the law asks for.',
          tags: ['Pays'],
          produces: ['application/pdf'],
          params: closed({ company_id: Id, pay_id: Id }),
          response: { 200: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
        },
        config: { scope: 'payroll.read', limit: 'pays', company: 'owner', errors: [404] },
      },
      async (request, reply) => {
        const { company, params } = request
        const payslip = buildPayslip(await loadPayslip(service, company, params.pay_id))
        const brand = await printBrandOf(service, company.customer_id)
        const pdf = await drawPayslip(payslip, service.clock.now(), brand)
        return reply
          .headers({
            'content-type': 'application/pdf',
            'content-disposition': `inline; filename="payslip-${params.pay_id}.pdf"`,
          })
          .send(pdf)
      },
    )
  }
}
