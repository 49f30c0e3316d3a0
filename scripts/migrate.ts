// npm run migrate: migrates the database without starting the service.
import { prepareDatabase } from '../src/database/prepare.ts'
import { giveUp, settingsWithoutSecrets } from './embedded-folder.ts'
import { readArguments } from './read-arguments.mjs'
import { withDatabase } from './with-service.ts'

readArguments({ usage: 'npm run migrate' })

try {
  const settings = settingsWithoutSecrets()
  const { closedCells } = await withDatabase(settings, (databaseUrl) =>
    prepareDatabase({ settings, databaseUrl, log: console.log }, async (prepared) => prepared),
  )
  if (closedCells.size > 0)
    throw new Error(`Not up to date: ${[...closedCells].join(', ')}. Remove the cause and run this again.`)
  console.log('The database is up to date.')
} catch (error) {
  giveUp(error)
}
