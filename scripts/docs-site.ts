// npm run docs:site: builds docs/ into a static site in dist/docs, which the service serves under /docs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSite, ROOT } from './docs-site/build.ts'
import { readArguments } from './read-arguments.mjs'

readArguments({ usage: 'npm run docs:site' })

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const count = buildSite(join(ROOT, 'dist', 'docs'), version)
console.log(`Built ${count} pages into dist/docs.`)
