import { restore } from '../src/database/embedded/restore.ts'
import { embeddedDataDir, giveUp, userPath } from './embedded-folder.ts'

const label = new Date().toISOString().slice(0, 19).replaceAll(':', '')
const [archive] = process.argv.slice(2)

try {
  if (!archive) throw new Error('Say which file to restore: npm run restore -- backups/tasman-….tar.gz')
  const aside = await restore(embeddedDataDir(), userPath(archive), label)
  console.log(`Restored ${archive}. What was there before is in ${aside}.`)
} catch (error) {
  giveUp(error)
}
