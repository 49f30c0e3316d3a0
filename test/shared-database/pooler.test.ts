import { existsSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connect } from '../../src/database/connect.ts'
import { StartError } from '../../src/database/embedded/start-error.ts'
import { explainConnection } from '../../src/database/explain-connection.ts'
import { findPooling } from '../../src/database/pooler.ts'
import { prepareDatabase } from '../../src/database/prepare.ts'
import { connectQuery, sessionSettings } from '../../src/database/session.ts'
import { readSettings } from '../../src/settings/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type PgbouncerOptions, startPgbouncer } from '../support/pgbouncer.ts'
import { execute } from '../support/postgres.ts'
import { startServiceProcess } from '../support/service-process.ts'

/* Real PgBouncer, as Debian packages it, in front of the tests' server. */

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))
const SESSION = connectQuery(sessionSettings({ ...readSettings({}), mode: 'test', role: 'tasman_service' }))

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

async function pooled(options: Pick<PgbouncerOptions, 'mode' | 'connectQuery' | 'lines'>): Promise<string> {
  const pooler = await startPgbouncer({ program: program ?? '', server: database.url, ...options })
  onTestFinished(() => pooler.stop())
  return pooler.urlOf(new URL(database.url).pathname.slice(1))
}

/** Performs the database part of a start in this process. */
const start = (environment: Record<string, string>) => {
  const settings = readSettings({ NODE_ENV: 'test', START_WAIT_SECONDS: '5', ...environment })
  return prepareDatabase({ settings, databaseUrl: settings.databaseUrl }, async () => 'started')
}

/** The error line of a failed start, which must leave no lock behind. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const said = await start(environment).catch((error: Error) => error)
  expect(said).toBeInstanceOf(StartError)
  expect(await locks()).toEqual([])
  return (said as Error).message
}

const locks = () =>
  execute(
    database.url,
    `select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  )

describe.runIf(program)('behind PgBouncer', () => {
  it('a wrong setting gives one line and leaves no lock; a right one starts at once', async () => {
    const plain = await pooled({ mode: 'transaction' })
    // The real process once: one line, no stack.
    const printed = await startServiceProcess({ NODE_ENV: 'test', DATABASE_URL: plain }).catch(
      (error: Error) => error.message,
    )
    expect(printed).toMatch(
      /^DATABASE_URL points to a pooler in transaction mode: set DIRECT_DATABASE_URL [^\n]*$/,
    )
    expect(await locks()).toEqual([])
    const direct = { DATABASE_URL: plain, DIRECT_DATABASE_URL: database.url }
    expect(await refusal(direct)).toMatch(/set PREPARED_STATEMENTS=off/)
    expect(await refusal({ ...direct, PREPARED_STATEMENTS: 'off' })).toMatch(
      /^The pooler's sessions lack .*role: add to its database the line connect_query='set timezone/,
    )
    expect(await refusal({ ...direct, DIRECT_DATABASE_URL: plain, PREPARED_STATEMENTS: 'off' })).toMatch(
      /^DIRECT_DATABASE_URL points to a pooler/,
    )
    const complete = await pooled({ mode: 'transaction', connectQuery: SESSION })
    const right = { ...direct, DATABASE_URL: complete, PREPARED_STATEMENTS: 'off' }
    expect(await start(right)).toBe('started')
    expect(await start({ DATABASE_URL: database.url })).toBe('started')
    expect(await locks()).toEqual([])
  }, 60_000)

  it('session mode needs no setting at all', async () => {
    const url = await pooled({ mode: 'session' })
    expect(await start({ DATABASE_URL: url })).toBe('started')
    expect(await locks()).toEqual([])
    const pool = connect({ url, poolSize: 1, statementTimeoutMs: 4321, role: 'tasman_service' })
    onTestFinished(() => pool.close())
    const { rows } = await pool.pool.query(
      `select current_user::text as who, current_setting('statement_timeout') as patience, current_setting('timezone') as zone`,
    )
    expect(rows).toEqual([{ who: 'tasman_service', patience: '4321ms', zone: 'UTC' }])
  })

  it('each refusal of the pooler has a sentence of its own', async () => {
    const url = await pooled({ mode: 'session', lines: ['max_client_conn = 1'] })
    expect(await refusal({ DATABASE_URL: url })).toMatch(/no connection is left/)
    const closed = await pooled({ mode: 'session', lines: ['auth_type = plain', 'auth_file = /dev/null'] })
    expect(await refusal({ DATABASE_URL: closed })).toMatch(/no such user|password/)
    const odd = await pooled({ mode: 'session' })
    const options = new Client({ connectionString: odd, options: '-c statement_timeout=1' })
    const refused = await options.connect().catch((error: Error) => error)
    expect(explainConnection(refused)).toMatch(/ignore_startup_parameters/)
  })

  it('is told from the server itself', async () => {
    expect(await findPooling(database.url)).toBe('none')
    expect(await findPooling(await pooled({ mode: 'session' }))).toBe('session')
    expect(await findPooling(await pooled({ mode: 'transaction' }))).toBe('transaction')
    const busy = await pooled({ mode: 'transaction', lines: ['server_round_robin = 1', 'min_pool_size = 5'] })
    expect(await findPooling(busy)).toBe('transaction')
    expect(await findPooling(await pooled({ mode: 'statement' }))).toBe('transaction')
    const single = await pooled({ mode: 'transaction', lines: ['max_db_connections = 1'] })
    expect(await findPooling(single)).toBe('transaction')
  })
})
