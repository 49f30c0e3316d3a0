import { resolve } from 'node:path'
import { SETTINGS } from '../src/settings.ts'

/** The server that DATABASE_URL names, past a pooler if there is one; undefined for the embedded database. */
export function serverUrl(): string | undefined {
  return (
    process.env[SETTINGS.directDatabaseUrl.variable] ||
    process.env[SETTINGS.databaseUrl.variable] ||
    undefined
  )
}

/** The data folder of the embedded database. */
export function embeddedDataDir(): string {
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
