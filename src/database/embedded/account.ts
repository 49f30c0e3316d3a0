import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** How a PostgreSQL program is run: a wrapper in front of it, or another account. */
export interface Account {
  wrapper: string[]
  owner?: { uid: number; gid: number } | undefined
}

/**
 * PostgreSQL refuses to run as root. In order: as ourselves when we are not root; as the owner of an existing
 * data folder; in a user namespace that shows root as `nobody`, which needs no change of ownership; as `nobody`.
 */
export function chooseAccount(dataOwner: Account['owner'], mayUseNamespace: boolean): Account {
  if (process.getuid?.() !== 0) return { wrapper: [] }
  if (dataOwner && dataOwner.uid !== 0) return { wrapper: [], owner: dataOwner }

  const nobody = findNobody()
  const wrapper = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]
  if (mayUseNamespace && works([...wrapper, 'true'])) return { wrapper }
  return { wrapper: [], owner: nobody }
}

/** True when the account can enter the folder. */
export function canEnter(account: Account, folder: string): boolean {
  return works([...account.wrapper, 'sh', '-c', 'cd "$1"', 'sh', folder], account.owner)
}

/** True when the command runs and ends well. */
export function works(command: string[], owner: Account['owner'] = undefined): boolean {
  const [name = '', ...rest] = command
  return spawnSync(name, rest, { stdio: 'ignore', cwd: '/', ...owner }).status === 0
}

// Programs look their account up by number, so it has to be one that the system knows.
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
