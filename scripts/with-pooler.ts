// Runs a command behind PgBouncer in transaction mode: node scripts/with-postgres.ts -- node scripts/with-pooler.ts -- <command>
// TEST_DATABASE_URL names the server; TEST_POOLER_URL is added: the same server through the pooler.
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectQuery, sessionSettings } from '../src/database/session.ts'
import { readSettings } from '../src/settings.ts'
import { freePort } from '../test/support/service-process.ts'
import { programOf } from './debian-packages.ts'

const [command = '', ...args] = process.argv.slice(process.argv.indexOf('--') + 1)
const server = new URL(process.env.TEST_DATABASE_URL ?? '')
const folder = await mkdtemp(join(tmpdir(), 'tasman-pooler-'))
const port = await freePort()
const settings = readSettings({})
const session = sessionSettings({ ...settings, mode: 'test', role: 'tasman_service' })

// `any`: whoever reaches the loopback port is let in as the tests' user.
const lines = [
  '[databases]',
  `* = host=${server.hostname} port=${server.port} user=${server.username} password=${decodeURIComponent(server.password)} connect_query='${connectQuery(session).replaceAll("'", "''")}'`,
  '[pgbouncer]',
  'listen_addr = 127.0.0.1',
  `listen_port = ${port}`,
  'unix_socket_dir =',
  'auth_type = any',
  'pool_mode = transaction',
  'default_pool_size = 8',
  'max_client_conn = 500',
]
await writeFile(join(folder, 'pgbouncer.ini'), lines.join('\n'))
await chmod(folder, 0o755)
const isRoot = process.getuid?.() === 0
const pooler = spawn(
  programOf('pgbouncer'),
  [...(isRoot ? ['-u', 'nobody'] : []), '-q', join(folder, 'pgbouncer.ini')],
  { stdio: 'inherit', cwd: '/' },
)
for (let tries = 0; !(await takesConnections()); tries += 1) {
  if (tries > 300 || pooler.exitCode !== null) throw new Error('PgBouncer does not start.')
  await sleep(100)
}
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, TEST_POOLER_URL: `postgres://${server.username}@127.0.0.1:${port}/postgres` },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
process.exitCode = await new Promise<number>((resolve) => {
  child.on('error', () => resolve(127))
  child.on('exit', (code) => resolve(code ?? 1))
})
pooler.kill()
await rm(folder, { recursive: true, force: true })

function takesConnections(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
