import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

type Page = { name: string; title: string; mimeType: string; read: () => string }

/** Guides for operators and contributors, which an assistant for payroll staff does not need. */
const NOT_SHOWN = /^(?:add-a-|operate|high-availability|recovery|breach|law|versions|cells|lodge-for-real)/

/** The guides and the statutory rates with their sources: from the built package, or from this repository. */
export function listPages(): Page[] {
  const packed = join(import.meta.dirname, 'pages')
  const repository = join(import.meta.dirname, '../../..')
  const isPacked = existsSync(packed)
  const guides = isPacked ? join(packed, 'guides') : join(repository, 'docs/guides')
  const rates = isPacked ? join(packed, 'rates') : join(repository, 'rates')
  return [
    ...pagesIn(guides, 'guides', '.md', 'text/markdown'),
    ...pagesIn(rates, 'rates', '.yaml', 'application/yaml'),
  ]
}

function pagesIn(folder: string, under: string, ending: string, mimeType: string): Page[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !(under === 'guides' && NOT_SHOWN.test(file)))
    .sort()
    .map((file) => {
      const name = `${under}/${file.slice(0, -ending.length).replaceAll(sep, '/')}`
      return { name, title: name, mimeType, read: () => readFileSync(join(folder, file), 'utf8') }
    })
}
