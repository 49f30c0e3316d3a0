import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Page = { name: string; title: string; text: string }

/** The guides and the list of rates: beside the built package, or where this repository keeps them. */
export function readPages(): Page[] {
  const packed = join(import.meta.dirname, 'pages')
  const repository = join(import.meta.dirname, '../../..')
  const files = existsSync(packed)
    ? readdirSync(packed).map((file) => join(packed, file))
    : [
        join(repository, 'rates/README.md'),
        ...readdirSync(join(repository, 'docs/guides')).map((file) => join(repository, 'docs/guides', file)),
      ]
  return files.map((file) => {
    const text = readFileSync(file, 'utf8')
    const name = /README\.md$/.test(file) ? 'rates' : (/([^/\\]+)\.md$/.exec(file)?.[1] ?? file)
    return { name, title: /^# (.*)$/m.exec(text)?.[1] ?? name, text }
  })
}
