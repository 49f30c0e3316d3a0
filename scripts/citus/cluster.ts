import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../test/support/service-process.ts'
import { ask, binFolder, kill, type Node, newNode, start, startPrimary } from '../failover/node.ts'

/** A coordinator and its workers, all on this machine. */
export type Cluster = { coordinator: Node; workers: Node[] }

const SETTINGS = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_connections: '300',
  max_prepared_transactions: '300',
  max_wal_senders: '20',
  max_replication_slots: '40',
  max_worker_processes: '30',
  // The check measures ratios and looks for errors. Nothing is kept.
  fsync: 'off',
  'citus.enable_unsafe_triggers': 'on',
  // All on this machine.
  'citus.node_conninfo': 'sslmode=disable',
  // Transactions that a killed server left prepared keep their locks until the coordinator finds them.
  'citus.recover_2pc_interval': '5000',
  // Otherwise the coordinator keeps asking a stopped worker for half a minute.
  'citus.node_connection_timeout': '3000',
}

/** Whether the newest PostgreSQL of this machine has Citus. */
export const isCitusInstalled = (): boolean =>
  existsSync('/usr/lib/postgresql') &&
  existsSync(join(binFolder(), '../../../../share/postgresql', versionOf(), 'extension/citus.control'))

const versionOf = () => binFolder().split('/').at(-2) ?? ''

export async function startCluster(folder: string): Promise<Cluster> {
  const names = ['coordinator', 'one', 'two'] as const
  const nodes: Node[] = []
  for (const name of names) {
    const node = { ...newNode(name, folder, await freePort()), settings: SETTINGS }
    await startPrimary(node)
    nodes.push(node)
  }
  const [coordinator, ...workers] = nodes as [Node, ...Node[]]
  for (const node of nodes) await prepareRole(node)
  await joinUp({ coordinator, workers }, 'tasman')
  return { coordinator, workers }
}

/** Roles belong to a server. The service's role signs in to the workers. */
const prepareRole = (node: Node) =>
  ask(node, 'create role tasman_service login; create role tasman_audit_keeper', 'postgres')

/** Makes databases of this name, which exist on all nodes, one distributed database. */
export async function joinUp({ coordinator, workers }: Cluster, database: string): Promise<void> {
  for (const node of [coordinator, ...workers]) await ask(node, 'create extension citus', database)
  await ask(coordinator, `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`, database)
  for (const { port } of workers)
    await ask(coordinator, `select citus_add_node('127.0.0.1', ${port})`, database)
}

export async function stopCluster({ coordinator, workers }: Cluster): Promise<void> {
  for (const node of [coordinator, ...workers]) if (node.child) await kill(node)
}

/** The worker that has a cell. */
export async function workerOf({ coordinator, workers }: Cluster, schema: string): Promise<Node> {
  const [row] = await ask(
    coordinator,
    `select nodeport from citus_shards where table_name = '${schema}.pays'::regclass limit 1`,
  )
  const worker = workers.find(({ port }) => port === Number(row?.nodeport))
  if (!worker) throw new Error(`No worker has the schema ${schema}.`)
  return worker
}

export { start as restart }

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
