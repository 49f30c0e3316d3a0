// `npm run mutate -- src/payroll/au`: changes one operator, number or branch at a time and sees whether a pure test fails.
// Takes files and folders; see docs/mutation.md.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, giveUp, root } from './install.mjs'
import { runChild } from './run-child.mjs'

const given = process.argv.slice(2)
const paths = given.filter((argument) => !argument.startsWith('-'))
const options = given.filter((argument) => argument.startsWith('-'))
if (paths.length === 0) giveUp('Say what to change: npm run mutate -- src/payroll/au')

ensureInstalled()
const patterns = paths.flatMap((path) => {
  const isFolder = statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()
  return isFolder ? [`${path}/**/*.ts`, `!${path}/**/*.test.ts`] : [path]
})
const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
runChild([stryker, 'run', '--mutate', patterns.join(','), ...options], { cwd: root })
