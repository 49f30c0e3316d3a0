// Copies the guides and the statutory rates into the package.
import { cpSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const pages = join(import.meta.dirname, '../dist/pages')
cpSync(join(root, 'docs/guides'), join(pages, 'guides'), { recursive: true })
cpSync(join(root, 'rates'), join(pages, 'rates'), { recursive: true })
