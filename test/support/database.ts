import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { inject } from 'vitest'
import { dropOnWorkers, isOnCitus, spreadOverWorkers } from './citus.ts'
import { execute, withDatabase } from './postgres.ts'

const OBJECT_IN_USE = '55006'

/** A database that drop() removes. */
export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** Creates a database for one test file, copied from the migrated template. Drop it in afterAll. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const problem = inject('templateProblem')
  if (problem) throw new Error(`The migrations do not run: ${problem}`)
  const database = await copyDatabase(inject('templateDatabase'))
  if (isOnCitus) await spreadOverWorkers(database.url)
  return database
}

/** Creates an empty database without our tables, for tests of the migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyDatabase('template0')
}

async function copyDatabase(template: string): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const name = `tasman_test_${randomBytes(6).toString('hex')}`
  // Copying the files takes less than half the time of writing every page to the log.
  await retryWhileInUse(() =>
    execute(server, `create database ${name} template ${template} strategy file_copy`),
  )
  return {
    url: withDatabase(server, name),
    async drop() {
      await execute(server, `drop database if exists ${name} with (force)`)
      if (isOnCitus) await dropOnWorkers(withDatabase(server, name))
    },
  }
}

// PostgreSQL refuses to copy a template while another session is connected to it.
async function retryWhileInUse(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work()
      return
    } catch (error) {
      const isPassing = error instanceof DatabaseError && error.code === OBJECT_IN_USE
      if (!isPassing || attempt === 10) throw error
      await sleep(100)
    }
  }
}
