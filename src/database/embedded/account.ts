import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** How a PostgreSQL program is run: with a wrapper command, or under another account. */
export interface Account {
  wrapper: string[]
  owner?: { uid: number; gid: number } | undefined
}

/**
 * PostgreSQL refuses to run as root. The first option that applies is used: the current user if it is not
 * root; the owner of an existing data folder; a user namespace that maps root to `nobody`; the account
 * `nobody`. A namespace needs no change of ownership.
 */
export function chooseAccount(dataOwner: Account['owner'], mayUseNamespace: boolean): Account {
  if (process.getuid?.() !== 0) return { wrapper: [] }
  if (dataOwner && dataOwner.uid !== 0) return { wrapper: [], owner: dataOwner }

  const nobody = findNobody()
  const wrapper = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]
  if (mayUseNamespace && works([...wrapper, 'true'])) return { wrapper }
  return { wrapper: [], owner: nobody }
}

/** Whether the account can enter the folder. */
export function canEnter(account: Account, folder: string): boolean {
  return works([...account.wrapper, 'sh', '-c', 'cd "$1"', 'sh', folder], account.owner)
}

/** Whether the command runs and succeeds. */
export function works(command: string[], owner: Account['owner'] = undefined): boolean {
  const [name = '', ...rest] = command
  return spawnSync(name, rest, { stdio: 'ignore', cwd: '/', ...owner }).status === 0
}

// Programs look up their account by uid, so it must exist on the system.
function findNobody(): { uid: number; gid: number } {
  const lines = readAccounts().map((line) => line.split(':'))
  const entry = lines.find((fields) => fields[0] === 'nobody')
  return { uid: Number(entry?.[2] ?? 65534), gid: Number(entry?.[3] ?? 65534) }
}

function readAccounts(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n')
  } catch {
    return []
  }
}
