// `npm run fuzz -- --minutes 10 --seed 7`: sends made-up requests to every operation and page; a 500 fails it, shrunk to the smallest.
import { join } from 'node:path'
import { ensureInstalled, giveUp, root } from './install.mjs'
import { runChild } from './run-child.mjs'

const args = process.argv.slice(2)
const minutes = Number(read('--minutes', '10'))
const seed = Number(read('--seed', String(Date.now() % 1_000_000_000)))
if (!(minutes > 0) || !Number.isInteger(seed)) giveUp('Use: npm run fuzz -- --minutes 10 --seed 7')

ensureInstalled()
const env = { ...process.env, TASMAN_FUZZ_SECONDS: String(minutes * 60), TASMAN_FUZZ_SEED: String(seed) }
runChild([join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'test/api/fuzz.test.ts'], { cwd: root, env })

function read(name, fallback) {
  const at = args.findIndex((argument) => argument === name || argument.startsWith(`${name}=`))
  if (at < 0) return fallback
  return args[at].includes('=') ? args[at].split('=')[1] : args[at + 1]
}
