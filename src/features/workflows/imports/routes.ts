import { stringify } from 'csv-stringify/sync'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { countryOf } from '../../../countries/index.ts'
import { sendJsonRows } from '../../../http/json-rows.ts'
import { routeFor } from '../../../http/route.ts'
import { findSentFile, forgetSentFile, keepSentFile } from '../../../http/sent-file.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { asksApproval } from '../../platform/approvals/index.ts'
import { valueType } from './cells.ts'
import { factsOf, IMPORT_KINDS, type ImportField } from './kinds.ts'
import { PRESET_NAMES, PRESETS } from './presets.ts'
import { deleteColumns, loadColumns, saveColumns } from './queries.ts'
import { registerPastImports } from './record-routes.ts'
import { IMPORTERS, runImport } from './run-import.ts'
import {
  ImportColumns,
  ImportKind,
  ImportKindView,
  ImportQuery,
  ImportResult,
  ImportRows,
  REFUSED_SHOWN,
} from './schema.ts'
import { CSV_BUDGET, readFile, readList } from './sent.ts'

const route = routeFor('imports')

/** Routes to import employees, their figures and their time from files. */
export function importRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    registerKinds(app)
    registerColumns(app, service)
    registerPastImports(app, service)
    await app.register(importRoute(service))
  }
}

function importRoute(service: Service) {
  return async (app: App): Promise<void> => {
    app.addContentTypeParser(
      'text/csv',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: Buffer) => {
        keepSentFile(request, body)
        return []
      },
    )
    registerImport(app, service)
  }
}

/** Longer answers are written in batches. */
const AT_ONCE = 500
const { rows: ROWS, columns: COLUMNS, cells: CELLS } = CSV_BUDGET
const count = (number: number) => number.toLocaleString('en')

function registerImport(app: App, service: Service): void {
  route(app, {
    method: 'POST',
    path: '/company/:company_id/imports/:kind',
    asksProof: true,
    operationId: 'importRows',
    approvable: true,
    summary: 'Import rows from a file or a list: all of them or none',
    description: `The body is a file (\`text/csv\`, UTF-8, commas, the first line names the columns; at most ${count(ROWS)} rows, ${count(COLUMNS)} columns and ${count(CELLS)} cells) or a JSON list of rows by the same names. Every row is checked. With \`dry_run=true\` the response says what each row would do and what is wrong, for the first ${count(REFUSED_SHOWN)} refused rows; without it, one invalid row rejects the whole file (422) and nothing is stored. Nothing is stored either if the caller closes the connection before the response. Empty cells are ignored. \`timesheets\` and \`leave-taken\` become draft pays and need \`pay_date\`.`,
    consumes: ['application/json', 'text/csv'],
    params: { kind: ImportKind },
    query: ImportQuery,
    body: ImportRows,
    response: { 200: ImportResult },
    errors: [400, 409, 413],
    serializerCompiler: () => JSON.stringify,
    handler: async (request, reply) => {
      const { company, params, query, body } = request
      const isDryRun = query.dry_run ?? false
      const file = takeFile(request, isDryRun)
      const sent = file ? await readFile(file, company.customer_id) : await readList(body)
      const result = await runImport(service, company, params.kind, sent, {
        isDryRun,
        preset: query.preset ?? null,
        isNamedByField: query.named_by_field ?? false,
        dateFormat: query.date_format ?? 'YMD',
        payDate: query.pay_date ?? null,
        periodEnd: query.period_end_date ?? null,
        fileName: query.file_name ?? null,
        partOf: query.part_of ?? null,
        userId: request.caller.userId,
      })
      const { rows, ...rest } = result
      return rows.length <= AT_ONCE ? result : sendJsonRows(reply, rest, rows)
    },
  })
}

/**
 * The uploaded file. Reading a large one moves its bytes to another thread, so a file that may wait for a
 * second person is copied.
 */
function takeFile(request: FastifyRequest, isDryRun: boolean): Buffer | undefined {
  const file = findSentFile(request)
  if (file && asksApproval() && !isDryRun) return Buffer.from(file)
  forgetSentFile(request)
  return file
}

/** The type of a field, with the choices that the country has. */
function typeIn(jurisdiction: string, { name, schema }: ImportField) {
  const { value_type, choices } = valueType(schema)
  const periods: readonly string[] = countryOf(jurisdiction).payPeriods
  return {
    value_type,
    choices: name === 'pay_period' ? choices.filter((each) => periods.includes(each)) : choices,
  }
}

function registerKinds(app: App): void {
  route(app, {
    method: 'GET',
    path: '/company/:company_id/imports',
    operationId: 'listImportKinds',
    summary: 'List the kinds of import, their columns and the supported programs',
    description:
      'Each kind with its columns, which of them are required, and the supported files of other programs.',
    response: { 200: Type.Array(ImportKindView) },
    handler: async ({ company }) =>
      IMPORT_KINDS.map((kind) => ({
        kind,
        about: IMPORTERS[kind].about,
        fields: IMPORTERS[kind].fields(company.jurisdiction).map((field) => ({
          name: field.name,
          is_required: field.isRequired,
          description: factsOf(field.schema).description ?? '',
          example: field.example,
          ...typeIn(company.jurisdiction, field),
        })),
        presets: PRESET_NAMES.filter((name) => PRESETS[name].kind === kind).map((preset) => ({
          preset,
          name: PRESETS[preset].name,
          source: PRESETS[preset].source,
        })),
      })),
  })

  route(app, {
    method: 'GET',
    path: '/company/:company_id/imports/:kind/template',
    operationId: 'getImportTemplate',
    summary: 'The template of an import as a CSV file, with one example row',
    description: 'The header row has the names that the import recognises.',
    params: { kind: ImportKind },
    produces: ['text/csv'],
    response: { 200: Type.String() },
    handler: async ({ company, params }, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${params.kind}.csv"`)
        .send(templateOf(IMPORTERS[params.kind].fields(company.jurisdiction))),
  })
}

function templateOf(fields: readonly ImportField[]): string {
  return stringify([fields.map((field) => field.name), fields.map((field) => field.example)], { bom: true })
}

function registerColumns(app: App, service: Service): void {
  const url = '/company/:company_id/imports/:kind/columns'
  route(app, {
    method: 'GET',
    path: url,
    operationId: 'getImportColumns',
    summary: 'The columns that were matched by hand',
    description: 'They are kept for the company, and used for the next file of the same kind.',
    params: { kind: ImportKind },
    response: { 200: ImportColumns },
    handler: async ({ company, params }) => {
      const columns = await loadColumns(service.database.query, company, params.kind)
      return [...columns].map(([header, field]) => ({ header, field }))
    },
  })

  route(app, {
    method: 'PUT',
    path: url,
    operationId: 'putImportColumns',
    summary: 'Remember which column means which field, for this file and the next ones',
    description: 'The list replaces the previous one. Column names are not case-sensitive.',
    params: { kind: ImportKind },
    body: ImportColumns,
    response: { 200: ImportColumns },
    handler: async ({ company, params, body }) => {
      await service.database.transaction(async (tx) => {
        await deleteColumns(tx, company, params.kind)
        await saveColumns(tx, company, params.kind, body)
      })
      const columns = await loadColumns(service.database.query, company, params.kind)
      return [...columns].map(([header, field]) => ({ header, field }))
    },
  })
}
