// `npm test`: installs whatever is missing, finds a browser and runs the suite. Passes its arguments to vitest.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureInstalled, giveUp, root } from './install.mjs'
import { runChild } from './run-child.mjs'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const given = process.argv.slice(2)
const kills = given.find((argument) => argument.startsWith('--kills='))?.slice('--kills='.length)
const args = given.filter((argument) => !argument.startsWith('--kills='))
const isBrowserRequired = process.env.CI === 'true' || process.env.TASMAN_REQUIRE_BROWSER === '1'

await ensureInstalled({ dev: true })
const environment = {
  ...process.env,
  TASMAN_CHROMIUM: chooseBrowser(),
  ...(kills ? { TASMAN_KILLS: kills } : {}),
}
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
runChild([vitest, 'run', ...args], { cwd: root, env: environment })

function chooseBrowser() {
  const found = process.env.TASMAN_CHROMIUM || findBrowser() || (args.length === 0 && installBrowser()) || ''
  if (found) return found
  if (isBrowserRequired)
    giveUp('The browser tests need Chromium, and there is none: install the package chromium.')
  console.log(
    'No Chromium on PATH: the browser tests are skipped (install the package chromium to run them).',
  )
  return ''
}

function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name)))
  return candidates.find(isExecutable)
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

// Only when we may use the system's package manager.
function installBrowser() {
  if (process.getuid?.() !== 0 || !apt('--version')) return undefined
  console.log('Installing the system package chromium for the browser tests ...')
  apt('update')
  if (!apt('install', '-y', '--no-install-recommends', 'chromium'))
    console.log('apt-get could not install chromium.')
  return findBrowser()
}

function apt(...words) {
  const patience = ['-q', '-o', 'Acquire::Retries=2', '-o', 'Acquire::http::Timeout=20']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return (
    spawnSync('apt-get', [...patience, ...words], { stdio: 'ignore', env, timeout: 300_000 }).status === 0
  )
}
