import { isRecord } from '../kernel/is-record.ts'
import recorded from './recorded-answers.json' with { type: 'json' }

type Schema = Record<string, unknown>

/** Responses of the demo companies by component, recorded with `npm run docs:examples`. */
const RECORDED = new Map<unknown, unknown>(Object.entries(recorded))

/** Example values by field name. The first one that fits the field's own rules is used. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  abn: ['51824753556'],
  access_token: ['k3jv0cJq1bD0mQ3rT9yX'],
  account_name: ['Mia Nguyen'],
  account_number: ['12345678', '01-0902-0068389-00'],
  address1: ['12 Roastery Lane'],
  agreement: ['Signed on paper on 2026-11-02'],
  bsb: ['062-000'],
  cancel_reason: ['The bank refused the file.'],
  city: ['Newtown', 'Sydney'],
  client_id: ['demo-client'],
  client_secret: ['k3jv0cJq1bD0mQ3rT9yX'],
  code: ['P'],
  country: ['AU'],
  created_at: ['2026-11-02T03:04:05'],
  department: ['Roastery'],
  description: ['Tool allowance', 'Ordinary hours'],
  detail: ['The error, and how to fix it.'],
  email: ['owner@demo.example'],
  employee: ['Mia Nguyen'],
  employment_status: ['Full-time'],
  error: ['The endpoint answered 500.'],
  event_type: ['pay.created'],
  field: ['tax_file_number'],
  file: ['Company.json'],
  file_id: ['7'],
  first_name: ['Mia'],
  format: ['aba'],
  format_name: ['Mia Nguyen'],
  formula: ['38 × 31.20'],
  invited_by: ['owner@demo.example'],
  key: ['taxable'],
  kind: ['pays'],
  last_name: ['Nguyen'],
  leave_type: ['HOLIDAY'],
  legal_name: ['Southern Cross Coffee Pty Ltd'],
  member_number: ['100200300'],
  message: ['The error, and how to fix it.'],
  method: ['PUT'],
  name: ['Southern Cross Coffee'],
  note: ['Called on Monday'],
  number: ['SC001'],
  party: ['Mia Nguyen'],
  path: ['/api/company/1/pays/create'],
  pay_period: ['WEEKLY'],
  phone: ['0400 555 001'],
  position: ['Roaster'],
  postcode: ['2042'],
  reason: ['Checked against the roster'],
  redirect_uri: ['https://timesheets.example/callback'],
  reference: ['company:1'],
  refresh_token: ['wN7t2pZs5hB8eK1aL4cV'],
  return_reason: ['Account closed'],
  rule: ['Ordinary hours at the hourly rate'],
  scope: ['openid payroll.read'],
  secret: ['k3jv0cJq1bD0mQ3rT9yX'],
  source: ['Fair Work Act 2009 s 87'],
  state: ['NSW'],
  subject: ['Mia Nguyen'],
  summary: ['6 pays of Southern Cross Coffee'],
  tax_method: ['METHOD_B2'],
  text: ['12 Roast'],
  token: ['k3jv0cJq1bD0mQ3rT9yX'],
  type: ['pay.created'],
  unit: ['hours'],
  units: ['hours'],
  url: ['https://timesheets.example/webhooks'],
  usi: ['STA0100AU'],
  warning: ['Rounded to the cent.'],
}

/** Strings that fit common patterns and formats. */
const SHAPES: readonly string[] = [
  ...['2026-11-06', '2026-11-02T03:04:05', '2000', '38.5', '1250.50', '12', 'AU', 'NSW'],
  ...[
    '062-000',
    '123456',
    '51824753556',
    '#1F4E79',
    'CBA',
    'company:1',
    'company-1.json',
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

/**
 * A value that fits a schema: a recorded response, the schema's own example, or one built from its rules and
 * name.
 */
export function exampleOf(node: unknown, isRequest: boolean, name = ''): unknown {
  const schema = isRecord(node) ? node : {}
  const answer = isRequest ? undefined : RECORDED.get(schema['x-component'])
  if (answer !== undefined) return answer
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const branches = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (branches) {
    const filled = branches.find((branch) => !isNull(branch))
    return exampleOf(filled, isRequest, name) ?? (branches.some(isNull) ? null : undefined)
  }
  const type = [schema.type].flat().find((entry) => entry !== 'null')
  if (type === 'object' || isRecord(schema.properties)) return objectOf(schema, isRequest)
  if (type === 'array') return listOf(schema, isRequest, name)
  if (type === 'integer' || type === 'number') return numberOf(schema, name)
  if (type === 'boolean') return schema.default ?? false
  if (type === 'string') return textOf(schema, name)
  return null
}

const isNull = (branch: unknown) => isRecord(branch) && branch.type === 'null'

/**
 * A request example shows the required fields, or the first optional ones when none is required. A response
 * example shows all.
 */
function objectOf(schema: Schema, isRequest: boolean): unknown {
  const members = Object.entries(isRecord(schema.properties) ? schema.properties : {})
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const asked = members.filter(([name]) => !isRequest || required.has(name))
  const shown = asked.length > 0 ? asked : members.slice(0, 2)
  const example = (name: string, member: unknown) => exampleOf(member, isRequest, name) ?? nothingOf(member)
  return Object.fromEntries(shown.map(([name, member]) => [name, example(name, member)]))
}

/** A value for a required field of which only the type is known. */
function nothingOf(member: unknown): string | null {
  const { type, anyOf } = isRecord(member) ? member : {}
  const isNullable = [type].flat().includes('null') || (Array.isArray(anyOf) && anyOf.some(isNull))
  return isNullable ? null : 'Roastery'
}

function listOf(schema: Schema, isRequest: boolean, name: string): unknown {
  const items = Array.isArray(schema.prefixItems) ? schema.prefixItems : [schema.items]
  if (schema.maxItems === 0 || items[0] === undefined) return []
  const entries = items.map((item) => exampleOf(item, isRequest, name.replace(/s$/, '')))
  return entries.filter((entry) => entry !== undefined)
}

function numberOf(schema: Schema, name: string): number {
  const least = Number(schema.minimum ?? Number(schema.exclusiveMinimum ?? -1) + 1)
  const most = Number(schema.maximum ?? Number.POSITIVE_INFINITY)
  const wanted = /year/.test(name) ? 2026 : /(^|_)id(s)?$/.test(name) ? 1 : /rate/.test(name) ? 38.5 : 1
  const fitting = Math.min(most, Math.max(least, wanted))
  return schema.type === 'integer' ? Math.round(fitting) : fitting
}

/** Undefined when no sensible text is known. The field is then null, or its list empty. */
function textOf(schema: Schema, name: string): string | undefined {
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const known = WORDS[name] ?? WORDS[Object.keys(WORDS).find((word) => name.endsWith(`_${word}`)) ?? ''] ?? []
  const dated = /(_date|_on)$/.test(name) ? ['2026-11-06'] : /_at$/.test(name) ? ['2026-11-02T03:04:05'] : []
  const formatted = typeof format === 'string' && FORMATS[format] ? [FORMATS[format]] : []
  const rule = typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined
  const fits = (text: string) =>
    text.length >= Number(minLength) && text.length <= Number(maxLength) && (rule?.test(text) ?? true)
  return [...formatted, ...dated, ...known, ...(rule ? SHAPES : [])].find(fits)
}
