import { Type } from 'typebox'
import { closed, Id } from '../../http/schema.ts'
import type { App } from '../../http/types.ts'
import type { Service } from '../../service.ts'
import { printBrandOf } from '../branding/index.ts'
import { SnapshotView } from '../snapshots/index.ts'
import { buildPayslip } from './build.ts'
import { drawPayslip } from './draw.ts'
import { loadPayslip, readSnapshot } from './load.ts'

/** Payslips as PDF. */
export function payslipRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/company/:company_id/pays/:pay_id/snapshot',
      {
        schema: {
          operationId: 'getPaySnapshot',
          summary: 'What a pay remembers of the employee and the employer',
          description:
            'Names, address, terms, accounts and funds as they stood when the pay was processed. Its payslip, bank file and contribution file are made of these; a rebuild keeps them unless it is sent with `renew_snapshot=true`. Numbers are masked.',
          tags: ['Pays'],
          params: closed({ company_id: Id, pay_id: Id }),
          response: { 200: SnapshotView },
        },
        config: { scope: 'payroll.read', limit: 'pays', company: 'owner', errors: [404] },
      },
      (request) => readSnapshot(service, request.company, request.params.pay_id),
    )

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
        const parts = await loadPayslip(service, company, params.pay_id)
        const brand = await printBrandOf(service, company.customer_id)
        const pdf = await drawPayslip(buildPayslip(parts), parts.madeAt, brand)
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
