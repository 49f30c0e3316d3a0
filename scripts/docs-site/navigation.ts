/** The pages of the site by audience, in the order readers need them. Paths are relative to the repository. */

export interface Group {
  readonly title: string
  readonly pages: readonly string[]
}

const guides = (...names: string[]) => names.map((name) => `docs/guides/${name}.md`)
const concepts = ['pay-run', 'terms', 'ledger', 'lodgement', 'explanation'].map(
  (name) => `docs/concepts/${name}.md`,
)

export const HOME = 'docs/index.md'

export const NAVIGATION: readonly Group[] = [
  {
    title: 'Payroll officers',
    pages: [
      ...guides('payroll-officer', 'first-pay', 'corrections', 'terminations', 'lodge-with-stp', 'moving-in'),
      'docs/roles.md',
    ],
  },
  { title: 'Concepts', pages: concepts },
  {
    title: 'Integrators',
    pages: [
      ...guides(
        'oauth',
        'employees',
        'receive-webhooks',
        'sandbox',
        'errors',
        'limits-and-retries',
        'partner-checkout',
        'mcp',
      ),
      'docs/scopes.md',
    ],
  },
  {
    title: 'Operators',
    pages: [
      ...guides(
        'operate',
        'organisation-sign-in',
        'law',
        'recovery',
        'breach',
        'high-availability',
        'cells',
        'lodge-for-real',
      ),
      'docs/law-calendar.md',
      'docs/unusual.md',
      ...['docs/settings.md', 'docs/scale.md', 'docs/benchmarks.md', 'SECURITY.md', 'CHANGELOG.md'],
    ],
  },
  {
    title: 'Compliance',
    pages: [
      'ato-operational-security',
      'inland-revenue-gateway',
      'privacy-impact-assessment',
      'accessibility',
    ].map((name) => `docs/compliance/${name}.md`),
  },
  {
    title: 'Contributors',
    pages: [
      ...['CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/decisions/README.md'],
      ...guides('add-a-tax-year', 'add-a-country'),
      ...['docs/simulator.md', 'docs/mutation.md'],
    ],
  },
  {
    title: 'Reference',
    pages: [
      ...['docs/conformance.md', 'docs/stp-rules.md', 'docs/data-sources.md', 'docs/decisions/numbers.md'],
      ...['docs/conformance-findings.md', 'docs/security-findings.md', 'docs/reporting-findings.md'],
    ],
  },
]

/** Adds pages that the navigation does not list yet, so new guides and decisions appear on the site at once. */
export function groupsFor(paths: Iterable<string>): Group[] {
  const named = new Set(NAVIGATION.flatMap(({ pages }) => pages))
  const others = [...paths].filter((path) => !named.has(path))
  const more = [
    { title: 'More guides', pages: others.filter((path) => /^docs\/(?:guides|concepts)\//.test(path)) },
    { title: 'New decisions', pages: others.filter((path) => /^docs\/decisions\/\d{4}-/.test(path)) },
  ]
  return [...NAVIGATION, ...more.filter(({ pages }) => pages.length > 0)]
}
