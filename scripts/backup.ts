// npm run backup -- [file]: backs up the running database: the embedded one with its keys, or that of DATABASE_URL (with
// pg_dump).
import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { dumpDatabase } from '../src/database/dump.ts'
import { backUp } from '../src/database/embedded/backup.ts'
import { embeddedDataDir, giveUp, serverUrl, userPath } from './embedded-folder.ts'
import { readArguments } from './read-arguments.mjs'

const label = new Date().toISOString().slice(0, 19).replaceAll(':', '')
const server = serverUrl()
const {
  words: [given],
} = readArguments({ usage: 'npm run backup -- [file]', words: ['[file]'] })
const file = userPath(given ?? resolve('backups', `tasman-${label}.${server ? 'dump' : 'tar.gz'}`))

try {
  mkdirSync(dirname(file), { recursive: true })
  if (server) await dumpDatabase(server, file)
  else await backUp(embeddedDataDir(), file)
  const held = server
    ? 'personal data, but not ENCRYPTION_KEYS: keep those elsewhere'
    : 'personal data and keys'
  console.log(`Backed up to ${file} (it contains ${held}; keep it safe).`)
} catch (error) {
  giveUp(error)
}
