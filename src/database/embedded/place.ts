import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, canEnter, chooseAccount } from './account.ts'
import { type Binaries, copyBinaries, findBinaries, linkLibraries } from './binaries.ts'
import { StartError } from './start-error.ts'

// The database folder when PostgreSQL's account cannot access the data folder.
const REACHABLE = '/var/lib/tasman'

/** Everything that is decided before PostgreSQL runs: its folders, programs and account. */
export interface Place {
  folder: string
  data: string
  binaries: Binaries
  account: Account
}

/** Creates the data folder, or throws a one-line reason. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `Cannot write to the data folder ${folder} (${why}): set DATA_DIR to another folder.`,
    )
  }
}

/** Decides where and under which account PostgreSQL runs for this folder. */
export function preparePlace(folder: string, mayUseNamespace: boolean, log: (line: string) => void): Place {
  const link = join(folder, 'pgdata')
  const account = chooseAccount(existsSync(link) ? statSync(link) : undefined, mayUseNamespace)
  const data = existsSync(link) ? realpathSync(link) : newDataPath(folder, account, log)
  return { folder, data, binaries: readableBinaries(folder, account), account }
}

/** Gives ownership of a file or folder to PostgreSQL's account. */
export function giveTo(account: Account, path: string): void {
  if (account.owner) chownSync(path, account.owner.uid, account.owner.gid)
}

/** The database password, created on first use. */
export function readPassword(folder: string): string {
  const file = join(folder, 'password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/** The URL of a folder's database. The port may change with the next start. */
export function urlOf(folder: string, port: number): string {
  return `postgresql://tasman:${readPassword(folder)}@127.0.0.1:${port}/tasman`
}

/** The URL of the running database, with the port it recorded. */
export function keptUrl(folder: string): string {
  return urlOf(folder, Number(readFileSync(join(folder, 'port'), 'utf8')))
}

function newDataPath(folder: string, account: Account, log: (line: string) => void): string {
  const link = join(folder, 'pgdata')
  if (!account.owner) return link
  chmodSync(folder, 0o711)
  if (canEnter(account, folder)) return link

  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const data = join(REACHABLE, name, 'pgdata')
  mkdirSync(dirname(data), { recursive: true })
  for (const path of [REACHABLE, dirname(data)]) chmodSync(path, 0o711)
  rmSync(link, { force: true })
  symlinkSync(data, link)
  log(`PostgreSQL cannot run as root, and the user "nobody" cannot open ${folder}: its files are in ${data}.`)
  return data
}

function readableBinaries(folder: string, account: Account): Binaries {
  const installed = findBinaries()
  const isComplete = linkLibraries(installed.folder)
  if (account.owner && !canEnter(account, join(installed.folder, 'bin'))) {
    mkdirSync(REACHABLE, { recursive: true })
    chmodSync(REACHABLE, 0o711)
    return copyBinaries(installed, REACHABLE)
  }
  return isComplete ? installed : copyBinaries(installed, folder)
}
