import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MARKS } from '../../src/database/cell-marks.ts'

/* Every statement runs in the cell of its customer: it names no schema, and takes its connection from the pools of the service. */

const ROOT = join(import.meta.dirname, '../..')
const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(ROOT, 'src', name), 'utf8') }))

/** Files that open connections of their own, and what they ask: nothing of a cell. */
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

/** They make, move and migrate cells, and choose the search path. */
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
