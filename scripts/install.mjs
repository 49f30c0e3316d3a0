// Plain JavaScript for Node 20, because it runs before the dependencies and their Node are installed.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** Node's compile cache. It halves the time to load the service. */
export const compileCache = join(root, 'node_modules/.cache/compiled')

/** Shows every few seconds that the installation continues. npm's own bar is not shown to a program. */
const PROGRESS_MS = 10_000

/** Prints one line and exits, for problems that the user must fix. */
export function giveUp(line) {
  console.error(line)
  process.exit(1)
}

/**
 * Installs the dependencies of the lock file when they are missing or outdated. An installation without development dependencies
 * stays that way, as the operator chose.
 */
export async function ensureInstalled({ dev }) {
  const isProduction = isProductionInstall()
  if (isInstalled({ dev: dev || !isProduction })) return
  if (isProduction && dev) giveUp(LACKS_DEV)
  const started = Date.now()
  console.log('Installing the dependencies of package-lock.json (some 670 MB; about two minutes) ...')
  const extent = isProduction ? '--omit=dev' : '--include=dev'
  const npm = spawn(
    'npm',
    ['ci', extent, '--ignore-scripts', '--no-progress', '--loglevel=error', '--silent'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: systemEnvironment(),
      shell: process.platform === 'win32',
    },
  )
  const progress = setInterval(() => {
    const { there, wanted } = countPackages({ dev: !isProduction })
    console.log(`  ${there} of ${wanted} packages after ${((Date.now() - started) / 1000).toFixed(0)} s`)
  }, PROGRESS_MS)
  const status = await new Promise((resolve) => {
    npm.on('error', () => resolve(1))
    npm.on('exit', resolve)
  })
  clearInterval(progress)
  if (status !== 0)
    giveUp('Could not install the dependencies: npm ci failed. Is the npm registry reachable?')
  console.log(`Installed in ${((Date.now() - started) / 1000).toFixed(0)} s.`)
}

export const LACKS_DEV =
  'This command needs the development dependencies, which this installation leaves out. Run it in a checkout of the repository, after `npm ci`.'

/** Whether node_modules contains what a command needs: the service's dependencies, or with `dev` everything in the lock file. */
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

/** How many packages of the lock file are in node_modules by now. npm skips those for other systems. */
export function countPackages({ dev, folder = root }) {
  const wanted = Object.entries(readPackages(join(folder, 'package-lock.json'))).filter(
    ([path, entry]) =>
      path.includes('node_modules/') && !entry.link && !entry.optional && (dev || !entry.dev),
  )
  const there = wanted.filter(([path]) => existsSync(join(folder, path, 'package.json')))
  return { there: there.length, wanted: wanted.length }
}

/** Whether the installation has no development dependencies, like the image and the release tarball. */
export function isProductionInstall({ folder = root } = {}) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const installed = Object.keys(readPackages(join(folder, 'node_modules/.package-lock.json')))
  return installed.length > 0 && !installed.some((path) => wanted[path]?.dev)
}

/** The paths of the packages that the service loads: its dependencies and theirs, resolved as Node resolves them. */
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

/** The Node that runs TypeScript: the one in the dependencies, or this one if it is new enough. */
export function findNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  // The package for Apple Silicon has a different name on npm.
  const names = [`node-${system}-${process.arch}`, `node-bin-${system}-${process.arch}`]
  const own = names.map((name) => join(root, 'node_modules', name, 'bin', file)).find(existsSync)
  if (own) return own
  if (runsTypeScript()) return process.execPath
  return giveUp(
    `Install Node 24 LTS: no current Node is bundled for this system, and ${process.version} cannot run TypeScript.`,
  )
}

/** Whether this process can load TypeScript files. */
export function runsTypeScript() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

function isForThisPlatform(entry) {
  const names = (list, own) => list === undefined || [list].flat().includes(own)
  const isLimited = entry.os !== undefined || entry.cpu !== undefined
  // Detecting the C library is expensive, so packages that depend on it are not checked. npm decides whether to install them.
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
