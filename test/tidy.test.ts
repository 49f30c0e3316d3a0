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

/** Our own files that a file imports, as paths from the project's root. */
function imports(path: string): string[] {
  const found = read(path).matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)
  return [...found].map((match) => join(dirname(path), match[1] as string).replaceAll('\\', '/'))
}

/** Files that are imported dynamically. */
function lateImports(path: string): string[] {
  const found = read(path).matchAll(/import\(\s*'(\.{1,2}\/[^']+)'/g)
  return [...found].map((match) => join(dirname(path), match[1] as string))
}

const source = files('src').filter((path) => !path.endsWith('.test.ts'))
/** A feature's folder: `employees/bank-accounts`. */
const featureOf = (path: string) => /^src\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1]
const areaOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1]

/** The pay rules, shared and by country, without the documents, messages and words of a country. */
const isLaw = (path: string) => /^src\/(payroll|countries\/[^/]+\/law)\//.test(path)

/** An area may import the areas before it in this list, never one after it. */
const AREAS = [
  'platform',
  'access',
  'employer',
  'employees',
  'pays',
  'lodgements',
  'money',
  'reports',
  'documents',
  'workflows',
]

/** The layers below the features, each with what it may import besides itself. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  'src/kernel/values/': [],
  'src/kernel/': ['src/kernel/values/'],
  'src/identifiers/': ['src/kernel/values/'],
  'src/payroll/': ['src/kernel/values/'],
  'src/countries/': ['src/payroll/', 'src/identifiers/', 'src/kernel/values/', 'src/kernel/read-error.ts'],
}

/** Imports that still go in the wrong direction, each with the step that removes it. */
const NOT_YET: Readonly<Record<string, string>> = {}

/** Files that import one country, other than its word lists, which tables and schemas share. Each has its reason. */
const OF_ONE_COUNTRY: Readonly<Record<string, string>> = {
  'src/load-rates.ts': 'reads the rates of every country that ships',
  'src/database/tables/reporting.ts': 'row types of messages to the tax office',
  'src/features/employees/employees/claims.ts': 'fields of the Australian declaration',
  'src/features/employees/employees/derived.ts': 'fields of the Australian declaration',
  'src/features/pays/opening-balances/content.ts': 'what an earlier system reported to the tax office',
  'src/features/pays/opening-balances/schema.ts': 'what an earlier system reported to the tax office',
  'src/features/pays/opening-balances/year.ts': 'what an earlier system reported to the tax office',
  'src/features/pays/pays/nz-leave-check.ts':
    'checks holidays against the Holidays Act, for holidays-act-report',
  'src/features/pays/pays/nz-leave-ledger.ts': 'the ledger of leave under the Holidays Act, for leave-ledger',
  'src/features/pays/pays/leave-check.ts':
    'checks holidays against the Holidays Act, for holidays-act-report',
  'src/features/reports/reports/catalogue/employment-leave-comparison.ts':
    'a report that only New Zealand has',
  'src/features/reports/reports/catalogue/lump-sum-e.ts': 'a report that only Australia has',
  'src/features/reports/reports/catalogue/payroll-tax.ts': 'a report that only Australia has',
  'src/features/workflows/exports/closing.ts': 'the quarter of the super guarantee',
  'src/features/workflows/exports/closing-stp.ts': 'what was reported to the tax office',
}

/** Every import of a source file that `isWrong` and that is not listed above, as `from → to`. */
function wrongImports(isWrong: (path: string, target: string) => boolean): string[] {
  return source
    .flatMap((path) => imports(path).map((target) => ({ path, target })))
    .filter(({ path, target }) => isWrong(path, target))
    .map(({ path, target }) => `${path} → ${target}`)
    .filter((each) => !(each in NOT_YET))
}

describe('dependency rules', () => {
  it('no two folders import each other', () => {
    const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
    const edges = new Set(
      source.flatMap((path) => imports(path).map((target) => `${folderOf(path)} ${folderOf(target)}`)),
    )
    const pairs = [...edges].flatMap((edge) => {
      const [from = '', to = ''] = edge.split(' ')
      // The composition root: features know the type of its Service.
      if (from === 'src' || to === 'src') return []
      return from < to && edges.has(`${to} ${from}`) ? [`${from} ↔ ${to}`] : []
    })
    expect(pairs).toEqual([])
  })

  it('a layer imports only the layers below it', () => {
    const layers = Object.keys(LAYERS)
    const layerOf = (path: string) => layers.find((layer) => path.startsWith(layer))
    const wrong = wrongImports((path, target) => {
      const layer = layerOf(path)
      if (layer === undefined) return false
      const allowed = [layer, ...(LAYERS[layer] ?? [])]
      return !allowed.some((each) => target.startsWith(each))
    })
    expect(wrong).toEqual([])
  })

  it('http, ports, the database and events import no feature', () => {
    const wrong = wrongImports(
      (path, target) =>
        /^src\/(http|ports|database|events)\//.test(path) && target.startsWith('src/features/'),
    )
    expect(wrong).toEqual([])
  })

  it('every feature is in an area, and an area imports only the areas before it', () => {
    expect([...new Set(source.flatMap((path) => areaOf(path) ?? []))].sort()).toEqual([...AREAS].sort())
    const rank = (path: string) => AREAS.indexOf(areaOf(path) ?? '')
    expect(wrongImports((path, target) => rank(path) >= 0 && rank(target) > rank(path))).toEqual([])
  })

  it('ARCHITECTURE.md lists the features of every area', () => {
    const rows = read('ARCHITECTURE.md').matchAll(/^\| `(\w+)` \| (.+) \|$/gm)
    const listed = [...rows].flatMap(([, area, features = '']) =>
      features
        .replace(/ \([^)]*\)/g, '')
        .split(', ')
        .map((feature) => `${area}/${feature}`),
    )
    expect(listed.sort()).toEqual([...new Set(source.flatMap((path) => featureOf(path) ?? []))].sort())
  })

  it('using a function of a feature does not load its routes', () => {
    const isRoutes = (path: string) => /(?:^|[/-])routes\.ts$/.test(path)
    const wrong = wrongImports((path, target) => isRoutes(target) && path !== 'src/app.ts' && !isRoutes(path))
    expect(wrong).toEqual([])
  })

  it('features use countries through the registry, not one of them', () => {
    const isOne = (target: string) =>
      /^src\/countries\/(?:au|nz)\//.test(target) && !target.endsWith('/law/input/words.ts')
    const mayHave =
      /^src\/countries\/|\/(?:single-touch|payday-filing|holidays-act-report|au|nz)\/|\/pays\/country\//
    const found = source.filter((path) => !mayHave.test(path) && imports(path).some(isOne))
    expect(found.sort()).toEqual(Object.keys(OF_ONE_COUNTRY).sort())
  })

  it('an exception that is no longer needed leaves the list', () => {
    const all = new Set(source.flatMap((path) => imports(path).map((target) => `${path} → ${target}`)))
    expect(Object.keys(NOT_YET).filter((each) => !all.has(each))).toEqual([])
  })

  it('no file imports itself through others, not even a type', () => {
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

  it('the pay pipeline is one file of at most 120 lines', () => {
    expect(read('src/features/pays/pays/pipeline.ts').split('\n').length - 1).toBeLessThanOrEqual(120)
  })

  it('no chain of imports inside pays is longer than 12 files', () => {
    const inside = new Set(source.filter((path) => path.startsWith('src/features/pays/pays/')))
    const chains = new Map<string, string[]>()
    const longest = (path: string): string[] => {
      const known = chains.get(path)
      if (known) return known
      const below = imports(path).filter((target) => inside.has(target))
      const rest = below.map(longest).reduce((a, b) => (b.length > a.length ? b : a), [])
      chains.set(path, [path, ...rest])
      return [path, ...rest]
    }
    expect([...inside].map(longest).filter((chain) => chain.length > 12)).toEqual([])
  })

  it('a feature uses another only through its index, or its routes through theirs', () => {
    const isRoutes = (path: string) => /(?:^|[/-])routes\.ts$/.test(path)
    const wrong = wrongImports(
      (path, target) =>
        featureOf(path) !== undefined &&
        featureOf(target) !== undefined &&
        featureOf(path) !== featureOf(target) &&
        !/^src\/features\/[^/]+\/[^/]+\/index\.ts$/.test(target) &&
        !(isRoutes(path) && isRoutes(target)),
    )
    expect(wrong).toEqual([])
  })

  it('features do not import each other in a circle', () => {
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
      .filter((path) => featureOf(path) !== undefined && featureOf(path) !== 'platform/webhooks')
      .filter((path) => imports(path).some((target) => featureOf(target) === 'platform/webhooks'))
    expect(wrong).toEqual([])
  })

  it('every source file is imported by someone', () => {
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
    const allowed = new Set(['src/kernel/clock.ts', 'src/security/log-redaction.ts'])
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
      // Decimals themselves use plain numbers as long as those are exact.
      .filter((path) => isLaw(path) || path.startsWith('src/kernel/values/'))
      .filter((path) => path !== 'src/kernel/values/decimal.ts')
      .filter((path) => /\bNumber\(|\bparseFloat\b|\.toNumber\(/.test(read(path)))
    expect(wrong).toEqual([])
  })

  it('decimals are made by money.ts alone, and another library only checks them', () => {
    const wrong = source.filter(
      (path) =>
        (path !== 'src/kernel/values/money.ts' &&
          /import \{.*\} from '[^']*\/decimal\.ts'/.test(read(path))) ||
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

/** The text without comments and quoted strings. */
function code(path: string): string {
  return read(path)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'/g, "''")
}

/** Other files that contain statements, each with the reason. */
const SQL_BESIDE_THE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  'the chain is made of its statements: a step of it read apart from its lock or its role would say nothing':
    [
      'platform/audit/link.ts',
      'platform/audit/record.ts',
      'platform/audit/retention.ts',
      'platform/audit/verify.ts',
      'platform/audit/writer.ts',
      'platform/key-rotation/check-keys.ts',
      'platform/key-rotation/reseal.ts',
    ],
  'one rule of OAuth or of signing in is one statement, and the conditions of it are the rule': [
    'access/oauth/authorize.ts',
    'access/oauth/clients.ts',
    'access/oauth/forget.ts',
    'access/oauth/grants.ts',
    'access/oauth/handoff.ts',
    'access/oauth/issue-token.ts',
    'access/oauth/password-links.ts',
    'access/oauth/revoke.ts',
    'access/oauth/second-factor.ts',
    'access/oauth/sessions.ts',
    'access/oauth/sign-in.ts',
    'access/oauth/throttle.ts',
    'access/oauth/token-model.ts',
    'access/oauth/userinfo.ts',
    'access/oauth/web-session.ts',
  ],
  'claims and answers of documents move by compare-and-set: what is asked and what is written are one statement':
    [
      'lodgements/lodgements/answer.ts',
      'lodgements/lodgements/claims.ts',
      'lodgements/lodgements/select.ts',
      'lodgements/lodgements/send.ts',
      'lodgements/single-touch/event.ts',
    ],
  'savepoints, locks and single rows of the verb itself': [
    'access/api-admin/manage-clients.ts',
    'employees/employees/create.ts',
    'employees/employees/funds.ts',
    'employees/employees/write-changes.ts',
    'employees/employees/waiting-pays.ts',
    'employer/partner-checkout/clients.ts',
    'employer/partner-checkout/orders.ts',
    'employer/partner-checkout/trials.ts',
    'money/payments/files.ts',
    'money/payments/settle.ts',
    'money/super-payments/contribution-files.ts',
  ],
}
const VERBS_WITH_SQL = new Set(Object.values(SQL_BESIDE_THE_ROOMS).flat())

/*
 * Where SQL may be in a feature: reading in `load/`, `load*.ts` and `queries.ts`, writing in `store/` and `queries.ts`;
 * in pays in `context/` and `store/`, nowhere else. Other files with statements are listed with their reason, so that a
 * new one must give one. Routes, schemas, views and index files contain none, in any feature.
 */
describe('SQL has its rooms', () => {
  const features = source.filter((path) => featureOf(path))
  const withoutComments = (path: string) => read(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  const reads = /\bsql(?:<[^`]*>)?`|selectFrom\(/
  const writes =
    /\b(?:insert into|update|delete from)\b[\s\S]{0,80}\b(?:values|set|where|select)\b|insertInto\(|updateTable\(|deleteFrom\(/i
  const sqlOf = (path: string) => (withoutComments(path).match(/`[^`]*`|\w+\('/g) ?? []).join('\n')
  const hasSql = (path: string) => reads.test(withoutComments(path)) || writes.test(sqlOf(path))
  const inPays = (path: string) => featureOf(path) === 'pays/pays'

  it('pays reads only in context/ and store/', () => {
    const wrong = features.filter((path) => inPays(path) && !/\/(context|store)\//.test(path) && hasSql(path))
    expect(wrong).toEqual([])
  })

  it('pays writes only in store/, but for the cache of pay history', () => {
    const wrong = features.filter(
      (path) => inPays(path) && !/\/store\//.test(path) && writes.test(sqlOf(path)),
    )
    expect(wrong).toEqual(['src/features/pays/pays/context/pay-history-cache.ts'])
    const callers = source.filter((path) => imports(path).some((target) => wrong.includes(target)))
    expect(callers).toEqual(['src/features/pays/pays/context/pay-history.ts'])
  })

  it('the pay history cache is reached through loadPayHistory alone', () => {
    const cache = [
      'src/features/pays/pays/context/pay-history-cache.ts',
      'src/features/pays/pays/context/pay-history.ts',
    ]
    expect(source.filter((path) => /\bpast_sums\b/.test(sqlOf(path))).sort()).toEqual(cache)
    expect(source.filter((path) => /\bstoreCachedHistory\b/.test(read(path))).sort()).toEqual(cache)
  })

  it('routes, schemas, views and doors hold none', () => {
    const faces = /(?:^|[/-])(?:routes|schema|view|index)\.ts$/
    expect(features.filter((path) => faces.test(path) && hasSql(path))).toEqual([])
  })

  it('no verb takes it up that had none', () => {
    // A report is a file that contains its statement.
    const rooms = /\/(?:load|store)\/|\/reports\/catalogue\/|\/(?:[\w-]*queries|load[\w-]*)\.ts$/
    const wrong = features.filter((path) => !inPays(path) && !rooms.test(path) && hasSql(path))
    expect(wrong.filter((path) => !VERBS_WITH_SQL.has(path.replace('src/features/', '')))).toEqual([])
    // Moving the last statement out removes the file from the list.
    const stale = [...VERBS_WITH_SQL].filter((path) => !wrong.includes(`src/features/${path}`))
    expect(stale).toEqual([])
  })
})

describe('stored JSON has one reader', () => {
  it('no SQL reads a key of facts or reporting, and no feature a member', () => {
    const keys = /\b(facts|reporting)\s*(?:::jsonb?)?\s*(?:->|#>)|\brow\.(facts|reporting)[.[]/
    const wrong = source.filter((path) => !isLaw(path) && keys.test(read(path)))
    expect(wrong).toEqual([])
  })
})

describe('nothing is kept for tests alone', () => {
  it('every export is used by the service, a script, the bench or the page', () => {
    const live = [...source, ...files('scripts'), ...files('bench'), ...files('web')]
      .filter((path) => !/\.test\.tsx?$/.test(path) && !path.startsWith('web/dist/'))
      .map((path) => ({ path, text: read(path).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '') }))
    // An index file that re-exports a name does not use it.
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

describe('what only one file uses stays in it', () => {
  it('every exported function, constant and class is imported by another file', () => {
    const everywhere = ['src', 'scripts', 'bench', 'test', 'web', 'packages'].flatMap(files)
    const named = /^(?:import|export)\s+(?:type\s+)?(?:(\*)[^'{]*|[^'{]*\{([^}]*)\}\s*)from\s*'(\.[^']+)'/gm
    const used = new Set(
      everywhere.flatMap((path) =>
        [...read(path).matchAll(named)].flatMap(([, all, names = '', target = '']) =>
          (all ? [all] : names.split(',').map((each) => each.replace(/\btype\b| as .*/g, '').trim())).map(
            (name) => `${join(dirname(path), target)} ${name}`,
          ),
        ),
      ),
    )
    // A pool calls the functions of its worker by name, and `import()` takes the whole file.
    const whole = new Set(everywhere.flatMap((path) => lateImports(path)))
    const declared = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm
    const unused = source
      .filter((path) => !path.endsWith('-worker.ts') && !whole.has(path) && !used.has(`${path} *`))
      .flatMap((path) => [...read(path).matchAll(declared)].map(([, name = '']) => `${path} ${name}`))
      .filter((each) => !used.has(each))
    expect(unused).toEqual([])
  })
})

/*
 * Counts by rule. A number can only go down: a change that lowers it must lower it here too.
 * - A file is its lines as the editor counts them.
 * - A cast is ` as ` in code (not in imports, comments, quotes, and not `as const`).
 * - A comparison with a country is one with its code, its authority or its retirement scheme, in code or in SQL:
 *   equality, `case`, `in` or `includes`. So is a table with a member for each country.
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

  it('nothing outside src/countries asks which country it is', () => {
    const name = `'(?:AU|NZ|AUS|NZL|ATO|IR|IRD|super|Super|KiwiSaver)'`
    const code = `'(?:AU|NZ|ATO|IR)'`
    const patterns = [
      // country === 'AU', 'AU' !== country, case 'AU':
      `[=!]==?\\s*${code}`,
      `${code}\\s*[=!]==?`,
      `\\bcase ${code}`,
      // retirement and authority under their names
      `\\.(?:retirement|reportsTo|authority|jurisdiction|country)\\s*[=!]==?\\s*${name}`,
      // ['AU', …].includes(country), new Set(['AU'])
      `\\[\\s*${code}[^\\]]*\\]\\s*(?:as const\\s*)?\\)?\\.(?:includes|indexOf|some|has)\\(`,
      `\\.includes\\(${code}\\)`,
      `new Set\\(\\[\\s*${code}`,
      // jurisdiction = 'AU' and case … when 'NZ' in SQL, and the same by query builder
      `(?:jurisdiction|authority|country)\\s*(?:=|<>|in \\()\\s*${code}`,
      `\\bwhen ${code}`,
      `'(?:=|in|!=|<>)',\\s*\\[?${code}`,
      // { AU: …, NZ: … }[country]
      `^\\s*(?:AU|NZ):\\s*[\\[{(\\w'\\x60]`,
      `\\{ (?:AU|NZ): `,
      `Record<(?:'both' \\| )?Country\\b`,
      `\\bis(?:Au|Nz|Ato|Australia|NewZealand|Ird?)\\b`,
    ].map((pattern) => new RegExp(pattern, 'gm'))
    const isOfOneCountry = (path: string) => /^src\/countries\/|\/(?:au|nz)\//.test(path)
    const places = source
      .filter((path) => !isOfOneCountry(path))
      .flatMap((path) => {
        const text = read(path).replace(/\/\*[\s\S]*?\*\//g, '')
        return patterns
          .flatMap((pattern) => text.match(pattern) ?? [])
          .map((match) => `${path}: ${match.trim()}`)
      })
    expect(places).toEqual([])
  })

  it('every test that a page of findings names is there', () => {
    const named = [
      ...read('docs/reporting-findings.md').matchAll(/`(test\/[\w./-]+\.test\.ts)` \(([^)]+)\)/g),
    ]
    expect(named.length).toBeGreaterThan(20)
    const missing = named.filter(([, path = '', name = '']) => !read(path).includes(name))
    expect(missing.map(([text]) => text)).toEqual([])
  })

  it('functions of the calculation have at most 60 lines and six parameters', () => {
    const wrong = source.filter(isLaw).flatMap(longFunctions)
    expect(wrong).toEqual([])
  })
})

/** `path name` for each function that is too long or has too many parameters. */
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
