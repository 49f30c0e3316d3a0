// A PostgreSQL server for checks: from the Debian package, which has a matching pg_dump, or else the embedded one.
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/database/embedded/start.ts'
import { kill, newNode, startPrimary } from './failover/node.ts'

/** Starts a server with its files in a folder. `hasPrograms` means that pg_dump and pg_restore of its version are available. */
export async function startCheckServer(folder) {
  const hasPrograms = existsSync('/usr/lib/postgresql')
  const server = hasPrograms ? await startPackaged(folder) : await startEmbedded(folder)
  return {
    ...server,
    hasPrograms,
    /** Creates an empty database and returns its URL. */
    async createEmpty() {
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      await client.query('create database tasman_empty')
      await client.end()
      return server.url.replace(/\/tasman$/, '/tasman_empty')
    },
  }
}

async function startPackaged(folder) {
  const node = newNode('postgres', folder, await freePort())
  await startPrimary(node)
  return { url: node.url, stop: () => kill(node) }
}

const startEmbedded = (folder) =>
  startEmbeddedPostgres({ folder: join(folder, 'postgres'), isThrowaway: true, log: console.error })

export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
