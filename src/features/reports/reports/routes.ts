import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { seesMasks } from '../../../http/masked-answers.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { printBrandOf } from '../../platform/branding/index.ts'
import { writeCsv } from './formats/csv.ts'
import { writeJson } from './formats/json.ts'
import { writePdf } from './formats/pdf.ts'
import { fileName, writeXlsx, XLSX_TYPE } from './formats/xlsx.ts'
import type { StartedReport } from './model/report.ts'
import { reportsOf, startReport, suggestedDates } from './run.ts'
import { type Format, ListedReport, ReportFormats, ReportQuery } from './schema.ts'
import { viewReport } from './view.ts'

const route = routeFor('reports')

/** Routes for reports. */
export function reportRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/reports',
      operationId: 'listReports',
      summary: 'List the reports of a company with their parameters',
      description: 'Each with its name, contents, parameters and formats, and suggested dates with pays.',
      response: { 200: Type.Array(ListedReport) },
      limit: 'lookup',
      handler: async ({ company }) => {
        const suggest = await suggestedDates(service, company)
        return reportsOf(company).map((report) => viewReport(report, suggest(report)))
      },
    })

    route(app, {
      method: 'GET',
      path: '/company/:company_id/reports/:report_name',
      operationId: 'runReport',
      summary: 'Run a report, as JSON, CSV, XLSX or PDF',
      description:
        'Dates are pay dates, both included; an omitted date sets no limit, or the start of the tax year for yearly reports. Only processed pays count. JSON, CSV and XLSX are streamed without a limit; a PDF has up to 5,000 rows. Text that a spreadsheet would read as a formula starts with an apostrophe in CSV and XLSX.',
      params: { report_name: Type.String({ maxLength: 60, examples: ['payroll-summary'] }) },
      query: ReportQuery,
      response: { 200: ReportFormats },
      errors: [404],
      handler: async (request, reply) => {
        const { company, caller, params, query } = request
        const isMasked = seesMasks(request)
        const started = await startReport(service, company, caller, params.report_name, query, { isMasked })
        return send(service, reply, started, query.format ?? 'json')
      },
    })
  }
}

const TYPES: Record<Format, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xlsx: XLSX_TYPE,
  pdf: 'application/pdf',
}

async function send(
  service: Service,
  reply: FastifyReply,
  started: StartedReport,
  format: Format,
): Promise<FastifyReply> {
  const stream = await write(service, started, format)
  reply.header('content-type', TYPES[format])
  if (format !== 'json')
    reply.header('content-disposition', `attachment; filename="${fileName(started)}.${format}"`)
  return reply.send(stream)
}

async function write(service: Service, started: StartedReport, format: Format): Promise<Readable> {
  if (format === 'pdf') return writePdf(started, await printBrandOf(service, started.company.customer_id))
  if (format === 'xlsx') return writeXlsx(started)
  return Readable.from(format === 'csv' ? writeCsv(started) : writeJson(started), { objectMode: false })
}
