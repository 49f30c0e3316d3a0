import { resolve } from 'node:path'
import { SETTINGS } from '../src/settings.ts'

/** The data folder of the embedded database; a database of DATABASE_URL has its own tools. */
export function embeddedDataDir(): string {
  if (process.env[SETTINGS.databaseUrl.variable]) {
    throw new Error('DATABASE_URL is set: use the tools of that server (pg_dump, pg_restore).')
  }
  return resolve(process.env[SETTINGS.dataDir.variable] || SETTINGS.dataDir.fallback)
}

/** A path as it was typed: npm changes to the project's folder first. */
export function userPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}

/** Ends with one line. */
export function giveUp(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
