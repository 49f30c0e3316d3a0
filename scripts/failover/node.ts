import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { programOf } from '../debian-packages.ts'

const runFile = promisify(execFile)

const VERSIONS = '/usr/lib/postgresql'

/** One PostgreSQL server from the Debian package, with its files in our folder. */
export type Node = {
  name: string
  folder: string
  port: number
  url: string
  child: ChildProcess | undefined
  /** Settings of this server, in addition to the common ones. */
  settings?: Record<string, string>
}

/** PostgreSQL refuses to run as root, so it runs as the account from the package. */
export function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const read = (flag: string) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim())
  return { uid: read('-u'), gid: read('-g') }
}

/** The folder with the programs of the newest installed PostgreSQL. */
export function binFolder(): string {
  if (!existsSync(VERSIONS)) programOf('postgresql', 'psql')
  const newest = readdirSync(VERSIONS)
    .sort((a, b) => Number(a) - Number(b))
    .at(-1)
  return join(VERSIONS, newest ?? '', 'bin')
}

const program = (name: string) => join(binFolder(), name)

function run(name: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program(name), args, { ...account(), cwd: '/', encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`)
}

export function newNode(name: string, parent: string, port: number): Node {
  const folder = join(parent, name)
  return { name, folder, port, url: `postgres://tasman@127.0.0.1:${port}/tasman`, child: undefined }
}

function emptyFolder({ folder }: Node): void {
  rmSync(folder, { recursive: true, force: true })
  makeFolder(folder)
}

/** Creates a folder that the servers can write to. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { mode: 0o700 })
  const owner = account()
  if (owner) chownSync(folder, owner.uid, owner.gid)
}

/** Copies a running server as the base backup for a recovery. */
export async function copyNode(node: Node, source: Node): Promise<void> {
  emptyFolder(node)
  const server = ['-h', '127.0.0.1', '-p', String(source.port), '-U', 'tasman']
  const args = ['-D', node.folder, ...server, '-X', 'stream', '-c', 'fast', '--no-sync']
  await runFile(program('pg_basebackup'), args, { ...account(), cwd: '/' })
}

/** Starts a new primary with an empty database. */
export async function startPrimary(node: Node): Promise<void> {
  emptyFolder(node)
  run('initdb', ['-D', node.folder, '--username=tasman', '--auth=trust', '--encoding=UTF8', '--no-sync'])
  await start(node)
  await ask(node, 'create database tasman', 'postgres')
}

/** Copies the primary and replicates from it. From then on a commit is acknowledged only after the standby has it. */
export async function startStandby(node: Node, primary: Node): Promise<void> {
  emptyFolder(node)
  const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'tasman']
  run('pg_basebackup', ['-D', node.folder, ...source, '-X', 'stream', '-c', 'fast', '-R', '--no-sync'])
  const settings = join(node.folder, 'postgresql.auto.conf')
  // After its promotion it has no standby yet, so it must not wait for one.
  const lines = readFileSync(settings, 'utf8').split('\n')
  writeFileSync(settings, lines.filter((line) => !line.startsWith('synchronous_standby_names')).join('\n'))
  await start(node)
  await ask(primary, `alter system set synchronous_standby_names = '*'`)
  await ask(primary, 'select pg_reload_conf()')
  const isSynchronous = `select 1 from pg_stat_replication where sync_state = 'sync'`
  for (let tries = 0; (await ask(primary, isSynchronous)).length === 0; tries += 1) {
    if (tries > 300) throw new Error('The standby does not follow the primary.')
    await sleep(100)
  }
}

/** Starts the server and waits until it accepts writes or replicates. */
export async function start(node: Node): Promise<void> {
  const settings = {
    max_connections: 100,
    ...node.settings,
    listen_addresses: '127.0.0.1',
    port: node.port,
    unix_socket_directories: '',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  node.child = spawn(program('postgres'), ['-D', node.folder, ...options], {
    ...account(),
    cwd: '/',
    stdio: 'ignore',
  })
  for (let tries = 0; !(await answers(node)); tries += 1) {
    if (tries > 300 || node.child.exitCode !== null)
      throw new Error(`PostgreSQL ${node.name} does not start.`)
    await sleep(100)
  }
}

const answers = (node: Node) =>
  ask(node, 'select 1', 'postgres').then(
    () => true,
    () => false,
  )

/** Kills the server without a shutdown, like a power failure. */
export async function kill(node: Node): Promise<void> {
  const [first = ''] = readFileSync(join(node.folder, 'postmaster.pid'), 'utf8').split('\n')
  const children = spawnSync('pgrep', ['-P', first], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  const ended = node.child && once(node.child, 'exit')
  for (const pid of [first, ...children]) stop(Number(pid))
  await ended
  node.child = undefined
}

function stop(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

export function promote(node: Node): void {
  run('pg_ctl', ['promote', '-D', node.folder, '-w'])
}

/** Whether this server accepts writes. */
export async function isPrimary(node: Node): Promise<boolean> {
  const rows = await ask(node, 'select pg_is_in_recovery() as is_standby').catch(() => [{ is_standby: true }])
  return rows[0]?.is_standby === false
}

/** Runs one statement on its own connection. */
export async function ask(
  node: Node,
  statement: string,
  database = 'tasman',
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: node.url.replace(/tasman$/, database),
    connectionTimeoutMillis: 10_000,
    query_timeout: 30_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
