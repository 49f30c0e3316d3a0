import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Tokens } from '@tasman/client'
import { UsageError } from './arguments.ts'

/** A login at one server. */
export type Connection = {
  baseUrl: string
  clientId: string
  clientSecret?: string
  redirectUri: string
  tokens: Tokens
}
export type Profile = { name: string; connection: Connection }

export const DEFAULT_PROFILE = 'default'
const NAME = /^[a-z0-9][a-z0-9._-]{0,39}$/i

const folder = () => process.env.TASMAN_CONFIG ?? join(homedir(), '.config', 'tasman')
/** The default profile uses the file in which earlier releases stored their only login. */
const fileOf = (name: string) =>
  name === DEFAULT_PROFILE ? join(folder(), 'connection.json') : join(folder(), 'profiles', `${name}.json`)

export function readProfile(name: string): Profile | undefined {
  if (!NAME.test(name))
    throw new UsageError('A profile name has only letters, digits, dots and dashes, such as production.')
  try {
    const connection = JSON.parse(readFileSync(fileOf(name), 'utf8')) as Connection
    // A damaged file counts as no login, so that `tasman login` can replace it.
    return URL.canParse(connection.baseUrl) && connection.tokens ? { name, connection } : undefined
  } catch {
    return undefined
  }
}

export function listProfiles(): Profile[] {
  let files: string[] = []
  try {
    files = readdirSync(join(folder(), 'profiles')).filter((file) => file.endsWith('.json'))
  } catch {
    // No named profile exists yet.
  }
  const stored = files.map((file) => file.slice(0, -'.json'.length)).filter((name) => NAME.test(name))
  const names = [...new Set([DEFAULT_PROFILE, ...stored.sort()])]
  return names.flatMap((name) => readProfile(name) ?? [])
}

// Writes a new file and renames it. A half-written refresh token would end the connection.
export function writeProfile({ name, connection }: Profile): void {
  const file = fileOf(name)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, JSON.stringify(connection), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

export function removeProfile(name: string): void {
  rmSync(fileOf(name), { force: true })
}
