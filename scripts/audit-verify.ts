// Proves the audit log: npm run audit:verify. Ends with 1 and names the first row that does not fit.
import { linkAudit, verifyAudit } from '../src/features/platform/audit/index.ts'
import { giveUp } from './embedded-folder.ts'
import { readArguments } from './read-arguments.mjs'
import { withService } from './with-service.ts'

readArguments({ usage: 'npm run audit:verify' })

await withService(async (service) => {
  await linkAudit(service)
  const { chains, rows, waiting, heads, broken } = await verifyAudit(service.database)
  if (broken) throw new Error(`The audit log is broken. ${broken}`)
  console.log(`The audit log is whole: ${rows} rows in ${chains} chains, ${waiting} waiting to be linked.`)
  // Written down elsewhere, it proves later that the whole log was not written again.
  console.log(`Fingerprint of all chains: ${heads}`)
}).catch(giveUp)
