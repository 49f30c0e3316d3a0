// The service in a process of its own, so that its memory and its answers are not those of the bench.
import { boundHeapGrowth } from '../../src/kernel/memory.ts'
import { startBenchService } from '../service.ts'

boundHeapGrowth()
const tasman = await startBenchService()
const token = await tasman.tokenFor('owner')
const otherToken = await tasman.tokenFor('other')
const databaseUrl = tasman.service.database.pool.options.connectionString
console.log(JSON.stringify({ url: tasman.url, token, otherToken, databaseUrl }))
process.on('SIGTERM', () => void tasman.close().then(() => process.exit(0)))
