import { type Kysely, PostgresDialect, Transaction } from 'kysely'
import type { Tables } from './tables/index.ts'
import type { Tx } from './tx.ts'

/* Kysely by itself sends the statements of a transaction one after the other's answer. */

/** Only for the grammar: a transaction has its connection and asks for no other. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has its connection')),
})
const driver = dialect.createDriver()

/**
 * Runs a transaction whose statements go to the server as soon as they are asked: what is asked together takes one way there and
 * back, and the server begins with the next without waiting for this process. They are run and answered in the order in which they
 * were asked. What comes `last` goes out with the commit.
 */
export async function transact<T>(
  query: Kysely<Tables>,
  work: (tx: Tx) => Promise<T>,
  last?: (tx: Tx) => Promise<unknown>,
): Promise<T> {
  let writingLast: Promise<unknown> | undefined
  const transacting = query.transaction().execute(async (serial) => {
    const tx = await pipelined(serial)
    const result = await work(tx)
    writingLast = last?.(tx)
    // Its failure is told below, when the commit has failed with it.
    writingLast?.catch(() => {})
    return result
  })
  const [outcome] = await Promise.allSettled([transacting])
  // Where it failed, the server has rolled back what was to be committed, and this is why.
  await writingLast
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

async function pipelined(tx: Kysely<Tables>): Promise<Tx> {
  const executor = tx.getExecutor()
  const connection = await executor.provideConnection(async (own) => own)
  const provider = { provideConnection: <T>(use: (own: typeof connection) => Promise<T>) => use(connection) }
  return new Transaction<Tables>({
    config: { dialect },
    dialect,
    driver,
    executor: executor.withConnectionProvider(provider),
  })
}
