// Runs a command with its own PostgreSQL server: node scripts/with-postgres.ts -- <command> [arguments]
// TEST_DATABASE_URL contains the server's address. Afterwards the server is stopped and its files are deleted.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/database/embedded/start.ts'

const [command = '', ...args] = process.argv.slice(process.argv.indexOf('--') + 1)
const folder = await mkdtemp(join(tmpdir(), 'tasman-server-'))
const postgres = await startEmbeddedPostgres({ folder, isThrowaway: true, log: console.error })
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: postgres.url },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
process.exitCode = await new Promise<number>((resolve) => {
  child.on('error', (error) => {
    console.error(`Cannot run ${command}: ${error.message}`)
    resolve(127)
  })
  child.on('exit', (code) => resolve(code ?? 1))
})
await postgres.stop()
await rm(folder, { recursive: true, force: true })
