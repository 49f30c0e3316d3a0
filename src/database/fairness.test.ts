import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { acquireLock } from './company-lock.ts'
import { connect, type Database, type DatabaseOptions, type Tx } from './connect.ts'

/** Opens the connections of this number of processes to one database. */
async function open(count: number, options: Partial<DatabaseOptions> = {}): Promise<Database[]> {
  const { url, drop } = await createTestDatabase()
  const all = Array.from({ length: count }, () =>
    connect({ url, poolSize: 4, statementTimeoutMs: 20_000, ...options }),
  )
  onTestFinished(() => Promise.all(all.map((one) => one.close())).then(drop))
  return all
}

const LOCK = 900

/** A transaction that keeps a lock, or only a connection, until it is released. */
async function hold(database: Database, take: (tx: Tx) => Promise<unknown>) {
  let letGo = () => {}
  const wait = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let isHolding = false
  const held = database.transaction(async (tx) => {
    await take(tx)
    isHolding = true
    await wait
  })
  await until(() => isHolding)
  return () => {
    letGo()
    return held
  }
}

const until = (check: () => boolean) => expect.poll(check, { timeout: 20_000, interval: 10 }).toBe(true)
const busyConnections = ({ pool }: Database) => pool.totalCount - pool.idleCount

describe('locks', () => {
  it('come in the order of asking, one at a time, and no one waits with a connection', async () => {
    const [database] = (await open(1)) as [Database]
    const letGo = await hold(database, (tx) => acquireLock(tx, LOCK, 1))
    const order: number[] = []
    const started = new Set<number>()
    const calls: Promise<void>[] = []
    for (let index = 0; index < 10; index += 1) {
      calls.push(
        database.transaction(async (tx) => {
          started.add(index)
          await acquireLock(tx, LOCK, 1)
          order.push(index)
        }),
      )
      await until(() => started.has(index))
    }
    await until(() => busyConnections(database) === 1)
    expect(database.pool.waitingCount).toBe(0)
    expect(order).toEqual([])
    await letGo()
    await Promise.all(calls)
    expect(order).toEqual([...Array(10).keys()])
  })

  it('hold across processes, and neither starves', async () => {
    const [one, two] = (await open(2)) as [Database, Database]
    await one.pool.query('create table counted (process int, value int)')
    const count = (database: Database, process: number) =>
      database.transaction(async (tx: Tx) => {
        await acquireLock(tx, LOCK, 2)
        await sleep(50)
        await sql`insert into counted select ${process}, count(*) from counted`.execute(tx)
      })
    await two.pool.query('select 1')
    const many = Array.from({ length: 40 }, () => count(one, 1))
    await sleep(30)
    await count(two, 2).finally(() => Promise.allSettled(many))
    const { rows } = await one.pool.query('select value from counted where process = 2')
    expect(rows[0].value).toBeLessThan(40)
    const all = await one.pool.query('select count(distinct value)::int as values from counted')
    expect(all.rows[0].values).toBe(41)
  })

  it('are refused as busy after the longest wait, and the rest go on', async () => {
    const [database] = (await open(1, { lockWaitMs: 100 })) as [Database]
    const letGo = await hold(database, (tx) => acquireLock(tx, LOCK, 3))
    const late = database.transaction((tx) => acquireLock(tx, LOCK, 3))
    await expect(late).rejects.toMatchObject({ kind: 'busy' })
    await letGo()
    await database.transaction((tx) => acquireLock(tx, LOCK, 3))
  })

  it('start the work over from the beginning, so that nothing of a first try stays', async () => {
    const [one, two] = (await open(2)) as [Database, Database]
    await one.pool.query('create table samples (text text)')
    const letGo = await hold(two, (tx) => acquireLock(tx, LOCK, 4))
    let starts = 0
    const call = one.transaction(async (tx) => {
      starts += 1
      await sql`insert into samples values ('once')`.execute(tx)
      await acquireLock(tx, LOCK, 4)
    })
    await until(() => starts > 2)
    await letGo()
    await call
    expect((await one.pool.query('select 1 from samples')).rowCount).toBe(1)
  })
})

describe('concurrency limits', () => {
  const any = (tx: Tx) => sql`select 1`.execute(tx)

  it('leave connections for others, however much one customer asks', async () => {
    const [database] = (await open(1, { customerConnections: 2 })) as [Database]
    const held = [
      await database.actFor({ customerId: 1, cell: 'main' }, () => hold(database, any)),
      await database.actFor({ customerId: 1, cell: 'main' }, () => hold(database, any)),
    ]
    const waiting = Array.from({ length: 8 }, () =>
      database.actFor({ customerId: 1, cell: 'main' }, () => database.transaction(any)),
    )
    await database.actFor({ customerId: 2, cell: 'main' }, () => database.pool.query('select 1'))
    expect(busyConnections(database)).toBe(2)
    for (const letGo of held) await letGo()
    await Promise.all(waiting)
  })

  it('count a request once, so that one inside a transaction can ask besides', async () => {
    const [database] = (await open(1, { customerConnections: 1 })) as [Database]
    const answer = await database.actFor({ customerId: 1, cell: 'main' }, () =>
      database.transaction(async () => {
        const both = await Promise.all([
          database.pool.query('select 1 as a'),
          database.pool.query('select 2 as a'),
        ])
        return both.map(({ rows }) => rows[0].a)
      }),
    )
    expect(answer).toEqual([1, 2])
    await database.actFor({ customerId: 1, cell: 'main' }, () => database.transaction(any))
  })

  it('are given back by a call that fails, and waiting ends after the longest wait', async () => {
    const [database] = (await open(1, { customerConnections: 1, poolWaitMs: 3000 })) as [Database]
    const ask = (text: string) =>
      database.actFor({ customerId: 1, cell: 'main' }, () => database.pool.query(text))
    await expect(ask('select wrong')).rejects.toThrow('wrong')
    const failing = () => database.transaction(() => Promise.reject(new Error('no')))
    await expect(database.actFor({ customerId: 1, cell: 'main' }, failing)).rejects.toThrow('no')
    const letGo = await database.actFor({ customerId: 1, cell: 'main' }, () => hold(database, any))
    await expect(ask('select 1')).rejects.toMatchObject({ kind: 'busy' })
    await letGo()
    await ask('select 1')
  })
})
