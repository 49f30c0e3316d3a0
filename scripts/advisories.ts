// Checks the installed packages for known vulnerabilities: npm run advisories [-- --all] [-- --write]
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkAdvisories, packagesOf, type Snapshot } from './advisories/check-advisories.ts'
import { readArguments } from './read-arguments.mjs'

const ROOT = join(import.meta.dirname, '..')
const SNAPSHOT = join(ROOT, 'docs/advisories.json')

const { values } = readArguments({
  usage: 'npm run advisories -- [--all] [--write]',
  options: { all: { type: 'boolean' }, write: { type: 'boolean' } },
})
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const snapshot: Snapshot | undefined = existsSync(SNAPSHOT) ? read(SNAPSHOT) : undefined
const packages = packagesOf(read(join(ROOT, 'package-lock.json')), values.all === true)
const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], { cwd: ROOT })
const today = new Date().toISOString().slice(0, 10)
const checked = await checkAdvisories(stdout.trim(), packages, snapshot, today)

for (const { package: name, severity, title, url } of checked.advisories)
  console.log(`${severity}: ${name}: ${title} (${url})`)
if (checked.isLive) {
  console.log(`${Object.keys(packages).length} packages, ${checked.advisories.length} advisories.`)
  if (values.write)
    writeFileSync(
      SNAPSHOT,
      `${JSON.stringify({ date: today, packages, advisories: checked.advisories }, null, 2)}\n`,
    )
} else {
  console.log(
    checked.date === null
      ? 'The registry does not answer, and there is no snapshot: nothing was checked.'
      : `The registry does not answer. Snapshot of ${checked.date}: ${checked.advisories.length} advisories, ${checked.unchecked.length} packages that it does not cover.`,
  )
}
process.exitCode = checked.advisories.length > 0 ? 1 : 0
