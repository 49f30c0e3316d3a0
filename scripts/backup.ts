import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { backUp } from '../src/database/embedded/backup.ts'
import { embeddedDataDir, giveUp, userPath } from './embedded-folder.ts'

const label = new Date().toISOString().slice(0, 19).replaceAll(':', '')
const archive = userPath(process.argv[2] ?? resolve('backups', `tasman-${label}.tar.gz`))

try {
  mkdirSync(dirname(archive), { recursive: true })
  await backUp(embeddedDataDir(), archive)
  console.log(`Backed up to ${archive} (it holds personal data and keys: keep it safe).`)
} catch (error) {
  giveUp(error)
}
