// Plain JavaScript for Node 20: this runs before the dependencies, and the Node that comes with them, are there.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The project's folder. */
export const root = join(import.meta.dirname, '..')

/** Where Node keeps what it has compiled: loading the service from there takes half the time. */
export const compileCache = join(root, 'node_modules/.cache/compiled')

/** Prints one line and ends: for what the person at the keyboard has to settle. */
export function giveUp(line) {
  console.error(line)
  process.exit(1)
}

/** Installs the dependencies of the lock file when they are not there, or not those. */
export function ensureInstalled() {
  if (isInstalled()) return
  const started = Date.now()
  console.log('Installing the dependencies of package-lock.json ...')
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--ignore-scripts', '--no-progress', '--loglevel=error', '--silent'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: systemEnvironment(),
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0)
    giveUp('Could not install the dependencies: npm ci failed. Is the npm registry reachable?')
  console.log(`Installed in ${((Date.now() - started) / 1000).toFixed(0)} s.`)
}

/** True when node_modules holds what the lock file asks for on this platform. */
export function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(join(root, 'node_modules/.package-lock.json'))
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    if (installed[path]) return installed[path].version === entry.version
    return entry.optional === true && !isForThisPlatform(entry)
  })
}

/** The Node that runs TypeScript: the one among the dependencies, else this one when it is new enough. */
export function findNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const own = join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', file)
  if (existsSync(own)) return own
  if (runsTypeScript()) return process.execPath
  return giveUp(
    `Install Node 24 LTS: no current Node comes along for this system, and ${process.version} cannot run TypeScript.`,
  )
}

/** True when this very process can load TypeScript files. */
export function runsTypeScript() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

function isForThisPlatform(entry) {
  const names = (list, own) => list === undefined || [list].flat().includes(own)
  const isLimited = entry.os !== undefined || entry.cpu !== undefined
  // Which C library a package is for cannot be asked cheaply: npm decides, and either outcome will do.
  return (
    isLimited &&
    entry.libc === undefined &&
    names(entry.os, process.platform) &&
    names(entry.cpu, process.arch)
  )
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}

// npm replaces node_modules, so it must not run on the Node inside it.
function systemEnvironment() {
  const own = join(root, 'node_modules')
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(own))
  return { ...process.env, PATH: path.join(delimiter) }
}
