// npm run restore -- file: restores a backup while the service is stopped. With DATABASE_URL it restores into an empty database.
import { restoreDump } from '../src/database/dump.ts'
import { restore } from '../src/database/embedded/restore.ts'
import { embeddedDataDir, giveUp, serverUrl, userPath } from './embedded-folder.ts'
import { readArguments } from './read-arguments.mjs'

const label = new Date().toISOString().slice(0, 19).replaceAll(':', '')
const {
  words: [file = ''],
} = readArguments({ usage: 'npm run restore -- <file>', words: ['<file>'] })
const server = serverUrl()

try {
  if (server) {
    await restoreDump(server, userPath(file))
    console.log(`Restored ${file}.`)
  } else {
    const aside = await restore(embeddedDataDir(), userPath(file), label)
    console.log(`Restored ${file}. The previous data is in ${aside}.`)
  }
} catch (error) {
  giveUp(error)
}
