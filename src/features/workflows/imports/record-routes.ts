import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import type { Service } from '../../../service.ts'
import { type ImportWithCounts, listImports } from './record-queries.ts'
import { PastImport, UndoneImport } from './record-schema.ts'
import { undoImport } from './undo-import.ts'

const route = routeFor('imports')

/** Routes for imports that were made: list them, and undo one. */
export function registerPastImports(app: App, service: Service): void {
  route(app, {
    method: 'GET',
    path: '/company/:company_id/past-imports',
    operationId: 'listPastImports',
    summary: 'List the imports of employees and of time, newest first',
    description:
      'The last 50. Each can be undone until pays were made with it, or its drafts were processed.',
    response: { 200: Type.Array(PastImport) },
    handler: async ({ company }) => (await listImports(service.database.query, company.id)).map(viewImport),
  })

  route(app, {
    method: 'POST',
    path: '/company/:company_id/past-imports/:import_id/undo',
    asksProof: true,
    operationId: 'undoImport',
    approvable: true,
    summary: 'Undo an import of employees or of time',
    description:
      'Deletes the employees that it created and frees their numbers, and restores the earlier values of those that it changed. A value that was changed again since then stays, and so do tax, account and member numbers. 409 names the employees who have pays that were made with it; then nothing changes. Of timesheets and leave it deletes the drafts, and runs that are empty then; 409 if one of them is processed.',
    response: { 200: UndoneImport },
    errors: [404, 409],
    emptyBody: true,
    handler: ({ company, caller, params }) => undoImport(service, company, caller, params.import_id),
  })
}

const viewImport = ({ by_name, created_at, undone_at, ...row }: ImportWithCounts): PastImport => ({
  id: row.id,
  kind: row.kind,
  file_name: row.file_name,
  created_at: timestamp(created_at),
  created_by: by_name,
  created: row.created,
  changed: row.changed,
  drafted: row.drafted,
  undone_at: timestamp(undone_at),
})
