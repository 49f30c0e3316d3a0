import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { headingsOf, withoutCode } from '../markdown.ts'
import { HOME, NAVIGATION } from './navigation.ts'
import { addressOf, sitePage, titleOf } from './page.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

/** Every page of the site by path: everything in docs, and the other pages in the navigation. */
export function readPages(): Map<string, string> {
  const inDocs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
  const beside = NAVIGATION.flatMap(({ pages }) => pages)
  const paths = [...new Set([HOME, ...beside, ...inDocs.sort()])]
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
}

const PICTURES = ['docs/screens', 'docs/diagrams']

/** Search entries for the browser, one per heading. */
function searchEntries(pages: ReadonlyMap<string, string>) {
  return [...pages].flatMap(([path, text]) => {
    const lines = withoutCode(text)
    const headings = headingsOf(text)
    return headings.map((heading, index) => ({
      page: titleOf(path, text),
      title: heading.text,
      address: `${addressOf(path)}#${heading.anchor}`,
      text: lines
        .slice(heading.line, (headings[index + 1]?.line ?? lines.length + 1) - 1)
        .join(' ')
        .replace(/[`*|#<>[\]()]+/g, ' ')
        .replace(/\s+/g, ' ')
        .slice(0, 600),
    }))
  })
}

/**
 * Builds the site into a folder and returns the number of pages. Links are checked by a test and not here, because an image lacks
 * some of the linked files.
 */
export function buildSite(target: string, release: string): number {
  const pages = readPages()
  const pictures = PICTURES.flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((file) => `${folder}/${file}`),
  )
  const known = new Set([...pages.keys(), ...pictures])
  const titles = new Map([...pages].map(([path, text]) => [path, titleOf(path, text)]))

  // Two builds at once must not write into the same folder.
  const draft = `${target}-${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  const write = (address: string, content: string) => {
    mkdirSync(dirname(join(draft, address)), { recursive: true })
    writeFileSync(join(draft, address), content)
  }
  for (const [path, text] of pages) write(addressOf(path), sitePage({ path, text, titles, known, release }))
  for (const file of ['site.css', 'search.js'])
    write(file, readFileSync(join(import.meta.dirname, file), 'utf8'))
  write('search.json', JSON.stringify(searchEntries(pages)))
  for (const folder of PICTURES)
    cpSync(join(ROOT, folder), join(draft, addressOf(folder)), { recursive: true })
  rmSync(target, { recursive: true, force: true })
  renameSync(draft, target)
  return pages.size
}
