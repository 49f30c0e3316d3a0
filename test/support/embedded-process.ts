// A process that owns an embedded database, for tests that kill it. Prints the address, then waits.
import { startEmbeddedPostgres } from '../../src/database/embedded/start.ts'

const [folder = ''] = process.argv.slice(2)
try {
  const postgres = await startEmbeddedPostgres({ folder, log: (line) => console.error(line) })
  console.log(postgres.url)
  process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)))
  setInterval(() => {}, 60_000)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
