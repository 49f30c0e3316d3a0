import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { backUp } from '../../src/database/embedded/backup.ts'
import { restore } from '../../src/database/embedded/restore.ts'
import { startEmbeddedPostgres } from '../../src/database/embedded/start.ts'
import { startOwner, temporaryFolder } from '../support/embedded.ts'
import { execute } from '../support/postgres.ts'

/** A data folder with a key next to the database, as in a running service. */
async function dataFolder(): Promise<{ dataDir: string; folder: string; archive: string }> {
  const base = await temporaryFolder(onTestFinished)
  const dataDir = join(base, 'data')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'encryption.key'), 'key of the backup')
  return { dataDir, folder: join(dataDir, 'postgres'), archive: join(base, 'backup.tar.gz') }
}

/** Runs one statement on the stopped database of a folder. */
async function withDatabase(folder: string, statement: string): Promise<Record<string, unknown>[]> {
  const postgres = await startEmbeddedPostgres({ folder })
  try {
    return await execute(postgres.url, statement)
  } finally {
    await postgres.stop()
  }
}

it('a backup of a stopped service brings back the rows and the key, and keeps what was there aside', async () => {
  const { dataDir, folder, archive } = await dataFolder()
  await withDatabase(folder, 'create table kept as select generate_series(1, 1000) as id')
  await backUp(dataDir, archive)
  await withDatabase(folder, 'drop table kept')
  await writeFile(join(dataDir, 'encryption.key'), 'a later key')

  const aside = await restore(dataDir, archive, 'now')
  expect(await withDatabase(folder, 'select count(*)::int as count from kept')).toEqual([{ count: 1000 }])
  expect(await readFile(join(dataDir, 'encryption.key'), 'utf8')).toBe('key of the backup')
  expect(await readFile(join(aside, 'encryption.key'), 'utf8')).toBe('a later key')
  expect(existsSync(join(aside, 'postgres/pgdata/PG_VERSION'))).toBe(true)
  expect((await readdir(dataDir)).toSorted()).toEqual(['before-restore-now', 'encryption.key', 'postgres'])
})

it('a backup taken while rows are being written holds every row committed before it, and none twice', async () => {
  const { dataDir, folder, archive } = await dataFolder()
  const owner = await startOwner(folder)
  await execute(owner.url, 'create table kept (id int generated always as identity primary key, filler text)')
  let isWriting = true
  const writing = (async () => {
    while (isWriting) {
      await execute(
        owner.url,
        `insert into kept (filler) select repeat('x', 500) from generate_series(1, 200)`,
      )
    }
  })()
  await sleep(300)
  const [before] = await execute(owner.url, 'select count(*)::int as count from kept')
  await backUp(dataDir, archive)
  isWriting = false
  await writing
  const [after] = await execute(owner.url, 'select count(*)::int as count from kept')
  await owner.kill('SIGTERM')

  await restore(dataDir, archive, 'now')
  const [restored] = await withDatabase(folder, 'select count(*)::int as count, max(id) as last from kept')
  expect(restored?.count).toBeGreaterThanOrEqual(Number(before?.count))
  expect(restored?.count).toBeLessThanOrEqual(Number(after?.count))
  expect(restored?.last).toBe(restored?.count)
  expect((await stat(archive)).mode & 0o777).toBe(0o600)
})

it('a restore is refused while a service uses the folder', async () => {
  const { dataDir, folder, archive } = await dataFolder()
  await withDatabase(folder, 'select 1')
  await backUp(dataDir, archive)
  const owner = await startOwner(folder)
  await expect(restore(dataDir, archive, 'now')).rejects.toThrow(
    `Another Tasman process (${owner.child.pid}) is using`,
  )
  expect(await execute(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await owner.kill('SIGTERM')
})

it('a file that is no backup changes nothing', async () => {
  const { dataDir, folder, archive } = await dataFolder()
  await withDatabase(folder, 'create table kept (id int)')
  await writeFile(archive, 'not an archive')
  await expect(restore(dataDir, archive, 'now')).rejects.toThrow('Cannot unpack')
  await expect(restore(dataDir, `${archive}.missing`, 'now')).rejects.toThrow('There is no file')
  expect(await withDatabase(folder, 'select * from kept')).toEqual([])
  expect((await readdir(dataDir)).toSorted()).toEqual(['encryption.key', 'postgres'])
})

it('a folder without a database cannot be backed up', async () => {
  const { dataDir, archive } = await dataFolder()
  await expect(backUp(dataDir, archive)).rejects.toThrow(`There is no embedded database in ${dataDir}.`)
})

it('is readable for its owner alone from the first byte to the last', async () => {
  const { dataDir, folder, archive } = await dataFolder()
  await withDatabase(folder, 'create table kept as select generate_series(1, 200000) as id')
  const seen = new Set<string>()
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      for (const name of [`${archive}.partial`, `${archive}.partial.tar`, archive])
        await stat(name).then(
          ({ mode }) => seen.add((mode & 0o777).toString(8)),
          () => {},
        )
      await sleep(1)
    }
  })()
  await backUp(dataDir, archive)
  isDone = true
  await watching
  expect([...seen].toSorted()).toEqual(['600', '700'])
}, 60_000)

it.each(['backup', 'restore', 'restore-check'])(
  '%s says in one line that DATABASE_URL is malformed',
  (name) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${name}.ts`, '/tmp/no-backup'], {
      env: { ...process.env, DATABASE_URL: 'postgres://user:hidden-word@[bad' },
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^DATABASE_URL: must be a URL [^\n]*\n$/)
    expect(stderr).not.toContain('hidden-word')
  },
)
