import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MARKS, type Mark } from '../../src/database/cell-marks.ts'

/*
 * Every statement runs in the cell of its customer: it names no schema, and gets its connection from the pools of the
 * service.
 */

const ROOT = join(import.meta.dirname, '../..')
const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(ROOT, 'src', name), 'utf8') }))

/** Files that open their own connections, and what they query: nothing in a cell. */
const OWN_CONNECTIONS: Record<string, string> = {
  'database/dump.ts': 'dumps and restores the whole database',
  'database/one-at-a-time.ts': 'a lock',
  'database/pooler.ts': 'what is between the service and the server',
  'database/prepared-client.ts': 'the connections of the pools themselves',
  'database/service-role.ts': 'a role',
  'database/watch-server.ts': 'whether the server answers',
  'database/embedded/start.ts': 'starts the embedded server',
  'database/embedded/backup.ts': 'copies the embedded server',
  'features/access/oauth/access-listener.ts': 'listens to notices',
}

/** They create, move and migrate cells, and choose the search path. */
const ABOUT_CELLS = /^database\/(?:[\w-]*cell[\w-]*|move-customer|session)\.ts$/

describe('no statement runs without its cell', () => {
  it('names no schema outside of the files about cells', () => {
    const tables = [...MARKS.keys()].join('|')
    const named = new RegExp(`\\b(?:public|cell_\\w+)\\."?(?:${tables})\\b|withSchema\\(|search_path`)
    const found = files.filter(({ name, text }) => !ABOUT_CELLS.test(name) && named.test(text))
    expect(found.map(({ name }) => name)).toEqual([])
  })

  it('takes ids from sequences by name: the tables of a cell have none of their own', () => {
    const found = files.filter(
      ({ name, text }) => !ABOUT_CELLS.test(name) && text.includes('pg_get_serial_sequence'),
    )
    expect(found.map(({ name }) => name)).toEqual([])
  })

  it('opens no connection of its own, but for what is listed', () => {
    const opens = /new (?:pg\.)?Client\(|extends pg\.Client|new (?:pg\.)?Pool\(/
    const found = files.filter(({ name, text }) => !ABOUT_CELLS.test(name) && opens.test(text))
    expect(found.map(({ name }) => name).filter((name) => !(name in OWN_CONNECTIONS))).toEqual([])
  })
})

/**
 * Functions that name tables of a cell and tables that only the coordinator has. With Citus, those are on different machines.
 * The first group reads them in separate statements. The second reads both in one: Citus copies one side to the other machine
 * first. No function may write that way.
 */
const BOTH_SIDES: Record<string, string> = {
  'events/queue.ts skipUnheard': 'separate statements',
  'events/queue.ts holdUnwritten': 'separate statements',
  'features/access/oauth/invitation-queries.ts findOpenInvitation': 'separate statements',
  'features/employees/employees/queries.ts revokeMovedInvitations': 'separate statements',
  'features/employer/company-rules/queries.ts listWithoutRules': 'reads both',
  'features/employees/portfolios/queries.ts selectPortfolios': 'reads both',
  'features/employees/portfolios/queries.ts reviewAccess': 'reads both',
  'features/pays/pays/context/authors.ts authorsOf': 'reads both',
  'features/platform/audit/queries.ts readAuditLog': 'reads both',
  'features/workflows/happenings/queries.ts listHappened': 'reads both',
  'features/workflows/unusual/queries.ts listManyReads': 'reads both',
  'features/workflows/work-list/queries.ts workCompanies': 'reads both',
  'features/reports/reports/catalogue/changes.ts changesOf': 'reads both',
}

const FUNCTION = /^(?:export )?(?:async )?(?:function\*?|const) (\w+)/

function naming(mark: Mark): RegExp {
  const tables = [...MARKS].filter(([, its]) => its === mark).map(([name]) => name)
  const places = `\\b(?:from|join|into|update|using)\\s+"?|(?:From|Join|insertInto|updateTable)\\(\\s*\\[?['"\`]`
  return new RegExp(`(?:${places})(?:${tables.join('|')})\\b(?!\\.)`, 'i')
}

it('only the listed functions name tables of a cell and of the coordinator', () => {
  const [ofCell, ofCoordinator] = [naming('cell'), naming('local')]
  const found = files
    .filter(({ name }) => !ABOUT_CELLS.test(name))
    .flatMap(({ name, text }) =>
      text
        .split(/\n(?=(?:export )?(?:async )?(?:function|const) )/)
        .filter((part) => ofCell.test(part) && ofCoordinator.test(part))
        .map((part) => `${name} ${FUNCTION.exec(part)?.[1]}`),
    )
  expect(found.sort()).toEqual(Object.keys(BOTH_SIDES).sort())
})
