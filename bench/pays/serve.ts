// Runs the service in its own process, so the bench does not affect its memory and response times.
import { boundHeapGrowth } from '../../src/kernel/memory.ts'
import { startBenchService } from '../service.ts'

boundHeapGrowth()
const tasman = await startBenchService()
const token = await tasman.tokenFor('owner')
const otherToken = await tasman.tokenFor('other')
const databaseUrl = tasman.service.database.pool.options.connectionString
console.log(JSON.stringify({ url: tasman.url, token, otherToken, databaseUrl }))
process.on('SIGTERM', () => void tasman.close().then(() => process.exit(0)))
