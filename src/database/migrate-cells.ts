import pg from 'pg'
import { readCatalogue } from './cell-catalogue.ts'
import { settled } from './create-cell.ts'
import { MAIN_CELL, schemaOf, searchPathOf } from './current-cell.ts'
import { cellPartOf, type MigrationFile, readMigrationFiles, statementsOf } from './migration-files.ts'

/** The version of a cell, and the error that stopped its migration. */
export type CellVersion = { cell: string; version: string; error?: Error }

/**
 * Migrates the other cells to the version of `main`, one after the other. Each migration runs in a separate
 * transaction that also records it. If a cell fails, it stays at its version and the others continue; the
 * next start retries it.
 */
export async function migrateCells(
  url: string,
  log: (line: string) => void,
  files: readonly MigrationFile[] = readMigrationFiles(),
): Promise<CellVersion[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const versions: CellVersion[] = []
    for (const { cell, version } of await readVersions(client)) {
      const pending = files.filter((file) => file.name > version && cellPartOf(file) !== '')
      versions.push(await migrateCell(client, cell, version, pending, log))
    }
    return versions
  } finally {
    await client.end()
  }
}

async function migrateCell(
  client: pg.Client,
  cell: string,
  from: string,
  pending: readonly MigrationFile[],
  log: (line: string) => void,
): Promise<CellVersion> {
  let version = from
  for (const file of pending) {
    try {
      await runIn(client, cell, file)
      version = file.name
      log(`migrated cell ${cell} to ${version}`)
    } catch (error) {
      await client.query('rollback')
      return { cell, version, error: error instanceof Error ? error : new Error(String(error)) }
    }
  }
  return { cell, version }
}

async function runIn(client: pg.Client, cell: string, file: MigrationFile): Promise<void> {
  await client.query('begin')
  await client.query(`set local search_path to ${searchPathOf(cell)}`)
  for (const statement of statementsOf(cellPartOf(file))) await client.query(statement)
  await client.query('set local search_path to pg_catalog')
  const main = await readCatalogue(client, 'public')
  const own = await readCatalogue(client, schemaOf(cell))
  for (const statement of settled({ ...main, numbers: own.numbers, functions: own.functions }, cell))
    await client.query(statement)
  await client.query('insert into public.cell_migrations (cell, name) values ($1, $2)', [cell, file.name])
  await client.query('commit')
}

/** The last migration of each cell except `main`. */
export async function readVersions(client: pg.ClientBase): Promise<CellVersion[]> {
  const { rows } = await client.query<CellVersion>(
    `select cells.name as cell, coalesce(max(ran.name), '') as version
     from cells left join cell_migrations ran on ran.cell = cells.name
     where cells.name <> $1 group by cells.name, cells.created_at order by cells.created_at, cells.name`,
    [MAIN_CELL],
  )
  return rows
}

export async function listCellNames(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return [MAIN_CELL, ...(await readVersions(client)).map(({ cell }) => cell)]
  } finally {
    await client.end()
  }
}

/** The version of each cell, for the operator who has to finish an upgrade. */
export function describeVersions(versions: readonly CellVersion[]): string {
  return versions
    .map(({ cell, version, error }) => `cell ${cell} is at ${version}${error ? `: ${error.message}` : ''}`)
    .join('\n')
}
