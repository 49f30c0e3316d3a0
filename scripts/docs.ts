// npm run docs: writes the generated pages. With --check it only lists the outdated ones, for npm run check.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientFacts } from './client-facts.ts'
import { conformancePage } from './conformance-page.ts'
import { decisionsPage, numbersPage } from './decisions-page.ts'
import { lawCalendarPage } from './law-calendar-page.ts'
import { mcpRequests } from './mcp-requests.ts'
import { ratesPage } from './rates-page.ts'
import { readArguments } from './read-arguments.mjs'
import { scopesPage } from './scopes-page.ts'
import { servedDocument } from './served-document.ts'
import { settingsPage } from './settings-page.ts'
import { stpRulesPage } from './stp-rules-page.ts'
import { unusualPage } from './unusual-page.ts'

const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/settings.md': settingsPage,
  'docs/scopes.md': async () => scopesPage(await servedDocument()),
  'docs/stp-rules.md': stpRulesPage,
  'docs/conformance.md': conformancePage,
  'docs/decisions/README.md': decisionsPage,
  'docs/decisions/numbers.md': numbersPage,
  'rates/README.md': ratesPage,
  'docs/law-calendar.md': lawCalendarPage,
  'docs/unusual.md': unusualPage,
  'packages/client/src/facts.ts': clientFacts,
  'packages/mcp/src/request-schemas.json': mcpRequests,
}

const { values } = readArguments({
  usage: 'npm run docs -- [--check]',
  options: { check: { type: 'boolean' } },
})
for (const [page, write] of Object.entries(PAGES)) {
  const path = join(import.meta.dirname, '..', page)
  const text = await write()
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  if (!values.check) writeFileSync(path, text)
  else {
    console.error(`${page} is out of date: run npm run docs`)
    process.exitCode = 1
  }
}
// Building the schema starts parts of a service that would wait for a database.
process.exit()
