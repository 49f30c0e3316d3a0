import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { connect } from './connect.ts'
import { PreparedClient } from './prepared-client.ts'
import { transactionHooks } from './transaction-hooks.ts'
import type { Tx } from './tx.ts'

async function openDatabase() {
  const { url, drop } = await createTestDatabase()
  const database = connect({ url, poolSize: 2, statementTimeoutMs: 10_000 })
  onTestFinished(() => database.close().then(drop))
  await database.pool.query('create table samples (id int primary key)')
  const ids = async () => {
    const { rows } = await database.pool.query('select id from samples order by id')
    return rows.map((row: { id: number }) => row.id)
  }
  return { ...database, ids }
}

const note = (tx: Tx, id: number) => sql`insert into samples (id) values (${id})`.execute(tx)

/** Records statements from now on, in order. `write` may change the SQL before it is sent. */
function sentTexts(write = (text: unknown) => text): string[] {
  const texts: string[] = []
  const { query } = PreparedClient.prototype
  // biome-ignore lint/suspicious/noExplicitAny: forwarded unchanged
  PreparedClient.prototype.query = function (...args: any[]) {
    texts.push(String(args[0]))
    return Reflect.apply(query, this, [write(args[0]), ...args.slice(1)])
  }
  onTestFinished(() => {
    PreparedClient.prototype.query = query
  })
  return texts
}

it('sends a statement before its caller goes on, and runs them in the order in which they were asked', async () => {
  const { transaction, ids } = await openDatabase()
  const texts = sentTexts()
  const counts = await transaction(async (tx) => {
    await sql`select 1`.execute(tx)
    const before = texts.length
    const writing = [1, 2, 3].map((id) => note(tx, id))
    const counting = sql<{ count: number }>`select count(*) from samples where id < ${3}`.execute(tx)
    // Without this, the commit could overtake the last write.
    expect(texts.length - before).toBe(4)
    await Promise.all(writing)
    return (await counting).rows
  })
  expect(counts).toEqual([{ count: 2 }])
  expect(await ids()).toEqual([1, 2, 3])
})

it('sends what only reads right behind begin, and what writes after its answer', async () => {
  const { transaction, ids } = await openDatabase()
  const texts = sentTexts()
  await transaction(async (tx) => {
    const before = texts.length
    const reading = sql`select count(*) from samples where id < ${3}`.execute(tx)
    expect(texts.slice(before - 1)).toEqual(['begin', expect.stringMatching(/^select count/)])
    const writing = [1, 2].map((id) => note(tx, id))
    const counting = sql<{ count: number }>`select count(*) from samples where id < ${4}`.execute(tx)
    expect(texts.length - before).toBe(1)
    await Promise.all([reading, ...writing])
    expect((await counting).rows).toEqual([{ count: 2 }])
  })
  expect(await ids()).toEqual([1, 2])
})

it('writes nothing where the server refuses to begin, and says why', async () => {
  const { transaction, ids } = await openDatabase()
  let isRefusing = true
  sentTexts((text) => (isRefusing && text === 'begin' ? 'begin nonsense' : text))
  const refused = { code: '42601' }
  const readsFirst = async (tx: Tx) => {
    await sql`select 1`.execute(tx)
    await note(tx, 2)
  }
  await expect(transaction((tx) => note(tx, 1))).rejects.toMatchObject(refused)
  await expect(transaction(readsFirst)).rejects.toMatchObject(refused)
  await expect(transaction((tx) => sql`select 1`.execute(tx))).rejects.toMatchObject(refused)
  expect(await ids()).toEqual([])
  isRefusing = false
  await transaction((tx) => note(tx, 3))
  expect(await ids()).toEqual([3])
})

/** Runs a transaction that writes 1, and the `last` value with the commit. */
function writeWithLast(transaction: Awaited<ReturnType<typeof openDatabase>>['transaction'], last: number) {
  const hook = {
    wrapTransaction: <T>(
      work: (tx: Tx) => Promise<T>,
      execute: (work: (tx: Tx) => Promise<T>, last?: (tx: Tx) => Promise<unknown>) => Promise<T>,
    ) => execute(work, (tx) => note(tx, last)),
  }
  return transactionHooks.run(hook, () => transaction((tx) => note(tx, 1)))
}

it('commits what is written last with the work', async () => {
  const { transaction, ids } = await openDatabase()
  const texts = sentTexts()
  await writeWithLast(transaction, 2)
  expect(texts.at(-1)).toBe('commit')
  expect(await ids()).toEqual([1, 2])
})

it('rolls the work back where what is written last fails, and says why', async () => {
  const { transaction, ids } = await openDatabase()
  await expect(writeWithLast(transaction, 1)).rejects.toMatchObject({ code: '23505' })
  expect(await ids()).toEqual([])
})

it('keeps a connection in use after one of several statements failed', async () => {
  const { transaction, ids } = await openDatabase()
  for (let round = 0; round < 3; round++) {
    const failing = transaction((tx) => Promise.all([note(tx, 1), note(tx, 1), note(tx, 2)]))
    await expect(failing).rejects.toMatchObject({ code: '23505' })
  }
  await transaction((tx) => note(tx, 7))
  expect(await ids()).toEqual([7])
})
