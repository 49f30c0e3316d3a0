import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { CivilDateText, closed, component, nullable, words } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { daysLeft, type RateTable, staleTables } from '../../../load-rates.ts'
import { SOURCE_STATUSES } from '../../../payroll/rates/timeline.ts'
import type { Service } from '../../../service.ts'

const route = routeFor('law')

const LawTable = component(
  'LawTable',
  closed({
    table: Type.String({ description: 'The file or folder in `rates/`.', examples: ['au/payg-schedule-1'] }),
    from: CivilDateText,
    to: nullable(CivilDateText, {
      description: 'The last day it covers; null: the law has no end date.',
    }),
    check_by: nullable(CivilDateText, {
      description: 'The day by which someone should look for a newer publication.',
    }),
    days_left: nullable(
      Type.Integer({ description: 'Days until `to`, or until `check_by`, whichever is first.' }),
    ),
    is_stale: Type.Boolean({ description: '`check_by` has passed.' }),
    status: words(SOURCE_STATUSES, {
      description: 'How the newest figures were checked against their source.',
    }),
    source: Type.String({ description: 'Title and publisher of the newest figures.' }),
  }),
)

const Law = component(
  'Law',
  closed({
    version: Type.String({ description: 'The version of the bundle in use.', examples: ['2026.11.1'] }),
    released: CivilDateText,
    digest: Type.String({ description: 'SHA-256 of all its files.' }),
    changes: Type.Array(Type.String()),
    tables: Type.Array(LawTable),
  }),
)

/** Shows which rate tables are in use. */
export function lawRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/meta/law',
      operationId: 'getLaw',
      summary: 'Which rate tables are in use',
      description:
        'The bundle with its version, and every table with its status, its source and the last day it covers. Pays name the bundle they were calculated with in their explanation (`law_version`).',
      response: { 200: Law },
      scope: 'public',
      handler: async () => {
        const { bundle, tables, checks } = service.rates
        const today = service.clock.today()
        const stale = staleTables({ checks }, today)
        return {
          ...bundle,
          changes: [...bundle.changes],
          tables: tables.map((table) => viewTable(table, today, stale)),
        }
      },
    })
  }
}

function viewTable(table: RateTable, today: RateTable['from'], stale: readonly string[]) {
  const newest = table.entries.at(-1)?.source
  return {
    table: table.table,
    from: table.from,
    to: table.to,
    check_by: table.checkBy,
    days_left: daysLeft(table, today),
    is_stale: stale.some((name) => name === table.table || name.startsWith(`${table.table}/`)),
    status: newest?.status ?? 'unverified',
    source: newest ? `${newest.title}, ${newest.publisher}` : '',
  }
}
