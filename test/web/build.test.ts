import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildWebApp } from '../support/web-build.ts'

const ROOT = join(import.meta.dirname, '../..')
const BUILT = join(ROOT, 'dist/web')
const FIRST_SCREEN_LIMIT = 150_000
/** The allowance for the answers of the first screen: session, companies, obligations, and the runs of a year. */
const DATA_ROOM = 9000

const read = (name: string) => readFileSync(join(BUILT, name), 'utf8')
const zipped = (name: string) => gzipSync(readFileSync(join(BUILT, name))).length

/** The files that a page or script needs before it runs: the ones it names, and those that these import statically. */
function neededBy(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  const text = read(name)
  const named = name.endsWith('.html')
    ? [...text.matchAll(/\/(?:app\/)?assets\/([\w.-]+)/g)]
    : [...text.matchAll(/(?:from|import)"\.\/([\w.-]+)"/g)]
  for (const [, file = ''] of named) neededBy(file, seen)
  return seen
}

describe('the source of the web app', () => {
  it('takes nothing from the service but types and the words of countries: it is one more client of the API', () => {
    const types = join('api', 'types.ts')
    const words = readFileSync(join(ROOT, 'web', 'wording.ts'), 'utf8')
    expect(words.match(/'[^']*\/src\/[^']*'/g)?.every((from) => from.endsWith("/words.ts'"))).toBe(true)
    const others = readdirSync(join(ROOT, 'web'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && name !== types && name !== 'wording.ts')
      .filter((name) => readFileSync(join(ROOT, 'web', name), 'utf8').includes('/src/'))
    expect(others).toEqual([])
    const text = readFileSync(join(ROOT, 'web', types), 'utf8')
    expect(text).toContain('/src/')
    expect(text.match(/^(import|export) (?!type)/gm)).toBeNull()
  })

  it('keeps every distance to one scale', () => {
    const folder = join(ROOT, 'web/styles')
    const step = String.raw`(?:0|auto|var\(--space-[1-8]\)|calc\(-1 \* var\(--space-[1-8]\)\))`
    const isOnScale = new RegExp(`^${step}(?: ${step})*$`)
    const odd = readdirSync(folder)
      .filter((name) => name !== 'print.css')
      .flatMap((name) =>
        [
          ...readFileSync(join(folder, name), 'utf8').matchAll(
            /^\s*((?:margin|padding|(?:row-|column-)?gap)[\w-]*): ([^;]+);/gm,
          ),
        ]
          .filter(([, , value = '']) => !isOnScale.test(value))
          .map(([, property, value]) => `${name}: ${property}: ${value}`),
      )
    expect(odd).toEqual([])
  })
})

describe('the built web app', () => {
  beforeAll(buildWebApp)

  it('needs less than 150 kB gzip for its first screen: the font, the home page and its chart too', () => {
    const files = neededBy('index.html')
    const home = readdirSync(BUILT).find(
      (name) => name.endsWith('.js') && read(name).includes('Cost of the last year'),
    )
    neededBy(home ?? 'no home page', files)
    expect([...files].some((name) => name.endsWith('.woff2'))).toBe(true)
    const size = [...files].reduce((sum, name) => sum + zipped(name), 0)
    expect(size).toBeLessThan(FIRST_SCREEN_LIMIT - DATA_ROOM)
  })

  it('holds no inline script, which the policy would refuse, and names no outside host', () => {
    const page = read('index.html')
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/)
    expect(page).not.toMatch(/https?:\/\//)
    const styles = readdirSync(BUILT).filter((name) => name.endsWith('.css'))
    for (const name of styles) {
      expect(read(name)).not.toMatch(/@import/)
      // The styles refer only to our own files in the same folder.
      for (const [, file = ''] of read(name).matchAll(/url\("?([^")]+)"?\)/g))
        expect(readdirSync(BUILT)).toContain(file.replace(/^\.\/|^\/assets\//, ''))
    }
  })

  it('loads the other screens only when they are opened', () => {
    const first = neededBy('index.html')
    const later = readdirSync(BUILT).filter((name) => name.endsWith('.js') && !first.has(name))
    expect(later.length).toBeGreaterThan(10)
  })
})
