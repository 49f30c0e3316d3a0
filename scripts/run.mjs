// Runs one of our TypeScript scripts with the project's own Node: node scripts/run.mjs <script> [arguments]
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findNode, giveUp, isInstalled, root } from './install.mjs'

const [script = '', ...args] = process.argv.slice(2)
if (!isInstalled())
  giveUp('The dependencies are not installed: run `npm ci` (or `npm start`, which does it) first.')

const child = spawn(findNode(), [join(root, script), ...args], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
