// Brings the database up to date without serving: npm run migrate
import { prepareDatabase } from '../src/database/prepare.ts'
import { giveUp, settingsWithoutSecrets } from './embedded-folder.ts'
import { readArguments } from './read-arguments.mjs'
import { withDatabase } from './with-service.ts'

readArguments({ usage: 'npm run migrate' })

try {
  const settings = settingsWithoutSecrets()
  await withDatabase(settings, (databaseUrl) =>
    prepareDatabase({ settings, databaseUrl, log: console.log }, async () => {}),
  )
  console.log('The database is up to date.')
} catch (error) {
  giveUp(error)
}
