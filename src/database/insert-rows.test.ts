import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { connect, type Database } from './connect.ts'
import { type Cell, type Column, insertRows } from './insert-rows.ts'

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = connect({ url: testDatabase.url, poolSize: 1, statementTimeoutMs: 10_000 })
  await database.pool.query(
    'create table wages (id int, name text, amount numeric, paid bool, on_day date, at timestamptz, facts json)',
  )
})
beforeEach(() => database.pool.query('truncate wages'))
afterAll(() => database.close().then(testDatabase.drop))

const COLUMNS: readonly Column[] = [
  ['id', 'int'],
  ['name', 'text'],
  ['amount', 'numeric'],
  ['paid', 'bool'],
  ['on_day', 'date'],
  ['at', 'timestamptz'],
  ['facts', 'json'],
]

/** The content of the table after inserting these rows, as strings. */
async function kept(rows: Cell[][]): Promise<(string | null)[][]> {
  await insertRows(database.query, 'wages', COLUMNS, rows)
  const { rows: found } = await database.pool.query({
    text: `select id::text, name, amount::text, paid::text, on_day::text, (at at time zone 'UTC')::text, facts::text from wages order by id, name`,
    rowMode: 'array',
  })
  return found
}

const AT = '2026-11-16T01:02:03Z'
const READ_AT = '2026-11-16 01:02:03'
const row = (id: number, name: Cell, amount: Cell, facts: Cell = null): Cell[] => [
  id,
  name,
  amount,
  true,
  '2026-11-16',
  AT,
  facts,
]
const readRow = (id: number, name: string | null, amount: string | null, facts: string | null = null) => [
  String(id),
  name,
  amount,
  'true',
  '2026-11-16',
  READ_AT,
  facts,
]

it('writes texts, amounts, days and times of many rows', async () => {
  expect(await kept([row(1, 'Mia', '0.00'), row(2, 'Mia', '0.00'), row(3, 'Mia', '0.00')])).toEqual([
    readRow(1, 'Mia', '0.00'),
    readRow(2, 'Mia', '0.00'),
    readRow(3, 'Mia', '0.00'),
  ])
})

it('leaves cells empty, of some rows and of all', async () => {
  expect(await kept([row(1, 'Mia', null), row(2, null, null), row(3, null, null)])).toEqual([
    readRow(1, 'Mia', null),
    readRow(2, null, null),
    readRow(3, null, null),
  ])
})

it('writes rows that are the same in everything, and a single row', async () => {
  expect(await kept([row(1, 'Mia', 2), row(1, 'Mia', 2)])).toHaveLength(2)
  expect(await kept([row(2, '{"a,\\b}', 3, '{"a":[1,2]}')])).toContainEqual(
    readRow(2, '{"a,\\b}', '3', '{"a":[1,2]}'),
  )
})

it('writes JSON of some rows, of all, and of none', async () => {
  expect(await kept([row(1, 'Mia', 1, '{"x":1}'), row(2, 'Mia', 1), row(3, 'Mia', 1, '{"x":1}')])).toEqual([
    readRow(1, 'Mia', '1', '{"x":1}'),
    readRow(2, 'Mia', '1'),
    readRow(3, 'Mia', '1', '{"x":1}'),
  ])
  await database.pool.query('truncate wages')
  expect(await kept([row(1, 'Mia', 1, '[]'), row(2, 'Mia', 1, '[]')])).toEqual([
    readRow(1, 'Mia', '1', '[]'),
    readRow(2, 'Mia', '1', '[]'),
  ])
})

it('writes nothing for no rows', async () => {
  expect(await kept([])).toEqual([])
})
