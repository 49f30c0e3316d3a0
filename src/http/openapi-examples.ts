import { isRecord } from '../kernel/is-record.ts'

type Schema = Record<string, unknown>

/** What members of a name look like; the first that the member's own rules let through is taken. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  abn: ['51824753556'],
  access_token: ['k3jv0cJq1bD0mQ3rT9yX'],
  account_name: ['Mia Nguyen'],
  account_number: ['12345678', '01-0902-0068389-00'],
  address1: ['12 Roastery Lane'],
  bsb: ['062-000'],
  city: ['Newtown', 'Sydney'],
  client_id: ['demo-client'],
  code: ['P'],
  country: ['AU'],
  created_at: ['2026-11-02T03:04:05'],
  department: ['Roastery'],
  description: ['Tool allowance', 'Ordinary hours'],
  detail: ['What is wrong, and what to do.'],
  email: ['owner@demo.example'],
  file: ['Company.json'],
  first_name: ['Mia'],
  format: ['aba'],
  format_name: ['Mia Nguyen'],
  key: ['taxable'],
  last_name: ['Nguyen'],
  legal_name: ['Southern Cross Coffee Pty Ltd'],
  member_number: ['100200300'],
  name: ['Southern Cross Coffee'],
  number: ['SC001'],
  phone: ['0400 555 001'],
  postcode: ['2042'],
  redirect_uri: ['https://timesheets.example/callback'],
  reference: ['company:1'],
  refresh_token: ['wN7t2pZs5hB8eK1aL4cV'],
  scope: ['openid payroll.read'],
  state: ['NSW'],
  text: ['12 Roast'],
  token: ['k3jv0cJq1bD0mQ3rT9yX'],
  url: ['https://timesheets.example/webhooks'],
  units: ['hours'],
  usi: ['STA0100AU'],
}

/** Texts of the shapes that patterns and formats ask for. */
const SHAPES: readonly string[] = [
  ...[
    'example',
    'Example',
    '2026-11-06',
    '2026-11-02T03:04:05',
    '2000',
    '38.5',
    '1250.50',
    '12',
    'AU',
    'NSW',
  ],
  ...[
    '062-000',
    '123456',
    '51824753556',
    '#1F4E79',
    'CBA',
    'company:1',
    'example.json',
    '0400 555 001',
    'STA0100AU',
  ],
  ...[
    '12345678',
    '12345676',
    '01-0902-0068389-00',
    'AAA',
    'aa',
    '1',
    '2026',
    '2026-11',
    'https://timesheets.example/callback',
  ],
]

const FORMATS: Readonly<Record<string, string>> = {
  abn: '51824753556',
  acn: '004085616',
  bsb: '062-000',
  date: '2026-11-06',
  'date-time': '2026-11-02T03:04:05Z',
  email: 'owner@demo.example',
  'ird-number': '49091850',
  nzbn: '9429047262353',
  tfn: '123456782',
  uri: 'https://timesheets.example/webhooks',
  usi: 'STA0100AU',
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
}

/** A value that fits a schema: the schema's own example where it has one, else made from its rules and its name. */
export function exampleOf(node: unknown, isRequest: boolean, name = ''): unknown {
  const schema = isRecord(node) ? node : {}
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const branches = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (branches)
    return exampleOf(
      branches.find((branch) => !isNull(branch)),
      isRequest,
      name,
    )
  const type = [schema.type].flat().find((entry) => entry !== 'null')
  if (type === 'object' || isRecord(schema.properties)) return objectOf(schema, isRequest)
  if (type === 'array') return listOf(schema, isRequest, name)
  if (type === 'integer' || type === 'number') return numberOf(schema, name)
  if (type === 'boolean') return schema.default ?? false
  if (type === 'string') return textOf(schema, name)
  return null
}

const isNull = (branch: unknown) => isRecord(branch) && branch.type === 'null'

/** A request shows what must be sent, and where nothing must, the first members that can be; an answer shows all. */
function objectOf(schema: Schema, isRequest: boolean): unknown {
  const members = Object.entries(isRecord(schema.properties) ? schema.properties : {})
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const asked = members.filter(([name]) => !isRequest || required.has(name))
  const shown = asked.length > 0 ? asked : members.slice(0, 2)
  return Object.fromEntries(shown.map(([name, member]) => [name, exampleOf(member, isRequest, name)]))
}

function listOf(schema: Schema, isRequest: boolean, name: string): unknown {
  const items = Array.isArray(schema.prefixItems) ? schema.prefixItems : [schema.items]
  if (schema.maxItems === 0 || items[0] === undefined) return []
  return items.map((item) => exampleOf(item, isRequest, name.replace(/s$/, '')))
}

function numberOf(schema: Schema, name: string): number {
  const least = Number(schema.minimum ?? Number(schema.exclusiveMinimum ?? -1) + 1)
  const most = Number(schema.maximum ?? Number.POSITIVE_INFINITY)
  const wanted = /year/.test(name) ? 2026 : /(^|_)id(s)?$/.test(name) ? 1 : /rate/.test(name) ? 38.5 : 1
  const fitting = Math.min(most, Math.max(least, wanted))
  return schema.type === 'integer' ? Math.round(fitting) : fitting
}

function textOf(schema: Schema, name: string): string {
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const known = WORDS[name] ?? WORDS[Object.keys(WORDS).find((word) => name.endsWith(`_${word}`)) ?? ''] ?? []
  const dated = /(_date|_on)$/.test(name) ? ['2026-11-06'] : /_at$/.test(name) ? ['2026-11-02T03:04:05'] : []
  const formatted = typeof format === 'string' && FORMATS[format] ? [FORMATS[format]] : []
  const rule = typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined
  const fits = (text: string) =>
    text.length >= Number(minLength) && text.length <= Number(maxLength) && (rule?.test(text) ?? true)
  return [...formatted, ...dated, ...known, ...SHAPES].find(fits) ?? 'example'
}
