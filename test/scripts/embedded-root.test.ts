import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../../src/database/embedded/start.ts'
import { startOwner, temporaryFolder } from '../support/embedded.ts'
import { execute } from '../support/postgres.ts'

const NOBODY = 65534
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
const wasInUse = existsSync('/var/lib/tasman')
const isRoot = process.getuid?.() === 0
const can = (command: string[]) =>
  spawnSync(command[0] ?? '', command.slice(1), { stdio: 'ignore' }).status === 0
const hasNamespaces = isRoot && can(['unshare', '--user', `--map-user=${NOBODY}`, 'true'])
const nobodyCanRunUs = isRoot && can([...AS_NOBODY, process.execPath, '--check', import.meta.filename])

describe.runIf(isRoot)('as root', () => {
  it.runIf(hasNamespaces)(
    'works inside a folder that only root can enter, and changes no owner',
    async () => {
      const folder = join(await temporaryFolder(onTestFinished), 'private')
      await mkdir(folder, { mode: 0o700 })
      const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), isThrowaway: true })
      onTestFinished(() => postgres.stop())
      expect(await execute(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
      expect((await stat(join(folder, 'postgres/pgdata'))).uid).toBe(0)
    },
  )

  it('without user namespaces runs as no one in the same folder', async () => {
    const folder = join(await temporaryFolder(onTestFinished), 'postgres')
    await chmod(dirname(folder), 0o755)
    const postgres = await startEmbeddedPostgres({ folder, isThrowaway: true, mayUseNamespace: false })
    onTestFinished(() => postgres.stop())
    expect(await execute(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await stat(join(folder, 'pgdata'))).uid).toBe(NOBODY)
    expect((await stat(join(folder, 'password'))).uid).toBe(0)
  })

  it('without user namespaces keeps the files where no one can reach them, and says where', async () => {
    const folder = join(await temporaryFolder(onTestFinished), 'postgres')
    const lines: string[] = []
    const options = { folder, isThrowaway: true, mayUseNamespace: false }
    const first = await startEmbeddedPostgres({ ...options, log: (line) => lines.push(line) })
    const data = await realpath(join(folder, 'pgdata'))
    onTestFinished(() => removeReachable(data))
    await execute(first.url, 'create table kept (id int)')
    await first.stop()
    expect(lines).toEqual([
      `PostgreSQL cannot run as root, and the user "nobody" cannot open ${folder}: its files are in ${data}.`,
    ])

    const second = await startEmbeddedPostgres(options)
    onTestFinished(() => second.stop())
    expect(await execute(second.url, 'select * from kept')).toEqual([])
  })
})

describe.runIf(nobodyCanRunUs)('as an ordinary user', () => {
  it('works in a folder of its own', async () => {
    const folder = await temporaryFolder(onTestFinished)
    await chown(folder, NOBODY, NOBODY)
    const owner = await startOwner(folder, { prefix: AS_NOBODY })
    expect(await execute(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await owner.kill('SIGTERM')
    expect(owner.output()).toBe('')
  })

  it('says in one line that it cannot write to a folder of someone else', async () => {
    const folder = await temporaryFolder(onTestFinished)
    await chmod(folder, 0o755)
    await expect(startOwner(join(folder, 'data'), { prefix: AS_NOBODY })).rejects.toThrow(
      /^Cannot write to the data folder .*: set DATA_DIR to another folder\.$/,
    )
  })
})

// Anything that existed before the test must not be removed: it may be the database of a service on this machine.
async function removeReachable(data: string): Promise<void> {
  await rm(dirname(data), { recursive: true, force: true })
  if (!wasInUse) await rm(dirname(dirname(data)), { recursive: true, force: true })
}
