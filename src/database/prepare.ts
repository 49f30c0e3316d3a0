import type { Settings } from '../settings/index.ts'
import { StartError } from './embedded/start-error.ts'
import { connectionLine } from './explain-connection.ts'
import { migrateToLatest } from './migrate.ts'
import { listCellNames } from './migrate-cells.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { checkPooledSessions, findPooling, keepsPreparedStatements } from './pooler.ts'
import { findServiceRole } from './service-role.ts'
import { sessionSettings } from './session.ts'

/** Facts about the database that a service needs before it connects. */
export type Prepared = {
  /** The restricted role, if there is one. */
  databaseRole: string | undefined
  /** True behind a pooler in transaction mode. */
  isPooled: boolean
  /** Cells that could not be migrated. */
  closedCells: ReadonlySet<string>
}

type PrepareOptions = {
  settings: Settings
  databaseUrl: string
  log?: (line: string) => void
}

/** Migrates the database and runs the work, while no other process starts on the same database. */
export async function prepareDatabase<T>(
  { settings, databaseUrl, log = () => {} }: PrepareOptions,
  work: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const direct = settings.directDatabaseUrl
    ? { variable: 'DIRECT_DATABASE_URL', url: settings.directDatabaseUrl }
    : { variable: 'DATABASE_URL', url: databaseUrl }
  const pooled = { variable: 'DATABASE_URL', url: databaseUrl }
  const isPooled = await explained(pooled, () => recognisePooler(settings, databaseUrl))
  await explained(direct, () => refuseSharedSessions(direct, isPooled))
  // Only connection failures of this function are explained here, not those of the work.
  let isWorking = false
  const waiting = { waitMs: settings.startWaitSeconds * 1000, log }
  const locked = () =>
    oneAtATime(direct.url, waiting, async () => {
      const closedCells = await migrateToLatest(direct.url, log)
      if (isPooled) await refuseCellsBehindPooler(direct.url)
      const databaseRole = await findServiceRole(direct.url)
      if (isPooled)
        await checkPooledSessions(databaseUrl, sessionSettings({ ...settings, role: databaseRole }))
      isWorking = true
      return work({ databaseRole, isPooled, closedCells })
    })
  return explained(direct, locked, () => !isWorking)
}

async function recognisePooler(settings: Settings, url: string): Promise<boolean> {
  if ((await findPooling(url)) !== 'transaction') return false
  if (settings.directDatabaseUrl === '')
    throw new StartError(
      'DATABASE_URL points to a pooler in transaction mode: set DIRECT_DATABASE_URL to the PostgreSQL server itself, and PREPARED_STATEMENTS=off (docs/guides/operate.md, Poolers).',
    )
  if (settings.preparedStatements && !(await keepsPreparedStatements(url)))
    throw new StartError(
      'DATABASE_URL points to a pooler in transaction mode that does not keep prepared statements: set PREPARED_STATEMENTS=off, or max_prepared_statements in PgBouncer 1.21 or later.',
    )
  return true
}

async function refuseCellsBehindPooler(url: string): Promise<void> {
  if ((await listCellNames(url)).length > 1)
    throw new StartError(
      'This database has several cells, and DATABASE_URL points to a pooler in transaction mode, which does not keep the search path: set DATABASE_URL to the PostgreSQL server itself (docs/guides/cells.md).',
    )
}

async function refuseSharedSessions({ variable, url }: Named, isPooled: boolean): Promise<void> {
  // Without DIRECT_DATABASE_URL, both are the same address, which was already checked.
  if (variable === 'DATABASE_URL' || (await findPooling(url)) !== 'transaction') return
  const advice = isPooled ? '' : ' DATABASE_URL does not: remove DIRECT_DATABASE_URL.'
  throw new StartError(
    `DIRECT_DATABASE_URL points to a pooler in transaction mode: it must point to the PostgreSQL server itself.${advice}`,
  )
}

type Named = { variable: string; url: string }

/** The operator has to fix a failed connection, so the error is one line that names the setting. */
async function explained<T>(
  { variable, url }: Named,
  work: () => Promise<T>,
  isOurs: () => boolean = () => true,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const line = error instanceof StartError || !isOurs() ? undefined : connectionLine(error, variable, url)
    throw line ? new StartError(line) : error
  }
}
