// Runs one of our TypeScript scripts with the project's own Node: node scripts/run.mjs <script> [arguments]
import { join } from 'node:path'
import { giveUp, isInstalled, root } from './install.mjs'
import { runChild } from './run-child.mjs'

const [script = '', ...args] = process.argv.slice(2)
if (!isInstalled())
  giveUp('The dependencies are not installed: run `npm ci` (or `npm start`, which does it) first.')

runChild([join(root, script), ...args])
