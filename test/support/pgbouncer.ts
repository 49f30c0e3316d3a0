import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './service-process.ts'

export type PgbouncerOptions = {
  program: string
  /** The PostgreSQL server behind the pooler. */
  server: string
  mode: 'session' | 'transaction' | 'statement'
  connectQuery?: string
  /** More lines for the pgbouncer section. */
  lines?: readonly string[]
}

/** Starts PgBouncer on loopback. Every user connects as the server's own user. */
export async function startPgbouncer({ program, server, mode, connectQuery, lines = [] }: PgbouncerOptions) {
  const { hostname, port: serverPort, username, password } = new URL(server)
  const folder = await mkdtemp(join(tmpdir(), 'tasman-pooler-'))
  const port = await freePort()
  const setUp = connectQuery ? ` connect_query='${connectQuery.replaceAll("'", "''")}'` : ''
  const file = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}${setUp}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 40',
    'max_client_conn = 500',
    ...lines,
  ]
  await writeFile(join(folder, 'pgbouncer.ini'), file.join('\n'))
  await chmod(folder, 0o755)
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const pooler = spawn(program, [...user, '-q', join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: '/',
  })
  const exited = once(pooler, 'exit')
  for (let tries = 0; !(await takesConnections(port)); tries += 1) {
    if (tries > 300 || pooler.exitCode !== null) throw new Error('PgBouncer does not start.')
    await sleep(100)
  }
  return {
    /** The URL of a database through the pooler. */
    urlOf: (database: string) => `postgres://${username}@127.0.0.1:${port}/${database}`,
    async stop(): Promise<void> {
      pooler.kill()
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
