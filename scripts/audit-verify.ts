// npm run audit:verify: verifies the audit log. Exits with 1 and names the first row that does not match.
import { linkAudit, verifyAudit } from '../src/features/platform/audit/index.ts'
import { giveUp } from './embedded-folder.ts'
import { readArguments } from './read-arguments.mjs'
import { withService } from './with-service.ts'

readArguments({ usage: 'npm run audit:verify' })

await withService(async (service) => {
  await linkAudit(service)
  const { chains, rows, waiting, heads, broken } = await verifyAudit(service.database)
  if (broken) throw new Error(`The audit log is broken. ${broken}`)
  console.log(`The audit log is intact: ${rows} rows in ${chains} chains, ${waiting} waiting to be linked.`)
  // Operators record this elsewhere. It proves later that the log was not rewritten as a whole.
  console.log(`Fingerprint of all chains: ${heads}`)
}).catch(giveUp)
