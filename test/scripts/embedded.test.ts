import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmbedded } from '../../scripts/embedded-folder.ts'
import { readPostmaster } from '../../src/database/embedded/leftover.ts'
import { isRunning } from '../../src/database/embedded/processes.ts'
import { startEmbeddedPostgres } from '../../src/database/embedded/start.ts'
import { startOwner, temporaryFolder } from '../support/embedded.ts'
import { execute } from '../support/postgres.ts'

const start = async (folder: string, log: (line: string) => void = () => {}) => {
  const postgres = await startEmbeddedPostgres({ folder, log, isThrowaway: true })
  onTestFinished(() => postgres.stop())
  return postgres
}
const postmasterOf = (folder: string) => readPostmaster(join(folder, 'pgdata'))?.pid ?? 0

describe('a fresh folder', () => {
  it('becomes a database in UTF-8 that folds letters the same on every machine', async () => {
    const { url } = await start(await temporaryFolder(onTestFinished))
    const [row] = await execute(
      url,
      `select lower('ĀORAKI É') as folded, current_setting('server_encoding') as code`,
    )
    expect(row).toEqual({ folded: 'āoraki é', code: 'UTF8' })
  })

  it('listens on 127.0.0.1 alone and asks for the password', async () => {
    const folder = await temporaryFolder(onTestFinished)
    const { url } = await start(folder)
    const [row] = await execute(
      url,
      `select current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets`,
    )
    expect(row).toEqual({ addresses: '127.0.0.1', sockets: '' })
    await expect(execute(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password')
    expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600)
  })

  it('is durable: every commit reaches the disk', async () => {
    const owner = await startOwner(await temporaryFolder(onTestFinished))
    const [row] = await execute(
      owner.url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
    )
    expect(row).toEqual({ fsync: 'on', commit: 'on' })
    await owner.kill('SIGTERM')
  })
})

describe('stop and start again', () => {
  it('keeps the data and the address, and leaves no process behind', async () => {
    const folder = await temporaryFolder(onTestFinished)
    const first = await startEmbeddedPostgres({ folder, isThrowaway: true })
    await execute(first.url, 'create table kept (id int)')
    const pid = postmasterOf(folder)
    await first.stop()
    expect(isRunning(pid)).toBe(false)

    const second = await start(folder)
    expect(second.url).toBe(first.url)
    expect(await execute(second.url, 'select * from kept')).toEqual([])
  })

  it('takes another port when its own was given away', async () => {
    const folder = await temporaryFolder(onTestFinished)
    const other = await start(await temporaryFolder(onTestFinished))
    await writeFile(join(folder, 'port'), new URL(other.url).port)
    const { url } = await start(folder)
    expect(new URL(url).port).not.toBe(new URL(other.url).port)
    expect((await readFile(join(folder, 'port'), 'utf8')).trim()).toBe(new URL(url).port)
  })
})

describe('one folder, one service', () => {
  it('refuses a second one with a line that names the first', async () => {
    const folder = await temporaryFolder(onTestFinished)
    await start(folder)
    await expect(startOwner(folder)).rejects.toThrow(
      `Another Tasman process (${process.pid}) is using ${folder}: stop it first, or set DATA_DIR to another folder.`,
    )
  })

  it('waits for a first one that is just stopping', async () => {
    const folder = await temporaryFolder(onTestFinished)
    const first = await startEmbeddedPostgres({ folder, isThrowaway: true })
    const second = startOwner(folder)
    await sleep(1000)
    await first.stop()
    expect(await execute((await second).url, 'select 1 as one')).toEqual([{ one: 1 }])
    await (await second).kill('SIGTERM')
  })

  it('does not take a process that was given the same number later for the first one', async () => {
    const folder = await temporaryFolder(onTestFinished)
    await writeFile(
      join(folder, 'service.lock'),
      JSON.stringify({ pid: process.pid, started: 'another start' }),
    )
    const { url } = await start(folder)
    expect(await execute(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('lets exactly one of several simultaneous starts win over a stale lock', async () => {
    const folder = await temporaryFolder(onTestFinished)
    await (await startEmbeddedPostgres({ folder, isThrowaway: true })).stop()
    await writeFile(join(folder, 'service.lock'), JSON.stringify({ pid: 999_999_999, started: '' }))
    const results = await Promise.allSettled([startOwner(folder), startOwner(folder), startOwner(folder)])
    const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(winners).toHaveLength(1)
    await winners[0]?.kill('SIGTERM')
  })
})

it('a command works beside the service that has the folder open, and starts the database where none does', async () => {
  const dataDir = await temporaryFolder(onTestFinished)
  const running = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres'), isThrowaway: true })
  const beside = await openEmbedded(dataDir)
  expect(beside.url).toBe(running.url)
  await beside.stop()
  expect(await execute(running.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await running.stop()
  const alone = await openEmbedded(dataDir)
  expect(await execute(alone.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await alone.stop()
  expect(readPostmaster(join(dataDir, 'postgres/pgdata'))).toBeUndefined()
})

describe('after kill -9 of the service', () => {
  it('the next start finds the data and no old server', async () => {
    const folder = await temporaryFolder(onTestFinished)
    const owner = await startOwner(folder)
    await execute(owner.url, 'create table kept (id int)')
    const pid = postmasterOf(folder)
    await owner.kill('SIGKILL')

    const { url } = await start(folder)
    expect(await execute(url, 'select * from kept')).toEqual([])
    expect(isRunning(pid)).toBe(false)
  })

  it.runIf(process.platform !== 'win32')('a server that outlives it is stopped first', async () => {
    const folder = await temporaryFolder(onTestFinished)
    const owner = await startOwner(folder, { env: { PATH: await pathWithoutSetpriv(folder) } })
    await execute(owner.url, 'create table kept (id int)')
    const pid = postmasterOf(folder)
    await owner.kill('SIGKILL')
    expect(isRunning(pid)).toBe(true)

    const lines: string[] = []
    const { url } = await start(folder, (line) => lines.push(line))
    expect(lines).toEqual([`Stopping the PostgreSQL (process ${pid}) that a killed service left behind.`])
    expect(await execute(url, 'select * from kept')).toEqual([])
    expect(isRunning(pid)).toBe(false)
  })
})

it('a server that is killed under a running service is started again on the same address', async () => {
  const folder = await temporaryFolder(onTestFinished)
  const { url } = await start(folder)
  const pid = postmasterOf(folder)
  process.kill(pid, 'SIGKILL')
  for (let waits = 0; waits < 200 && [0, pid].includes(postmasterOf(folder)); waits += 1) await sleep(50)
  await expect
    .poll(() => execute(url, 'select 1 as one').catch(() => 'not yet'), { timeout: 10_000 })
    .toEqual([{ one: 1 }])
})

// A failing setpriv simulates systems without it, where nothing ends the server together with the service.
async function pathWithoutSetpriv(folder: string): Promise<string> {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'setpriv'), '#!/bin/sh\nexit 1\n')
  await chmod(join(bin, 'setpriv'), 0o755)
  return `${bin}${delimiter}${process.env.PATH}`
}
