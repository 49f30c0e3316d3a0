import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { connect } from './connect.ts'

/** One connection, so that its prepared statements can be inspected. */
async function oneConnection() {
  const { url, drop } = await createTestDatabase()
  const database = connect({ url, poolSize: 1, statementTimeoutMs: 10_000 })
  onTestFinished(() => database.close().then(drop))
  const prepared = async () => {
    const { rows } = await database.pool.query('select statement from pg_prepared_statements')
    return rows.map((row: { statement: string }) => row.statement)
  }
  return { ...database, prepared }
}

it('prepares a statement that comes a second time, and no other', async () => {
  const { pool, prepared } = await oneConnection()
  await pool.query('select $1::int as once', [1])
  for (const value of [1, 2, 3]) {
    const { rows } = await pool.query('select $1::int as often', [value])
    expect(rows).toEqual([{ often: value }])
  }
  expect(await prepared()).toEqual(['select $1::int as often'])
})

it('passes on a callback, a query without values and a statement with a name of its own', async () => {
  const { pool, prepared } = await oneConnection()
  const rows = await new Promise((resolve, reject) =>
    pool.query('select $1::text as word', ['called'], (error, result) =>
      error ? reject(error) : resolve(result.rows),
    ),
  )
  expect(rows).toEqual([{ word: 'called' }])
  await pool.query('select 1')
  await pool.query({ name: 'mine', text: 'select $1::int', values: [1] })
  expect(await prepared()).toEqual(['select $1::int'])
})

it('names the cells of its rows, the last of those that share a name', async () => {
  const { pool } = await oneConnection()
  const text = `select n as id, null as nothing, 'a "word"' as "a ""name""", n + 1 as id from generate_series(1, $1) as n`
  const named = [2, 3].map((id) => ({ id, nothing: null, 'a "name"': 'a "word"' }))
  for (const _ of [1, 2, 3]) expect((await pool.query(text, [2])).rows).toEqual(named)
  expect((await pool.query(text, [0])).rows).toEqual([])
  const cells = await pool.query({ text, values: [1], rowMode: 'array' })
  expect(cells.rows).toEqual([[1, null, 'a "word"', 2]])
})

it('plans a statement again after a migration has changed what it answers', async () => {
  const { pool } = await oneConnection()
  const ask = () => pool.query('select * from samples where id = $1', [1])
  await pool.query('create table samples (id int)')
  for (let i = 0; i < 3; i++) await ask()
  await pool.query('alter table samples add column text text')
  await expect(ask()).rejects.toMatchObject({
    kind: 'busy',
    cause: { message: 'cached plan must not change result type' },
  })
  await ask()
  expect((await ask()).fields.map((field) => field.name)).toEqual(['id', 'text'])
})

it('keeps a bounded number of plans, however many texts there are', async () => {
  const { pool, prepared } = await oneConnection()
  for (const _ of [1, 2])
    for (let i = 0; i < 400; i++) {
      const { rows } = await pool.query(`select $1::int as n${i}`, [i])
      expect(rows).toEqual([{ [`n${i}`]: i }])
    }
  const count = (await prepared()).length
  expect(count).toBeGreaterThan(200)
  expect(count).toBeLessThanOrEqual(300)
})
