import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

const FILE = join(mkdtempSync(join(tmpdir(), 'worker-pool-')), 'worker.mjs')
writeFileSync(
  FILE,
  `export const echo = (text) => text
export const fail = () => { throw new Error('no such employee') }
export const exit = () => process.exit()`,
)

const pools: WorkerPool[] = []
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

function open(idleMs = 60_000): WorkerPool {
  const pool = createWorkerPool({ file: pathToFileURL(FILE), threads: 2, tasksPerThread: 4, idleMs })
  pools.push(pool)
  return pool
}

it('starts with its first task, and returns what the function returns or throws', async () => {
  const pool = open()
  expect(pool.threads()).toEqual([])
  expect(await pool.run('echo', 'done')).toBe('done')
  expect(pool.threads()).toHaveLength(2)
  await expect(pool.run('fail', null)).rejects.toThrow('no such employee')
})

it('fails the task of a thread that ended, and starts a new thread for the next', async () => {
  const pool = open()
  await expect(pool.run('exit', null)).rejects.toThrow('worker exited')
  expect(await pool.run('echo', 'next')).toBe('next')
})

it('ends threads that no one needs', async () => {
  const pool = open(1)
  await pool.run('echo', 'done')
  await expect.poll(() => pool.threads()).toEqual([])
  expect(await pool.run('echo', 'again')).toBe('again')
})

it('starts its threads outside the request that first needs them', async () => {
  const requests = new AsyncLocalStorage<string>()
  const pool = open()
  const started: unknown[] = []
  await requests.run('the first request', () => pool.run('echo', 'done'))
  for (const thread of pool.threads()) thread.once('exit', () => started.push(requests.getStore()))
  await pool.close()
  await expect.poll(() => started).toEqual([undefined, undefined])
})
