import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../test/support/service-process.ts'
import { programOf } from '../debian-packages.ts'
import { account, makeFolder, type Node, newNode } from './node.ts'

const TEMPLATE = join(import.meta.dirname, '../../ops/patroni.yml')
const PASSWORD = 'change-me'

/** A PostgreSQL server managed by Patroni. */
export type Member = Node & {
  patroni: ChildProcess
  restUrl: string
  restPort: number
  configuration: string
}

/** etcd with one member, which is enough for a test on one machine. */
export async function startEtcd(folder: string): Promise<{ port: number; stop(): void }> {
  const [port, peerPort] = [await freePort(), await freePort()]
  const client = `http://127.0.0.1:${port}`
  const peer = `http://127.0.0.1:${peerPort}`
  const child = spawn(
    programOf('etcd-server', 'etcd'),
    [
      ...[
        '--data-dir',
        join(folder, 'etcd'),
        '--listen-client-urls',
        client,
        '--advertise-client-urls',
        client,
      ],
      ...[
        '--listen-peer-urls',
        peer,
        '--initial-advertise-peer-urls',
        peer,
        '--initial-cluster',
        `default=${peer}`,
      ],
    ],
    // Debian also builds etcd for arm64, but its authors test only on amd64.
    { stdio: 'ignore', env: { ...process.env, ETCD_UNSUPPORTED_ARCH: process.arch } },
  )
  return { port, stop: () => child.kill('SIGKILL') }
}

/** Creates a member from the configuration in `ops/`, with the addresses, folder and programs of this machine. */
export async function newMember(
  name: string,
  folder: string,
  etcdPort: number,
  binDir: string,
): Promise<Member> {
  const node = newNode(name, folder, await freePort())
  const restPort = await freePort()
  const dataDir = join(node.folder, 'data')
  makeFolder(node.folder)
  const text = readFileSync(TEMPLATE, 'utf8')
    .replace('name: one', `name: ${name}`)
    .replace(/hosts: .*/, `hosts: 127.0.0.1:${etcdPort}`)
    .replaceAll('10.0.0.1:8008', `127.0.0.1:${restPort}`)
    .replaceAll('10.0.0.1:5432', `127.0.0.1:${node.port}`)
    .replaceAll('10.0.0.0/24', '127.0.0.0/8')
    .replace(/data_dir: .*/, `data_dir: ${dataDir}`)
    .replace(/bin_dir: .*/, `bin_dir: ${binDir}\n  parameters: { unix_socket_directories: ${node.folder} }`)
  const configuration = join(node.folder, 'patroni.yml')
  writeFileSync(configuration, text)
  return {
    ...node,
    folder: dataDir,
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${node.port}/tasman`,
    restUrl: `http://127.0.0.1:${restPort}`,
    restPort,
    configuration,
    patroni: startPatroni(configuration),
  }
}

export function startPatroni(configuration: string): ChildProcess {
  // Patroni writes a password file to the home folder of its account.
  const env = { ...process.env, HOME: '/tmp', PATRONI_POSTGRESQL_PGPASS: `${configuration}.pgpass` }
  const log = process.env.PATRONI_LOG ? 'inherit' : 'ignore'
  return spawn(programOf('patroni'), [configuration], {
    ...account(),
    cwd: '/',
    env,
    stdio: ['ignore', 'ignore', log],
  })
}

/** Kills Patroni and every process of its server, like a power failure. */
export async function killMember(member: Member): Promise<void> {
  const [postmaster = ''] = readFileSync(join(member.folder, 'postmaster.pid'), 'utf8').split('\n')
  const children = spawnSync('pgrep', ['-P', postmaster], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
  const ended = once(member.patroni, 'exit')
  member.patroni.kill('SIGKILL')
  for (const pid of [postmaster, ...children])
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has already ended.
    }
  await ended
}

/** The state that the member reports, or undefined while it does not answer. */
export async function stateOf(
  member: Member,
): Promise<{ role: string; state: string; replication?: { sync_state: string }[] } | undefined> {
  try {
    const answer = await fetch(`${member.restUrl}/patroni`, { signal: AbortSignal.timeout(2000) })
    return (await answer.json()) as { role: string; state: string }
  } catch {
    return undefined
  }
}
