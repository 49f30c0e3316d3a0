import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOOSE_REFERENCES, MARKS } from '../../src/database/cell-marks.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { execute } from '../support/postgres.ts'
import { HANGS_ON, WITHOUT_CUSTOMER } from './catalogue.ts'

/* Every row of a customer names the customer, and every table is marked as one of the cells or of the directory. */

type Table = { name: string; columns: string[] }
type Key = { child: string; column: string; parent: string }

let database: TestDatabase
let tables: Table[]
let keys: Key[]
beforeAll(async () => {
  database = await createTestDatabase()
  tables = (await execute(
    database.url,
    `select c.relname as name,
      (select array_agg(attname::text) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )) as Table[]
  keys = (await execute(
    database.url,
    `select child.relname as child, a.attname as "column", parent.relname as parent from pg_constraint k
     join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 2`,
  )) as Key[]
})
afterAll(() => database.drop())

describe('the catalogue of tables', () => {
  it('every table has the customer’s id, or belongs to none', () => {
    const unexplained = tables.filter(
      ({ name, columns }) => !columns.includes('customer_id') && !(name in WITHOUT_CUSTOMER),
    )
    expect(unexplained.map(({ name }) => `${name} belongs to a customer and has no customer_id`)).toEqual([])
  })

  it('names no table that is gone, and none that has the column by now', () => {
    const byName = new Map(tables.map((table) => [table.name, table]))
    const listed = Object.keys(WITHOUT_CUSTOMER)
    expect(listed.filter((name) => !byName.has(name))).toEqual([])
    expect(listed.filter((name) => byName.get(name)?.columns.includes('customer_id'))).toEqual([])
    expect(Object.keys(HANGS_ON).filter((name) => !byName.has(name))).toEqual([])
  })
})

describe('the marks of tables', () => {
  it('every table is marked once, and every mark has its table', () => {
    expect([...MARKS.keys()].sort()).toEqual(tables.map(({ name }) => name).sort())
  })

  it('what is in a cell names its customer', () => {
    const nobodys = tables.filter(
      ({ name, columns }) => MARKS.get(name) === 'cell' && !columns.includes('customer_id'),
    )
    expect(nobodys.map(({ name }) => name)).toEqual([])
  })

  it('no foreign key leads from the directory into a cell, nor from a cell to what is on the first machine only', () => {
    const crossing = keys.filter(({ child, parent }) => {
      const [from, to] = [MARKS.get(child), MARKS.get(parent)]
      return from === 'cell' ? to === 'local' : to === 'cell'
    })
    expect(crossing).toEqual([])
  })

  it('a column of the directory that names a company or an employee is among the loose references', () => {
    const named = tables
      .filter(({ name }) => MARKS.get(name) !== 'cell')
      .flatMap(({ name, columns }) =>
        columns
          .filter((column) => /(^|_)(company|employee)_id$/.test(column))
          .map((column) => ({ name, column })),
      )
    expect(named.map(({ name, column }) => `${name}.${column}`).sort()).toEqual(
      LOOSE_REFERENCES.map(({ child, column }) => `${child}.${column}`).sort(),
    )
  })

  it('the function of a trigger on a directory table writes to no table of a cell', async () => {
    const triggers = (await execute(
      database.url,
      `select t.tgrelid::regclass::text as name, p.proname as "function", p.prosrc as body from pg_trigger t
       join pg_proc p on p.oid = t.tgfoid where not t.tgisinternal`,
    )) as { name: string; function: string; body: string }[]
    const other = (mark: string | undefined) =>
      [...MARKS]
        .filter(([, own]) => (mark === 'cell' ? own === 'local' : own === 'cell'))
        .map(([name]) => name)
    const crossing = triggers.flatMap(({ name, function: called, body }) =>
      other(MARKS.get(name))
        .filter((table) => new RegExp(`\\b(?:from|join|into|update)\\s+${table}\\b`).test(body))
        .map((table) => `${called} on ${name} uses ${table}`),
    )
    expect(crossing).toEqual([])
  })
})
