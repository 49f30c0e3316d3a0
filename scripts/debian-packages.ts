// Programs of Debian packages that the checks need: node scripts/debian-packages.ts pgbouncer haproxy postgresql:psql
// installs what is missing and ends with 0, or says what cannot be installed and ends with 1.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Where Debian puts programs that are not on everybody's path. */
const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin']
/** A mirror that is slow, or another installation under way, is waited for. */
const PATIENCE = [
  '-q',
  '-o',
  'Acquire::Retries=3',
  '-o',
  'Acquire::http::Timeout=20',
  '-o',
  'DPkg::Lock::Timeout=120',
]

/**
 * The path of a program of a Debian package; installs the package when it is missing and this may be done. Its own
 * service is not left running: the checks start what they need, with their own files.
 */
export function programOf(packageName: string, name = packageName): string {
  const found = find(name)
  if (found) return found
  const install = () => apt('install', '--yes', '--no-install-recommends', packageName)
  // The lists of a fresh machine are empty; an old list names packages that the mirror has replaced since.
  const isInstalled = install() || (apt('update') && install())
  const path = isInstalled ? find(name) : undefined
  if (!path) throw new Error(`${name} is missing and could not be installed: apt-get install ${packageName}`)
  return path
}

function apt(...words: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const { status } = spawnSync('apt-get', [...PATIENCE, ...words], {
    env,
    stdio: 'ignore',
    timeout: 300_000,
  })
  return status === 0
}

const find = (name: string) => FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path))

if (import.meta.main)
  try {
    for (const wanted of process.argv.slice(2)) {
      const [packageName = '', name = packageName] = wanted.split(':')
      programOf(packageName, name)
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
