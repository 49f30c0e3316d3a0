// npm run replay -- [--company 7] [--pay 12] [--history now]: recalculates stored pays from their stored inputs and shows any
// difference. Each pay is calculated with the bundle of rate tables that it names. `--history now` reads the pay history again, and lists pays affected by later changes to earlier pays.

import { connect } from '../src/database/connect.ts'
import { inEachCell } from '../src/database/each-cell.ts'
import { replayPays } from '../src/features/pays/pays/index.ts'
import { loadLawOfPays } from '../src/features/platform/law/index.ts'
import { giveUp, settingsWithoutSecrets } from './embedded-folder.ts'
import { readArguments } from './read-arguments.mjs'
import { withDatabase } from './with-service.ts'

const ID = { type: 'string', value: '<id>', pattern: /^[1-9]\d{0,8}$/, must: 'a whole number' } as const
const { values } = readArguments({
  usage: 'npm run replay -- [--company <id>] [--pay <id>] [--history now]',
  options: { company: ID, pay: ID, history: { type: 'string', value: 'now', pattern: /^now$/ } },
})

try {
  const filter = {
    ...(values.company ? { companyId: Number(values.company) } : {}),
    ...(values.pay ? { payId: Number(values.pay) } : {}),
    ...(values.history === 'now' ? { isHistoryNow: true } : {}),
  }
  const counts = { replayed: 0, different: 0, otherTables: 0 }
  const settings = settingsWithoutSecrets()
  await withDatabase(settings, async (url) => {
    const database = connect({
      url: settings.directDatabaseUrl || url,
      poolSize: 2,
      statementTimeoutMs: 600_000,
    })
    const replayCell = async () => {
      const law = await loadLawOfPays(database.query)
      for await (const { id, lawVersion, differences } of replayPays(database.query, law.of, filter)) {
        counts.replayed += 1
        if (!law.isKnown(lawVersion)) counts.otherTables += 1
        if (differences.length === 0) continue
        counts.different += 1
        for (const { figure, stored, replayed: now } of differences)
          console.log(`pay ${id}: ${figure} was ${stored}, is now ${now}`)
      }
    }
    await inEachCell(database, replayCell).finally(() => database.close())
  })
  console.log(`${counts.replayed} pays calculated again, ${counts.different} differ.`)
  if (counts.otherTables > 0)
    console.log(
      `${counts.otherTables} of them were calculated with the tables of this release, because their own bundle is not stored here.`,
    )
  process.exitCode = counts.different > 0 ? 1 : 0
} catch (error) {
  giveUp(error)
}
