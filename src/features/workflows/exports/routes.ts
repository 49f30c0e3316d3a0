import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { seesMasks } from '../../../http/masked-answers.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import { exportCompany, exportEmployee } from './export-company.ts'

const route = routeFor('exports')
const pathOf = ({ url }: Pick<FastifyRequest, 'url'>) => url.split('?')[0]

const produces = ['application/zip']
const response = { 200: Type.Unsafe<NodeJS.ReadableStream>({ type: 'string', format: 'binary' }) }

/** Routes to export all data. */
export function exportRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/export',
      operationId: 'exportCompany',
      summary: 'Export a company as a ZIP of CSV and JSON files',
      description:
        'With a README of the columns. The imports accept the CSV files: employees, opening figures as at the last pay date, pay history, standing items, bank accounts and super funds. The download is streamed and recorded in the audit log.',
      produces,
      response,
      asksProof: true,
      handler: async (request, reply) => {
        noteAudit(request, { action: 'company.exported', target: pathOf(request) })
        const zip = await exportCompany(service, request.company, seesMasks(request))
        return reply
          .type('application/zip')
          .header('content-disposition', `attachment; filename="company-${request.company.id}.zip"`)
          .send(zip)
      },
    })

    route(app, {
      method: 'GET',
      path: '/employees/:employee_id/export',
      operationId: 'exportEmployee',
      summary: 'Export everything stored about one employee as a ZIP, for a privacy request',
      description: 'Profile, terms, leave, pays and documents, as CSV and JSON.',
      produces,
      response,
      asksProof: true,
      errors: [404],
      handler: async (request, reply) => {
        noteAudit(request, { action: 'employee.exported', target: pathOf(request) })
        const { employee_id } = request.params
        const zip = await exportEmployee(service, request.caller, employee_id, seesMasks(request))
        return reply
          .type('application/zip')
          .header('content-disposition', `attachment; filename="employee-${employee_id}.zip"`)
          .send(zip)
      },
    })
  }
}
