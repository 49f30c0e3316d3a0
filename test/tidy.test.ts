import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Every source file below a folder, as paths from the project's root. */
function files(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.includes('node_modules'))
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** What a file imports of ours, as paths from the project's root. */
function imports(path: string): string[] {
  const found = read(path).matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)
  return [...found].map((match) => join(dirname(path), match[1] as string).replaceAll('\\', '/'))
}

const source = files('src').filter((path) => !path.endsWith('.test.ts'))
const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1]

describe('the arrows', () => {
  it('payroll and identifiers import nothing of ours but themselves', () => {
    const wrong = source
      .filter((path) => /^src\/(payroll|identifiers)\//.test(path))
      .flatMap((path) => imports(path).map((target) => ({ path, target })))
      .filter(({ target }) => !/^src\/(payroll|identifiers)\//.test(target))
    expect(wrong).toEqual([])
  })

  it('http imports no feature', () => {
    const wrong = source
      .filter((path) => path.startsWith('src/http/'))
      .filter((path) => imports(path).some((target) => target.startsWith('src/features/')))
    expect(wrong).toEqual([])
  })

  it('a feature uses another only through its index', () => {
    const wrong = source
      .filter((path) => featureOf(path))
      .flatMap((path) => imports(path).map((target) => ({ path, target })))
      .filter(({ path, target }) => featureOf(target) && featureOf(target) !== featureOf(path))
      .filter(({ target }) => !/^src\/features\/[^/]+\/index\.ts$/.test(target))
    expect(wrong).toEqual([])
  })

  it('features do not lean on each other in a circle', () => {
    const leans = new Map<string, Set<string>>()
    for (const path of source) {
      const from = featureOf(path)
      if (!from) continue
      const targets = leans.get(from) ?? new Set()
      for (const target of imports(path)) {
        const to = featureOf(target)
        if (to && to !== from) targets.add(to)
      }
      leans.set(from, targets)
    }
    const circle = (name: string, trail: string[]): string[] | undefined => {
      if (trail.includes(name)) return [...trail.slice(trail.indexOf(name)), name]
      for (const next of leans.get(name) ?? []) {
        const found = circle(next, [...trail, name])
        if (found) return found
      }
      return undefined
    }
    expect([...leans.keys()].map((name) => circle(name, [])).find(Boolean)).toBeUndefined()
  })

  it('no feature imports webhooks: it reads the events', () => {
    const wrong = source
      .filter((path) => featureOf(path) !== undefined && featureOf(path) !== 'webhooks')
      .filter((path) => imports(path).some((target) => featureOf(target) === 'webhooks'))
    expect(wrong).toEqual([])
  })

  it('every source file is imported by somebody', () => {
    const everywhere = [...source, ...files('scripts'), ...files('test'), ...files('bench')]
    const imported = new Set(everywhere.flatMap(imports))
    const entrances = new Set(['src/main.ts'])
    const spawned = everywhere.map(read).join('\n')
    const lonely = source
      .filter((path) => !imported.has(path) && !entrances.has(path))
      .filter((path) => !spawned.includes(path.split('/').at(-1) as string))
    expect(lonely).toEqual([])
  })
})

describe('house rules', () => {
  it('only the clock reads the system clock', () => {
    const allowed = new Set(['src/clock.ts', 'src/security/log-redaction.ts'])
    const wrong = source
      .filter((path) => !allowed.has(path) && !path.startsWith('src/database/embedded'))
      .filter((path) => /\bDate\.now\(|new Date\(\)|performance\.now\(/.test(read(path)))
    expect(wrong).toEqual([])
  })

  it('no float slips into the calculation', () => {
    const wrong = source
      .filter((path) => path.startsWith('src/payroll/'))
      .filter((path) => /\bNumber\(|\bparseFloat\b|\.toNumber\(/.test(read(path)))
    expect(wrong).toEqual([])
  })

  it('big.js is imported in one place', () => {
    const wrong = source.filter(
      (path) => path !== 'src/payroll/money.ts' && /from 'big\.js'/.test(read(path)),
    )
    expect(wrong).toEqual([])
  })

  it('no file is called utils, helpers, common or manager', () => {
    expect(source.filter((path) => /(utils|helpers|common|manager)\.ts$/.test(path))).toEqual([])
  })
})
