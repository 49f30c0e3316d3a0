import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { execute } from '../support/postgres.ts'
import { HANGS_ON, INSTALLATION, KEYS, REFERENCE } from './catalogue.ts'

/* Every row that belongs to a customer names it; of each unique key without it the catalogue says what stands in the way. */

type Table = { name: string; columns: string[]; keys: string[][] }

let database: TestDatabase
let tables: Table[]
beforeAll(async () => {
  database = await createTestDatabase()
  tables = (await execute(
    database.url,
    `select c.relname as name,
      (select array_agg(attname::text) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      coalesce((select json_agg((select json_agg(pg_get_indexdef(i.indexrelid, place, true) order by place)
        from generate_series(1, i.indnkeyatts) place)) from pg_index i where i.indrelid = c.oid and i.indisunique), '[]') as keys
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )) as Table[]
})
afterAll(() => database.drop())

const isNamed = (text: string) => /\bcustomer_id\b/.test(text)

describe('the catalogue of tables', () => {
  it('every table has the customer’s id, or is reference data or of the installation', () => {
    const unexplained = tables.filter(
      ({ name, columns }) =>
        !columns.includes('customer_id') && !(name in REFERENCE) && !(name in INSTALLATION),
    )
    expect(unexplained.map(({ name }) => `${name} belongs to a customer and has no customer_id`)).toEqual([])
  })

  it('names no table that is gone, and none that has the column by now', () => {
    const byName = new Map(tables.map((table) => [table.name, table]))
    const listed = [REFERENCE, INSTALLATION].flatMap((part) => Object.keys(part))
    expect(listed.filter((name) => !byName.has(name))).toEqual([])
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed.filter((name) => byName.get(name)?.columns.includes('customer_id'))).toEqual([])
    expect(Object.keys(HANGS_ON).filter((name) => !byName.has(name))).toEqual([])
  })

  it('says of each unique key without the customer what it would take', () => {
    const unexplained = tables
      .filter(({ columns }) => columns.includes('customer_id'))
      .flatMap(({ name, keys }) => keys.map((key) => ({ name, key })))
      .filter(({ key }) => !key.some(isNamed) && !KEYS.some(({ isOf }) => isOf(key)))
    expect(unexplained).toEqual([])
  })
})
