// Runs one of our scripts with the project's own Node: node scripts/run.mjs [--dev] <script> [arguments]
// Use --dev for a script that needs development dependencies.
import { join } from 'node:path'
import { giveUp, isInstalled, isProductionInstall, LACKS_DEV, root } from './install.mjs'
import { runChild } from './run-child.mjs'

const given = process.argv.slice(2)
const dev = given[0] === '--dev'
const [script = '', ...args] = dev ? given.slice(1) : given
if (!isInstalled({ dev }))
  giveUp(
    dev && isProductionInstall()
      ? LACKS_DEV
      : 'The dependencies are not installed: run `npm ci` (or `npm start`, which does it) first.',
  )

runChild([join(root, script), ...args])
