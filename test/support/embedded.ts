import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SCRIPT = join(import.meta.dirname, 'embedded-process.ts')

/** A process that owns an embedded database. */
export interface Owner {
  url: string
  child: ChildProcess
  /** Its stderr output. */
  output(): string
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Starts a process that owns the embedded database of a folder. Rejects with its output when it cannot start. */
export async function startOwner(
  folder: string,
  options: { prefix?: string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<Owner> {
  const [command = '', ...args] = [...(options.prefix ?? []), process.execPath, SCRIPT, folder]
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  })
  let output = ''
  child.stderr.on('data', (part: Buffer) => {
    output += part.toString()
  })
  const exited = once(child, 'exit')
  const address = once(child.stdout, 'data').then(([part]: Buffer[]) => String(part).trim())
  const failed = exited.then(() => Promise.reject(new Error(output.trim())))
  failed.catch(() => {})
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  return { url: await Promise.race([address, failed]), child, output: () => output, kill }
}

/** A temporary folder, deleted after the test. */
export async function temporaryFolder(onFinished: (clean: () => Promise<void>) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tasman-folder-'))
  onFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
