import { spawn } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { program } from './binaries.ts'
import { giveTo, type Place, readPassword } from './place.ts'
import { StartError } from './start-error.ts'

/** Creates the database files. An interrupted start leaves nothing that looks complete. */
export async function initialise(place: Place, isThrowaway: boolean): Promise<void> {
  const draft = `${place.data}-new`
  const passwordFile = `${place.data}-password`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  giveTo(place.account, draft)
  writeFileSync(passwordFile, readPassword(place.folder), { mode: 0o600 })
  giveTo(place.account, passwordFile)
  try {
    await runToEnd(place, [
      program(place.binaries, 'initdb'),
      ...['-D', draft, '--username=tasman', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(isThrowaway ? ['--no-sync'] : []),
    ])
    renameSync(draft, place.data)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

function runToEnd(place: Place, command: string[]): Promise<void> {
  const [name = '', ...rest] = [...place.account.wrapper, ...command]
  return new Promise((resolve, reject) => {
    const child = spawn(name, rest, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...place.account.owner })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part: Buffer) => {
        output += part.toString()
      })
    }
    child.on('error', (error) => reject(cannotCreate(place, error.message)))
    child.on('close', (code) => (code === 0 ? resolve() : reject(cannotCreate(place, output))))
  })
}

function cannotCreate(place: Place, output: string): StartError {
  const reason = output.split('\n').find((line) => /error|fatal/i.test(line)) ?? output.trim()
  return new StartError(
    `Cannot create the embedded database in ${place.data}: ${reason}. Run as an ordinary user, or set DATABASE_URL.`,
  )
}
