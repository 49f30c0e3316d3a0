// npm run replay -- [--company 7] [--pay 12] [--history now]: calculates stored pays again from their stored inputs and shows any
// difference. With `--history now` the past is read anew: pays that an earlier one touched since are listed.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '../src/database/connect.ts'
import { folderHolder } from '../src/database/embedded/lock.ts'
import { keptUrl } from '../src/database/embedded/place.ts'
import { startEmbeddedPostgres } from '../src/database/embedded.ts'
import { replayPays } from '../src/features/pays/index.ts'
import { loadRates } from '../src/load-rates.ts'
import { embeddedDataDir, giveUp } from './embedded-folder.ts'

try {
  const { values } = parseArgs({
    options: { company: { type: 'string' }, pay: { type: 'string' }, history: { type: 'string' } },
  })
  const folder = process.env.DATABASE_URL ? '' : join(embeddedDataDir(), 'postgres')
  // A service that runs has its database open: it is read beside it. Else the database is started for this.
  const running =
    process.env.DATABASE_URL ?? (folderHolder(folder) === undefined ? undefined : keptUrl(folder))
  const embedded = running ? undefined : await startEmbeddedPostgres({ folder })
  const database = connect({ url: running ?? embedded?.url ?? '', poolSize: 2, statementTimeoutMs: 600_000 })
  const filter = {
    ...(values.company ? { companyId: Number(values.company) } : {}),
    ...(values.pay ? { payId: Number(values.pay) } : {}),
    ...(values.history === 'now' ? { isHistoryNow: true } : {}),
  }
  let replayed = 0
  let different = 0
  for await (const { id, differences } of replayPays(database.query, loadRates(), filter)) {
    replayed += 1
    if (differences.length === 0) continue
    different += 1
    for (const { figure, stored, replayed: now } of differences)
      console.log(`pay ${id}: ${figure} was ${stored}, is now ${now}`)
  }
  console.log(`${replayed} pays calculated again, ${different} differ.`)
  await database.close()
  await embedded?.stop()
  process.exitCode = different > 0 ? 1 : 0
} catch (error) {
  giveUp(error)
}
