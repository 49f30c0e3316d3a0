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

/**
 * Installs the dependencies of the lock file when they are not there, or not those. An installation without development dependencies
 * stays one: an operator who left them out does not get them back.
 */
export function ensureInstalled({ dev }) {
  const isProduction = isProductionInstall()
  if (isInstalled({ dev: dev || !isProduction })) return
  if (isProduction && dev) giveUp(LACKS_DEV)
  const started = Date.now()
  console.log('Installing the dependencies of package-lock.json (some 670 MB; about two minutes) ...')
  const extent = isProduction ? '--omit=dev' : '--include=dev'
  const { status } = spawnSync(
    'npm',
    ['ci', extent, '--ignore-scripts', '--no-progress', '--loglevel=error', '--silent'],
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

export const LACKS_DEV =
  'This command needs the development dependencies, which this installation leaves out. Run it in a checkout of the repository, after `npm ci`.'

/** True when node_modules holds what a command needs: the dependencies of the running service, or with `dev` all of the lock file. */
export function isInstalled({ dev = false, folder = root } = {}) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const installed = readPackages(join(folder, 'node_modules/.package-lock.json'))
  const isThere = (path) => installed[path]?.version === wanted[path].version
  if (!dev) return [...runtimePackages(wanted)].every(isThere)
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    if (installed[path]) return isThere(path)
    return entry.optional === true && !isForThisPlatform(entry)
  })
}

/** True for an installation that was made without development dependencies, as the image and the release tarball are. */
export function isProductionInstall({ folder = root } = {}) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const installed = Object.keys(readPackages(join(folder, 'node_modules/.package-lock.json')))
  return installed.length > 0 && !installed.some((path) => wanted[path]?.dev)
}

/** The paths of the packages that the service loads: its dependencies and theirs, found as Node finds them. */
function runtimePackages(packages) {
  const found = new Set()
  const add = (from, name) => {
    const path = pathOf(packages, from, name)
    if (path === undefined || found.has(path)) return
    found.add(path)
    for (const needed of Object.keys(packages[path].dependencies ?? {})) add(path, needed)
  }
  for (const name of Object.keys(packages['']?.dependencies ?? {})) add('', name)
  return found
}

function pathOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}

/** The Node that runs TypeScript: the one among the dependencies, else this one when it is new enough. */
export function findNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  // The Node for Apple Silicon has another name on npm.
  const names = [`node-${system}-${process.arch}`, `node-bin-${system}-${process.arch}`]
  const own = names.map((name) => join(root, 'node_modules', name, 'bin', file)).find(existsSync)
  if (own) return own
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
