// Installs Debian packages that the checks need: node scripts/debian-packages.ts pgbouncer haproxy postgresql:psql. Exits with 0,
// or names the packages that cannot be installed and exits with 1.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Folders for programs that are not on every user's PATH. */
const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin']
/** Waits for a slow mirror or another installation under way. */
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
 * The path of a program from a Debian package. Tries to install the package when it is missing. The package's own service does
 * not start: the checks start their own with their own files.
 */
export function programOf(packageName: string, name = packageName): string {
  const found = find(name)
  if (found) return found
  const install = () => apt('install', '--yes', '--no-install-recommends', packageName)
  // Package lists are empty on a fresh machine. An old list names packages that the mirror has replaced.
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
