// Stops npm pack when the package has not been built.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

if (!existsSync(join(import.meta.dirname, '../dist/index.js'))) {
  console.error('Build first: npm run build -w @tasman/client')
  process.exit(1)
}
