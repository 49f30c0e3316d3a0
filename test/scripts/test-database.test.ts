import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { execute } from '../support/postgres.ts'

let first: TestDatabase
let second: TestDatabase

beforeAll(async () => {
  ;[first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
})

afterAll(async () => {
  await Promise.all([first.drop(), second.drop()])
})

it('a test database has the tables of the migrations', async () => {
  const rows = await execute(first.url, `select count(*)::int as count from kysely_migration`)
  expect(rows[0]?.count).toBeGreaterThan(0)
})

it('two test databases do not see each other', async () => {
  await execute(first.url, 'create table seen_only_here (id int)')
  await expect(execute(second.url, 'select * from seen_only_here')).rejects.toThrow('does not exist')
})

it('an empty database has no tables', async () => {
  const empty = await createEmptyDatabase()
  const rows = await execute(empty.url, `select 1 from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([])
  await empty.drop()
  await expect(execute(empty.url, 'select 1')).rejects.toThrow('does not exist')
})
