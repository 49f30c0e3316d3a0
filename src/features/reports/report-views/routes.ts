import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { DeliveryInput, ReportViewInput, ReportViewShown } from './schema.ts'
import { changeSaved, readViews, removeSaved, saveReport, startDelivery, stopDelivery } from './views.ts'

const route = routeFor('report-views')
const url = '/company/:company_id/report-views'

/** Routes for saved reports and their delivery by e-mail. */
export function reportViewRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: url,
      operationId: 'listReportViews',
      summary: 'Your saved report views, and those that others share',
      description: 'Every view with its current dates, and how often it is mailed to you.',
      response: { 200: Type.Array(ReportViewShown) },
      limit: 'lookup',
      handler: ({ caller, company }) => readViews(service, caller, company),
    })

    route(app, {
      method: 'POST',
      path: url,
      operationId: 'createReportView',
      summary: 'Save a report with its parameters',
      description: 'It belongs to you; with `is_shared` everyone who may read the company sees it.',
      body: ReportViewInput,
      response: { 201: ReportViewShown },
      errors: [400, 409],
      handler: async ({ caller, company, body }, reply) =>
        reply.code(201).send(await saveReport(service, caller, company, body)),
    })

    route(app, {
      method: 'PUT',
      path: `${url}/:view_id`,
      operationId: 'putReportView',
      summary: 'Change a saved view',
      description:
        'Only the person who saved the view can change it. If it is no longer shared, it is no longer mailed to others.',
      body: ReportViewInput,
      response: { 200: ReportViewShown },
      errors: [400, 404],
      handler: ({ caller, company, params, body }) =>
        changeSaved(service, caller, company, params.view_id, body),
    })

    route(app, {
      method: 'DELETE',
      path: `${url}/:view_id`,
      operationId: 'deleteReportView',
      summary: 'Delete a saved view',
      description: 'Only the person who saved the view can delete it. It is then no longer mailed to anyone.',
      response: { 204: Type.Null({ description: 'Deleted.' }) },
      errors: [404],
      handler: async ({ caller, company, params }, reply) => {
        await removeSaved(service, caller, company, params.view_id)
        return reply.code(204).send(null)
      },
    })

    route(app, {
      method: 'PUT',
      path: `${url}/:view_id/delivery`,
      operationId: 'putReportDelivery',
      summary: 'Have a saved view mailed to you',
      description:
        'E-mails the report to your own address, as XLSX, each Monday or on the first of each month. It is created with your access on that day, and ends when you can no longer read the company.',
      body: DeliveryInput,
      response: { 200: ReportViewShown },
      errors: [404],
      handler: ({ caller, company, params, body }) =>
        startDelivery(service, caller, company, params.view_id, body.every),
    })

    route(app, {
      method: 'DELETE',
      path: `${url}/:view_id/delivery`,
      operationId: 'deleteReportDelivery',
      summary: 'Stop the e-mails of a saved view',
      description: 'Stops only your e-mails; other people still get theirs.',
      response: { 204: Type.Null({ description: 'Stopped.' }) },
      errors: [404],
      handler: async ({ caller, company, params }, reply) => {
        await stopDelivery(service, caller, company, params.view_id)
        return reply.code(204).send(null)
      },
    })
  }
}
