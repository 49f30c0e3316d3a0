// `npm run fuzz -- --minutes 10 --seed 7`: sends generated requests to every operation and page. A 500 fails the run and is
// shrunk to the smallest case.
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'
import { readArguments } from './read-arguments.mjs'
import { runChild } from './run-child.mjs'

const { values } = readArguments({
  usage: 'npm run fuzz -- [--minutes 10] [--seed 7]',
  options: {
    minutes: { type: 'string', pattern: /^(?=.*[1-9])\d+(\.\d+)?$/, must: 'a number above 0' },
    seed: { type: 'string', pattern: /^\d{1,9}$/, must: 'a whole number' },
  },
})
const minutes = Number(values.minutes ?? 10)
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)

await ensureInstalled({ dev: true })
const env = { ...process.env, TASMAN_FUZZ_SECONDS: String(minutes * 60), TASMAN_FUZZ_SEED: String(seed) }
runChild([join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'test/api/fuzz.test.ts'], { cwd: root, env })
