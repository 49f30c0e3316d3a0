import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandOf, exists, isRunning } from './processes.ts'
import { StartError } from './start-error.ts'

/** The relevant lines of postmaster.pid: the process id, and whether the server accepts connections or is starting. */
export function readPostmaster(
  data: string,
): { pid: number; isReady: boolean; isStarting: boolean } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    const status = lines[7]?.trim()
    return pid > 0 ? { pid, isReady: status === 'ready', isStarting: status === 'starting' } : undefined
  } catch {
    return undefined
  }
}

/** Stops a PostgreSQL that outlived its service (kill -9), so that no old session keeps a lock or a row. */
export async function stopLeftover(data: string, log: (line: string) => void): Promise<void> {
  const found = readPostmaster(data)
  if (!found || !exists(found.pid)) return
  if (!isOurs(found.pid, data)) {
    // The pid now belongs to another process or to a zombie, and PostgreSQL would refuse to start.
    rmSync(join(data, 'postmaster.pid'), { force: true })
    return
  }
  log(`Stopping the PostgreSQL (process ${found.pid}) that a killed service left behind.`)
  for (const [signal, seconds] of stepsToStop(found)) {
    signalQuietly(found.pid, signal)
    if (await hasEnded(found.pid, seconds)) return
  }
  throw new StartError(
    `A PostgreSQL from an earlier run (process ${found.pid}) uses ${data} and did not stop.`,
  )
}

/**
 * The signals to stop a server, and the seconds to wait after each. A fast shutdown during crash recovery can
 * hang forever. An immediate one loses nothing, because the next start recovers again.
 */
function stepsToStop(server: { isStarting: boolean }): [signal: NodeJS.Signals, seconds: number][] {
  const atOnce: [NodeJS.Signals, number] = ['SIGQUIT', 10]
  return server.isStarting ? [atOnce] : [['SIGINT', 4], atOnce]
}

function isOurs(pid: number, data: string): boolean {
  if (!isRunning(pid)) return false
  const command = commandOf(pid)
  return process.platform === 'win32' || (command.includes('postgres') && command.includes(data))
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended in the meantime.
  }
}

async function hasEnded(pid: number, seconds: number): Promise<boolean> {
  for (let waits = 0; waits < seconds * 50; waits += 1) {
    if (!isRunning(pid)) return true
    await sleep(20)
  }
  return false
}
