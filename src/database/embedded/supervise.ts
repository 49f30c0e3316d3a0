import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { program } from './binaries.ts'
import type { Server } from './launch.ts'
import { readPostmaster } from './leftover.ts'
import type { Place } from './place.ts'

/** Allows for the last checkpoint, and is well within the time limit of a stopping service. */
const PATIENCE_MS = 15_000

/**
 * Keeps PostgreSQL running until the returned function is called. PostgreSQL restarts its own children. If
 * the whole server ends (out of memory, a stray kill), it is started again and the service's pool reconnects.
 */
export function supervise(
  place: Place,
  first: Server,
  launchAgain: () => Promise<Server>,
  log: (line: string) => void,
): () => Promise<void> {
  let server = first
  let isStopping = false
  let relaunch: Promise<void> = Promise.resolve()

  const watch = (): void => {
    void server.exited.then(() => {
      if (isStopping) return
      log('PostgreSQL ended unexpectedly; starting it again.')
      relaunch = retry()
    })
  }
  const retry = async (): Promise<void> => {
    while (!isStopping) {
      try {
        server = await launchAgain()
        return watch()
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await sleep(1000)
      }
    }
  }
  const endAtOnce = () => server.child.kill('SIGINT')

  process.once('exit', endAtOnce)
  watch()
  return async () => {
    isStopping = true
    await relaunch
    await stopServer(place, server)
    process.removeListener('exit', endAtOnce)
  }
}

async function stopServer(place: Place, { child, exited }: Server): Promise<void> {
  child.ref()
  if (process.platform === 'win32') {
    execFile(program(place.binaries, 'pg_ctl'), ['stop', '-D', place.data, '-m', 'fast'])
    await exited
    return
  }
  // A fast shutdown ends sessions and writes a checkpoint. If it hangs, the next start recovers instead.
  const isStarting = readPostmaster(place.data)?.isStarting ?? false
  child.kill(isStarting ? 'SIGQUIT' : 'SIGINT')
  const patience = setTimeout(() => child.kill('SIGQUIT'), PATIENCE_MS)
  await exited
  clearTimeout(patience)
}
