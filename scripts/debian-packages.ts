import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Where Debian puts programs that are not on everybody's path. */
const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin']

/**
 * The path of a program of a Debian package; installs the package when it is missing and this may be done. Its own
 * service is not left running: the checks start what they need, with their own files.
 */
export function programOf(packageName: string, name = packageName): string {
  const found = find(name)
  if (found) return found
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const install = () =>
    spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', packageName], {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status === 0
  let isInstalled = install()
  if (!isInstalled) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    isInstalled = install()
  }
  const path = isInstalled ? find(name) : undefined
  if (!path) throw new Error(`${name} is missing and could not be installed: apt-get install ${packageName}`)
  return path
}

const find = (name: string) => FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path))
