// The guides and the list of rates travel with the package.
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const pages = join(import.meta.dirname, '../dist/pages')
mkdirSync(pages, { recursive: true })
cpSync(join(root, 'docs/guides'), pages, { recursive: true })
cpSync(join(root, 'rates/README.md'), join(pages, 'README.md'))
