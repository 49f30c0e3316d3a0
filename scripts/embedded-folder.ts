import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { folderHolder } from '../src/database/embedded/lock.ts'
import { keptUrl } from '../src/database/embedded/place.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/database/embedded/start.ts'
import { StartError } from '../src/database/embedded/start-error.ts'
import { connectionLine } from '../src/database/explain-connection.ts'
import { readSettings } from '../src/settings/index.ts'

/** Settings for a command that decrypts nothing. A machine that only backs up or migrates does not need the keys. */
export const settingsWithoutSecrets = () => readSettings(process.env, { areSecretsNeeded: false })

/** The server in DATABASE_URL, bypassing a pooler if there is one. Undefined for the embedded database. */
export function serverUrl(): string | undefined {
  try {
    return readServerUrl()
  } catch (error) {
    giveUp(error)
  }
}

function readServerUrl(): string | undefined {
  const { directDatabaseUrl, databaseUrl } = settingsWithoutSecrets()
  return directDatabaseUrl || databaseUrl || undefined
}

export function embeddedDataDir(): string {
  return resolve(settingsWithoutSecrets().dataDir)
}

/** Opens the embedded database of a data folder. Connects to a running one, or else starts it. */
export async function openEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  const folder = join(dataDir, 'postgres')
  // A service that is starting has locked the folder, but its database does not answer yet.
  for (let waits = 0; waits < 150 && folderHolder(folder) !== undefined; waits += 1) {
    const url = existsSync(join(folder, 'port')) ? keptUrl(folder) : ''
    if (url && (await answers(url))) return { url, stop: async () => {} }
    await sleep(200)
  }
  return startEmbeddedPostgres({ folder })
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  const isThere = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => {})
  return isThere
}

/** Resolves a path as the user typed it. npm changes to the project folder first. */
export function userPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}

/** Prints one line and exits. */
export function giveUp(error: unknown): never {
  const { code = '', path = '' } = error as { code?: string; path?: string }
  const isUnwritable = code === 'EROFS' || code === 'EACCES' || code === 'EPERM'
  if (isUnwritable && path)
    console.error(`Cannot write ${path}: name a file in a folder that can be written to, such as /tmp.`)
  else if (code === 'ENOENT' && path) console.error(`There is no file or folder ${path}.`)
  else console.error(lineOf(error))
  process.exit(1)
}

function lineOf(error: unknown): string {
  const line = error instanceof StartError ? undefined : explained(error)
  return line ?? (error instanceof Error ? error.message : String(error))
}

function explained(error: unknown): string | undefined {
  try {
    const url = readServerUrl()
    return url ? connectionLine(error, 'DATABASE_URL', url) : undefined
  } catch {
    return undefined
  }
}
