// Copies the guides, the statutory rates and the request schemas into the package.
import { cpSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const pages = join(import.meta.dirname, '../dist/pages')
cpSync(join(root, 'docs/guides'), join(pages, 'guides'), { recursive: true })
cpSync(join(root, 'rates'), join(pages, 'rates'), { recursive: true })
cpSync(join(root, 'packages/mcp/src/request-schemas.json'), join(pages, '../request-schemas.json'))
