import pg from 'pg'
import { distributeCell, distributeDirectory } from '../../src/database/distribute-cells.ts'
import { execute, withDatabase } from './postgres.ts'
import { TEST_CELLS } from './two-cells.ts'

/** The workers of `npm run citus:check`: addresses of databases on them. Empty in every other run. */
const workerUrls = (process.env.TASMAN_TEST_WORKERS ?? '').split(',').filter(Boolean)

export const isOnCitus = workerUrls.length > 0

/** Spreads a copied database over the workers: reference tables on all of them, each cell on one. */
export async function spreadOverWorkers(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  for (const worker of workerUrls) {
    await execute(worker, `create database ${name}`)
    await execute(withDatabase(worker, name), 'create extension citus')
  }
  await execute(url, 'create extension citus')
  await execute(url, `select citus_set_coordinator_host('127.0.0.1', ${new URL(url).port})`)
  for (const worker of workerUrls)
    await execute(url, `select citus_add_node('127.0.0.1', ${new URL(worker).port})`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await distributeDirectory(client)
    for (const cell of TEST_CELLS) await distributeCell(client, cell)
  } finally {
    await client.end()
  }
}

export async function dropOnWorkers(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  for (const worker of workerUrls) await execute(worker, `drop database if exists ${name} with (force)`)
}
