import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { works } from './account.ts'
import { program } from './binaries.ts'
import { readPostmaster } from './leftover.ts'
import type { Place } from './place.ts'
import { StartError } from './start-error.ts'

const LOG_LIMIT = 5_000_000
const ATTEMPTS = 20

// Sized for two cores and a small machine. Large deployments do not use the embedded database.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  max_wal_size: '1GB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

// A test database is discarded afterwards, so a power cut cannot lose anything.
const THROWAWAY_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** A PostgreSQL server that accepts connections. */
export interface Server {
  port: number
  child: ChildProcess
  exited: Promise<void>
}

/**
 * Starts PostgreSQL and waits until it accepts connections, including any crash recovery. A restarted server
 * keeps its port.
 */
export async function launch(
  place: Place,
  isThrowaway: boolean,
  log: (line: string) => void,
  oldPort?: number,
): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const port = oldPort ?? (await choosePort(place.folder))
    const logFile = join(place.folder, 'postgres.log')
    const logStart = rotate(logFile)
    const server = spawnServer(place, port, logFile, isThrowaway)
    if (await becomesReady(server, place, log)) return server

    const output = readFileSync(logFile, 'utf8').slice(logStart)
    // Another process took the port in the meantime, or processes of a killed server are still releasing its memory.
    const isPassing = /could not (bind|create any TCP)|shared memory block.*in use/.test(output)
    if (!isPassing || attempt === ATTEMPTS) throw new StartError(cannotStart(place, output))
    await sleep(250)
  }
}

function spawnServer(place: Place, port: number, logFile: string, isThrowaway: boolean): Server {
  const settings = { ...SETTINGS, ...(isThrowaway ? THROWAWAY_SETTINGS : {}) }
  const [name = '', ...rest] = [
    ...place.account.wrapper,
    ...endWithUs(),
    ...[program(place.binaries, 'postgres'), '-D', place.data, '-p', String(port)],
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ]
  const output = openSync(logFile, 'a', 0o600)
  // A separate session, so that Ctrl-C in the terminal reaches only the service, which first finishes its work.
  const child = spawn(name, rest, {
    stdio: ['ignore', output, output],
    cwd: '/',
    detached: true,
    ...place.account.owner,
  })
  closeSync(output)
  child.unref()
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  return { port, child, exited }
}

// If the system supports it, PostgreSQL shuts down when the service dies for any reason.
function endWithUs(): string[] {
  const wrapper = ['setpriv', '--pdeathsig', 'INT']
  return process.platform === 'linux' && works([...wrapper, 'true']) ? wrapper : []
}

async function becomesReady(server: Server, place: Place, log: (line: string) => void): Promise<boolean> {
  let hasExited = false
  server.exited.then(() => {
    hasExited = true
  })
  for (let waits = 0; !hasExited; waits += 1) {
    const found = readPostmaster(place.data)
    if (found?.isReady && found.pid === server.child.pid) return true
    if (waits === 200) log('PostgreSQL is recovering after a crash; this can take a moment.')
    await sleep(20)
  }
  return false
}

async function choosePort(folder: string): Promise<number> {
  const file = join(folder, 'port')
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const port = (kept > 0 && (await listenOnce(kept))) || (await listenOnce(0))
  if (!port) throw new StartError('No free port on 127.0.0.1 for the embedded database.')
  if (port !== kept) writeFileSync(file, `${port}\n`, { mode: 0o600 })
  return port
}

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : undefined))
    })
  })
}

function rotate(logFile: string): number {
  const size = existsSync(logFile) ? statSync(logFile).size : 0
  if (size < LOG_LIMIT) return size
  renameSync(logFile, `${logFile}.1`)
  return 0
}

function cannotStart(place: Place, output: string): string {
  const reason = output.split('\n').findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? output.trim()
  return `The embedded PostgreSQL did not start: ${reason} (full log in ${join(place.folder, 'postgres.log')})`
}
