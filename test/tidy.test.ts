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

  it('ports, the database and events import no feature', () => {
    const wrong = source
      .filter((path) => /^src\/(ports|database|events)\//.test(path))
      .filter((path) => imports(path).some((target) => target.startsWith('src/features/')))
    expect(wrong).toEqual([])
  })

  it('no file leans on itself in a circle, not even by a type', () => {
    const files = new Set(source)
    const open = new Set<string>()
    const done = new Set<string>()
    const circles: string[] = []
    const visit = (path: string, trail: readonly string[]) => {
      if (done.has(path)) return
      if (open.has(path)) {
        circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
        return
      }
      open.add(path)
      for (const target of imports(path)) if (files.has(target)) visit(target, [...trail, path])
      open.delete(path)
      done.add(path)
    }
    for (const path of source) visit(path, [])
    expect(circles).toEqual([])
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

  it('no logger has members of its own: only those of a line are looked through for secrets', () => {
    expect(source.filter((path) => /\.child\(/.test(read(path)))).toEqual([])
  })

  it('no float slips into the calculation', () => {
    const wrong = source
      // Decimals themselves are kept in plain numbers as long as those are exact.
      .filter((path) => path.startsWith('src/payroll/') && path !== 'src/payroll/decimal.ts')
      .filter((path) => /\bNumber\(|\bparseFloat\b|\.toNumber\(/.test(read(path)))
    expect(wrong).toEqual([])
  })

  it('decimals are made by money.ts alone, and another library only checks them', () => {
    const wrong = source.filter(
      (path) =>
        (path !== 'src/payroll/money.ts' && /import \{.*\} from '[^']*\/decimal\.ts'/.test(read(path))) ||
        /from 'big\.js'/.test(read(path)),
    )
    expect(wrong).toEqual([])
  })

  it('what shows a row is called viewCompany, not companyView or showCompany', () => {
    const named = /^(?:export )?(?:async )?function ([a-z]\w*View|show[A-Z]\w*View)\b/m
    expect(source.filter((path) => featureOf(path) && named.test(read(path)))).toEqual([])
  })

  it('no file is called utils, helpers, common or manager', () => {
    expect(source.filter((path) => /(utils|helpers|common|manager)\.ts$/.test(path))).toEqual([])
  })
})

/** The text without comments, and without what stands in quotes. */
function code(path: string): string {
  return read(path)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'/g, "''")
}

/** Files beside the rooms that hold statements, by the reason. */
const SQL_BESIDE_THE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  'the chain is made of its statements: a step of it read apart from its lock or its role would say nothing':
    [
      'audit/link.ts',
      'audit/record.ts',
      'audit/retention.ts',
      'audit/verify.ts',
      'audit/writer.ts',
      'sealing/check-keys.ts',
      'sealing/reseal.ts',
    ],
  'one rule of OAuth or of signing in is one statement, and the conditions of it are the rule': [
    'oauth/authorize.ts',
    'oauth/clients.ts',
    'oauth/forget.ts',
    'oauth/grants.ts',
    'oauth/handoff.ts',
    'oauth/issue-token.ts',
    'oauth/password-links.ts',
    'oauth/revoke.ts',
    'oauth/second-factor.ts',
    'oauth/sessions.ts',
    'oauth/sign-in.ts',
    'oauth/throttle.ts',
    'oauth/token-model.ts',
    'oauth/userinfo.ts',
    'oauth/web-session.ts',
  ],
  'claims and answers of documents move by compare-and-set: what is asked and what is written are one statement':
    [
      'lodgements/answer.ts',
      'lodgements/claims.ts',
      'lodgements/select.ts',
      'lodgements/send.ts',
      'single-touch/event.ts',
    ],
  'savepoints, locks and single rows of the verb itself': [
    'api-admin/service.ts',
    'employees/create.ts',
    'employees/funds.ts',
    'employees/update.ts',
    'employees/waiting-pays.ts',
    'partner-checkout/clients.ts',
    'partner-checkout/orders.ts',
    'partner-checkout/trials.ts',
    'payments/files.ts',
    'payments/settle.ts',
    'super-payments/service.ts',
  ],
}
const VERBS_WITH_SQL = new Set(Object.values(SQL_BESIDE_THE_ROOMS).flat())

/*
 * Where SQL may stand in a feature: reading in `load/`, `load*.ts` and `queries.ts`, writing in `store/` and `queries.ts`; in pays
 * nowhere else at all. Other files with statements are listed with their reason, so that a new one has to say why. Routes, schemas, views and doors hold none, in any feature.
 */
describe('SQL has its rooms', () => {
  const features = source.filter((path) => featureOf(path))
  const withoutComments = (path: string) => read(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  const reads = /\bsql(?:<[^`]*>)?`|selectFrom\(/
  const writes =
    /\b(?:insert into|update|delete from)\b[\s\S]{0,80}\b(?:values|set|where|select)\b|insertInto\(|updateTable\(|deleteFrom\(/i
  const sqlOf = (path: string) => (withoutComments(path).match(/`[^`]*`|\w+\('/g) ?? []).join('\n')
  const hasSql = (path: string) => reads.test(withoutComments(path)) || writes.test(sqlOf(path))
  const inPays = (path: string) => featureOf(path) === 'pays'

  it('pays reads only in load/ and store/', () => {
    expect(features.filter((path) => inPays(path) && !/\/(load|store)\//.test(path) && hasSql(path))).toEqual(
      [],
    )
  })

  it('pays writes only in store/', () => {
    const wrong = features.filter(
      (path) => inPays(path) && !/\/store\//.test(path) && writes.test(sqlOf(path)),
    )
    expect(wrong).toEqual([])
  })

  it('routes, schemas, views and doors hold none', () => {
    const faces = /(?:^|[/-])(?:routes|schema|view|index)\.ts$/
    expect(features.filter((path) => faces.test(path) && hasSql(path))).toEqual([])
  })

  it('no verb takes it up that had none', () => {
    // A report is a file with its statement.
    const rooms = /\/(?:load|store)\/|\/reports\/catalogue\/|\/(?:[\w-]*queries|load[\w-]*)\.ts$/
    const wrong = features.filter((path) => !inPays(path) && !rooms.test(path) && hasSql(path))
    expect(wrong.filter((path) => !VERBS_WITH_SQL.has(path.replace('src/features/', '')))).toEqual([])
    // Whoever moves the last statement out takes the file off the list.
    const stale = [...VERBS_WITH_SQL].filter((path) => !wrong.includes(`src/features/${path}`))
    expect(stale).toEqual([])
  })
})

describe('stored JSON has one reader', () => {
  it('no SQL reads a key of facts or reporting, and no feature a member', () => {
    const keys = /\b(facts|reporting)\s*(?:::jsonb?)?\s*(?:->|#>)|\brow\.(facts|reporting)[.[]/
    const wrong = source.filter((path) => !path.startsWith('src/payroll/') && keys.test(read(path)))
    expect(wrong).toEqual([])
  })
})

describe('nothing is kept for tests alone', () => {
  it('every export is used by the service, a script, the bench or the page', () => {
    const live = [...source, ...files('scripts'), ...files('bench'), ...files('web')]
      .filter((path) => !/\.test\.tsx?$/.test(path) && !path.startsWith('web/dist/'))
      .map((path) => ({ path, text: read(path).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '') }))
    // A door that hands a name on does not use it.
    const handedOn = /^export (?:type )?\{[^}]*\} from '[^']*'$/gm
    const counts = new Map<string, number>()
    for (const { text } of live)
      for (const word of text.replace(handedOn, '').match(/[A-Za-z_$][\w$]*/g) ?? [])
        counts.set(word, (counts.get(word) ?? 0) + 1)
    const declared = /^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm
    const unused = live
      .filter(({ path }) => path.startsWith('src/'))
      .flatMap(({ path, text }) => [...text.matchAll(declared)].map(([, name = '']) => ({ path, name })))
      .filter(({ name }) => (counts.get(name) ?? 0) < 2)
    expect(unused).toEqual([])
  })
})

/*
 * Counted by rule, so that a number can only go down: whoever lowers one lowers it here too.
 * - A file is its lines as the editor counts them.
 * - A cast is ` as ` in code (not in imports, comments, quotes, and not `as const`).
 * - A comparison is `===`, `!==` or `case` with 'AU' or 'NZ', outside src/payroll and the country folders of features.
 * - A function's length is from its line to the brace that closes it; its parameters are those in its brackets.
 */
describe('counts', () => {
  it('no file has more than 300 lines', () => {
    const long = source.filter((path) => read(path).trimEnd().split('\n').length > 300)
    expect(long).toEqual([])
  })

  it('casts are few', () => {
    const count = (path: string) =>
      code(path)
        .replace(/^(?:import|export)[^;]*?from ''$/gm, '')
        .match(/\bas (?!const\b)[\w[{(]/g)?.length ?? 0
    expect(source.reduce((sum, path) => sum + count(path), 0)).toBeLessThanOrEqual(150)
  })

  it('comparisons with a country are at most 15', () => {
    const compared = /[=!]==\s*'(?:AU|NZ)'|'(?:AU|NZ)'\s*[=!]==|\bcase '(?:AU|NZ)'/g
    const places = source
      .filter((path) => !path.startsWith('src/payroll/') && !/^src\/features\/[^/]+\/country\//.test(path))
      .flatMap((path) => (read(path).match(compared) ?? []).map((text) => `${path}: ${text}`))
    expect(places.length, places.join('\n')).toBeLessThanOrEqual(15)
  })

  it('functions of the calculation have at most 60 lines and six parameters', () => {
    const wrong = source.filter((path) => path.startsWith('src/payroll/')).flatMap(longFunctions)
    expect(wrong).toEqual([])
  })
})

/** `path name`, for each function that is too long or takes too much. */
function longFunctions(path: string): string[] {
  const lines = read(path).split('\n')
  return lines.flatMap((line, start) => {
    const found = /^(\s*)(?:export )?(?:async )?function\*? (\w+)/.exec(line)
    if (!found) return []
    const [, indent = '', name] = found
    const end = lines.findIndex(
      (each, index) => index > start && each.startsWith(`${indent}}`) && each.trim() === '}',
    )
    const head = lines.slice(start, end + 1).join('\n')
    const brackets = /\(([\s\S]*?)\)(?::[^\n]*)?\s*\{\n/.exec(head)?.[1] ?? ''
    const flat = brackets.replace(/\{[^}]*\}|<[^>]*>|\([^)]*\)/g, '')
    const parameters = flat.split(',').filter((part) => part.trim() !== '').length
    return end - start + 1 > 60 || parameters > 6 ? [`${path} ${name}`] : []
  })
}
