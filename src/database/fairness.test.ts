import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { connect, type Database, type DatabaseOptions, type Tx } from './connect.ts'
import { takeTurn } from './turns.ts'

/** So many processes' worth of connections to one database. */
async function open(count: number, options: Partial<DatabaseOptions> = {}): Promise<Database[]> {
  const { url, drop } = await createTestDatabase()
  const all = Array.from({ length: count }, () =>
    connect({ url, poolSize: 4, statementTimeoutMs: 20_000, ...options }),
  )
  onTestFinished(() => Promise.all(all.map((one) => one.close())).then(drop))
  return all
}

const LOCK = 900

describe('turns', () => {
  it('come in the order of asking, one at a time, and nobody waits with a connection', async () => {
    const [database] = (await open(1)) as [Database]
    const order: number[] = []
    let atWork = 0
    let most = 0
    const call = (index: number) =>
      database.transaction(async (tx) => {
        await takeTurn(tx, LOCK, 1)
        most = Math.max(most, ++atWork)
        await sleep(20)
        order.push(index)
        atWork -= 1
      })
    const calls: Promise<void>[] = []
    for (let index = 0; index < 10; index += 1) {
      calls.push(call(index))
      await sleep(3)
    }
    await sleep(50)
    const held = database.pool.totalCount - database.pool.idleCount
    expect(held).toBeLessThanOrEqual(1)
    expect(database.pool.waitingCount).toBe(0)
    await Promise.all(calls)
    expect(most).toBe(1)
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(order.length).toBe(10)
  })

  it('hold across processes, and neither starves', async () => {
    const [one, two] = (await open(2)) as [Database, Database]
    await one.pool.query('create table counted (process int, value int)')
    const count = (database: Database, process: number) =>
      database.transaction(async (tx: Tx) => {
        await takeTurn(tx, LOCK, 2)
        await sleep(15)
        await sql`insert into counted select ${process}, count(*) from counted`.execute(tx)
      })
    const many = Array.from({ length: 40 }, () => count(one, 1))
    await sleep(30)
    await count(two, 2)
    const { rows } = await one.pool.query('select value from counted where process = 2')
    expect(rows[0].value).toBeLessThan(39)
    await Promise.all(many)
    const all = await one.pool.query('select count(distinct value)::int as values from counted')
    expect(all.rows[0].values).toBe(41)
  })

  it('are refused as busy after the longest wait, and the rest go on', async () => {
    const [database] = (await open(1, { turnWaitMs: 100 })) as [Database]
    const hold = database.transaction(async (tx) => {
      await takeTurn(tx, LOCK, 3)
      await sleep(400)
    })
    await sleep(50)
    const late = database.transaction((tx) => takeTurn(tx, LOCK, 3))
    await expect(late).rejects.toMatchObject({ kind: 'busy' })
    await hold
    await database.transaction((tx) => takeTurn(tx, LOCK, 3))
  })

  it('start the work over from the beginning, so that nothing of a first try stays', async () => {
    const [one, two] = (await open(2)) as [Database, Database]
    await one.pool.query('create table notes (text text)')
    let starts = 0
    const hold = two.transaction(async (tx) => {
      await takeTurn(tx, LOCK, 4)
      await sleep(150)
    })
    await sleep(50)
    await one.transaction(async (tx) => {
      starts += 1
      await sql`insert into notes values ('once')`.execute(tx)
      await takeTurn(tx, LOCK, 4)
    })
    await hold
    expect(starts).toBeGreaterThan(1)
    expect((await one.pool.query('select 1 from notes')).rowCount).toBe(1)
  })
})

describe('shares', () => {
  const slow = (database: Database) => database.pool.query('select pg_sleep(0.3)')

  it('leave connections for others, however much one customer asks', async () => {
    const [database] = (await open(1, { customerShare: 2 })) as [Database]
    const busy = database.actFor(1, () =>
      Array.from({ length: 8 }, () => database.actFor(1, () => slow(database))),
    )
    await sleep(50)
    const start = performance.now()
    await database.actFor(2, () => database.pool.query('select 1'))
    expect(performance.now() - start).toBeLessThan(250)
    await Promise.all(busy)
  })

  it('count a request once, so that one inside a transaction can ask besides', async () => {
    const [database] = (await open(1, { customerShare: 1, poolWaitMs: 2000 })) as [Database]
    const answer = await database.actFor(1, () =>
      database.transaction(async () => {
        const both = await Promise.all([
          database.pool.query('select 1 as a'),
          database.pool.query('select 2 as a'),
        ])
        return both.map(({ rows }) => rows[0].a)
      }),
    )
    expect(answer).toEqual([1, 2])
    await database.actFor(1, () => slow(database))
  })

  it('are given back by a call that fails, and waiting ends after the longest wait', async () => {
    const [database] = (await open(1, { customerShare: 1, poolWaitMs: 100 })) as [Database]
    const ask = (text: string) => database.actFor(1, () => database.pool.query(text))
    await expect(ask('select wrong')).rejects.toThrow('wrong')
    await expect(
      database.actFor(1, () => database.transaction(() => Promise.reject(new Error('no')))),
    ).rejects.toThrow('no')
    const busy = ask('select pg_sleep(0.4)')
    await expect(ask('select 1')).rejects.toMatchObject({ kind: 'busy' })
    await busy
    await ask('select 1')
  })
})
