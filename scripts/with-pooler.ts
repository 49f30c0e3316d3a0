// Runs a command behind PgBouncer in transaction mode: node scripts/with-postgres.ts -- node scripts/with-pooler.ts -- <command>
// TEST_DATABASE_URL names the server. TEST_POOLER_URL is set to the same server through the pooler.
import { spawn } from 'node:child_process'
import { connectQuery, sessionSettings } from '../src/database/session.ts'
import { readSettings } from '../src/settings/index.ts'
import { startPgbouncer } from '../test/support/pgbouncer.ts'
import { programOf } from './debian-packages.ts'

const [command = '', ...args] = process.argv.slice(process.argv.indexOf('--') + 1)
const pooler = await startPgbouncer({
  program: programOf('pgbouncer'),
  server: process.env.TEST_DATABASE_URL ?? '',
  mode: 'transaction',
  connectQuery: connectQuery(sessionSettings({ ...readSettings({}), mode: 'test', role: 'tasman_service' })),
})
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, TEST_POOLER_URL: pooler.urlOf('postgres') },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
process.exitCode = await new Promise<number>((resolve) => {
  child.on('error', () => resolve(127))
  child.on('exit', (code) => resolve(code ?? 1))
})
await pooler.stop()
