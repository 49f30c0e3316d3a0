// npm run citus:check -- [--story-only]: starts a Citus coordinator and two workers on this machine, with a cell on each worker.
// Runs API tests of the main features of both countries there, then stops a worker, moves a cell and kills a worker while pays
// are created. Prints versions, and how much longer pays and reads take than on the same PostgreSQL without workers.

import { spawn } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isCitusInstalled, startCluster, stopCluster } from './citus/cluster.ts'
import { tellStory } from './citus/story.ts'
import { readArguments } from './read-arguments.mjs'

const { values } = readArguments({
  usage: 'npm run citus:check -- [--story-only]',
  options: { 'story-only': { type: 'boolean' } },
})

/** The main features of both countries. All of them are among the files of `npm run test:cells`. */
const TESTS = [
  'test/shared-database/two-cells.test.ts',
  'test/api/pays/create.test.ts',
  'test/api/pays/runs.test.ts',
  'test/api/run-review/',
  'test/api/single-touch/submit.test.ts',
  'test/api/payday-filing/submit.test.ts',
  'test/api/super-payments/contributions.test.ts',
  'test/api/bank-files/split.test.ts',
  'test/api/imports/imports.test.ts',
  'test/api/exports/',
  'test/api/obligations/list.test.ts',
  'test/api/leave-ledger/',
  'test/api/web/sign-in.test.ts',
  'test/api/oauth/access.test.ts',
]

if (!isCitusInstalled())
  console.log('Skipped: PostgreSQL on this machine has no Citus. docs/guides/cells.md says how to build it.')
else await check()

async function check(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tasman-citus-'))
  chmodSync(folder, 0o755)
  const cluster = await startCluster(folder)
  try {
    await tellStory(cluster)
    if (values['story-only']) return
    const code = await runTests({
      TEST_DATABASE_URL: cluster.coordinator.url,
      TASMAN_TEST_WORKERS: cluster.workers.map(({ url }) => url).join(),
      TASMAN_TEST_CELLS: '2',
    })
    if (code !== 0) throw new Error('API tests failed on Citus.')
    console.log('The API tests of the main features passed with two cells on two workers.')
  } finally {
    await stopCluster(cluster)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every file gets its own database, spread over the workers, which takes longer than its tests. */
function runTests(env: NodeJS.ProcessEnv): Promise<number> {
  const limits = ['--testTimeout', '120000', '--hookTimeout', '600000', '--maxWorkers', '2']
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...limits, ...TESTS], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
