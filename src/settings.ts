import { randomBytes } from 'node:crypto'
import { readProxyTrust } from './http/proxy-trust.ts'
import { COUNTRIES, type Country } from './payroll/words.ts'
import { refuseWeakKey, refuseWeakSecret } from './security/key-strength.ts'

/** A setting is a variable with a meaning, a default and a check. `docs/settings.md` is generated from this list. */
type Setting<T> = {
  variable: string
  meaning: string
  fallback: string
  /** Turns the text into a value, or throws a sentence that follows "NAME=value: ". */
  read: (text: string) => T
  /** Refused when NODE_ENV=production. */
  isRelaxation?: true
  /** Must be given when NODE_ENV=production; the value never appears in a message. */
  isSecret?: true
  /** The value never appears in a message. */
  isHidden?: true
}

const text = (value: string) => value
const oneOf =
  <const T extends string>(...allowed: T[]) =>
  (value: string): T => {
    if (!(allowed as string[]).includes(value)) throw new Error(`must be one of ${allowed.join(', ')}`)
    return value as T
  }
const integer =
  (min: number, max: number) =>
  (value: string): number => {
    const result = Number(value)
    if (!/^\d+$/.test(value) || result < min || result > max)
      throw new Error(`must be a whole number from ${min} to ${max}`)
    return result
  }
const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
const onOff = (value: string): boolean => oneOf('on', 'off')(value) === 'on'
const url =
  (...protocols: string[]) =>
  (value: string): string => {
    if (value === '') return ''
    const parsed = URL.parse(value)
    if (!parsed || !protocols.includes(parsed.protocol))
      throw new Error(`must be a URL starting with ${protocols.map((p) => `${p}//`).join(' or ')}`)
    return value.replace(/\/$/, '')
  }
const instant = (value: string): Date | null => {
  if (value === '') return null
  const parsed = new Date(`${value.replace(/Z$/, '')}Z`)
  if (Number.isNaN(parsed.getTime())) throw new Error('must be a UTC instant such as 2026-07-01T00:00:00')
  return parsed
}
const seconds = (value: string): number[] =>
  list(value).map((part) => {
    const result = Number(part)
    if (!(result >= 0)) throw new Error('must be seconds separated by commas, such as 30,60,120')
    return result
  })
const encryptionKeys = (value: string): { id: string; key: Buffer }[] =>
  list(value).map((entry) => {
    const [id = '', encoded = ''] = entry.split(':')
    const key = Buffer.from(encoded, 'base64')
    if (!/^[a-z0-9-]{1,20}$/.test(id) || key.length !== 32)
      throw new Error('must be id:key pairs separated by commas, each key 32 bytes in base64')
    const weakness = refuseWeakKey(key)
    if (weakness) throw new Error(`the key ${id} ${weakness}: make one with openssl rand -base64 32`)
    return { id, key }
  })
const distinctKeys = (value: string) => {
  const keys = encryptionKeys(value)
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('names a key twice')
  return keys
}

const setting = <T>(definition: Setting<T>) => definition

/** Every setting of the service. */
export const SETTINGS = {
  mode: setting({
    variable: 'NODE_ENV',
    meaning: '`production` never seeds demo data, refuses the relaxations and asks for the secrets.',
    fallback: 'demo',
    read: (value) => (value === 'development' ? 'demo' : oneOf('demo', 'test', 'production')(value)),
  }),
  port: setting({
    variable: 'PORT',
    meaning: 'Port to listen on.',
    fallback: '8080',
    read: integer(0, 65_535),
  }),
  host: setting({ variable: 'HOST', meaning: 'Address to listen on.', fallback: '127.0.0.1', read: text }),
  region: setting({
    variable: 'REGION',
    meaning:
      'The deployment: `AU` or `NZ`. Decides today’s date and the country of a company that names none.',
    fallback: 'AU',
    read: oneOf<Country>(...COUNTRIES),
  }),
  dataDir: setting({
    variable: 'DATA_DIR',
    meaning: 'Folder of the embedded database.',
    fallback: './data',
    read: text,
  }),
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    meaning:
      'A PostgreSQL server (15 or later); a pooler in between must know prepared statements. When set, the embedded database is not used.',
    fallback: '',
    read: url('postgres:', 'postgresql:'),
  }),
  publicUrl: setting({
    variable: 'PUBLIC_URL',
    meaning: 'The base URL that clients see. Empty: `http://HOST:PORT`.',
    fallback: '',
    read: url('http:', 'https:'),
  }),
  clockStart: setting({
    variable: 'CLOCK',
    meaning: 'Starts the service’s clock at this UTC instant, e.g. `2026-07-01T00:00:00`.',
    fallback: '',
    read: instant,
    isRelaxation: true,
  }),
  logLevel: setting({
    variable: 'LOG_LEVEL',
    meaning: 'Least severe level that is logged.',
    fallback: 'info',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  }),
  poolSize: setting({
    variable: 'POOL_SIZE',
    meaning: 'Database connections of one process.',
    fallback: '20',
    read: integer(2, 500),
  }),
  statementTimeoutMs: setting({
    variable: 'STATEMENT_TIMEOUT_MS',
    meaning: 'Longest time one SQL statement may take, in milliseconds.',
    fallback: '60000',
    read: integer(100, 3_600_000),
  }),
  lockTimeoutMs: setting({
    variable: 'LOCK_TIMEOUT_MS',
    meaning:
      'Longest time one SQL statement waits for a row that another request is changing, in milliseconds. A call with 10,000 pays holds its employees for some seconds.',
    fallback: '30000',
    read: integer(100, 3_600_000),
  }),
  idleTransactionTimeoutMs: setting({
    variable: 'IDLE_TRANSACTION_TIMEOUT_MS',
    meaning: 'After this time without a statement PostgreSQL gives up an open transaction, in milliseconds.',
    fallback: '60000',
    read: integer(1000, 3_600_000),
  }),
  connectTimeoutMs: setting({
    variable: 'CONNECT_TIMEOUT_MS',
    meaning: 'Longest time to open a database connection, in milliseconds.',
    fallback: '5000',
    read: integer(100, 600_000),
  }),
  poolWaitMs: setting({
    variable: 'POOL_WAIT_MS',
    meaning:
      'Longest time a request waits for a free database connection, in milliseconds. After it the request is answered 503.',
    fallback: '10000',
    read: integer(100, 600_000),
  }),
  silenceTimeoutMs: setting({
    variable: 'SILENCE_TIMEOUT_MS',
    meaning:
      'After a statement has been without an answer for this time, in milliseconds, the database is asked on a new connection whether it is there. If it is not (tried twice, `CONNECT_TIMEOUT_MS` each), requests are answered 503 until it is.',
    fallback: '5000',
    read: integer(100, 600_000),
  }),
  customerConnections: setting({
    variable: 'CUSTOMER_CONNECTIONS',
    meaning:
      'Database connections that the requests of one customer may hold at the same time, in one process. Further requests wait, so that the rest of `POOL_SIZE` stays free for others.',
    fallback: '5',
    read: integer(1, 500),
  }),
  turnWaitMs: setting({
    variable: 'TURN_WAIT_MS',
    meaning:
      'Longest time a request waits for its turn behind other pay calls of the same company, in milliseconds. It holds no database connection meanwhile. After it the request is answered 503.',
    fallback: '300000',
    read: integer(100, 3_600_000),
  }),
  bodyLimitMb: setting({
    variable: 'BODY_LIMIT_MB',
    meaning:
      'Largest body of a call that takes thousands of pays or employees, in megabytes. A call with 10,000 pays needs about 20. Every other route has a limit of its own, in kilobytes.',
    fallback: '32',
    read: integer(1, 512),
  }),
  requestTimeoutSeconds: setting({
    variable: 'REQUEST_TIMEOUT_SECONDS',
    meaning: 'A request must have arrived whole within this time; its headers within 15 seconds.',
    fallback: '120',
    read: integer(1, 3600),
  }),
  maxConnections: setting({
    variable: 'MAX_CONNECTIONS',
    meaning: 'Open connections of one process. Beyond it, connections without a request under way make room.',
    fallback: '2000',
    read: integer(10, 100_000),
  }),
  maxRequests: setting({
    variable: 'MAX_REQUESTS',
    meaning:
      'Requests under way at once in one process; the rest is answered with 503. Callers without a token may use a quarter of it.',
    fallback: '1000',
    read: integer(4, 100_000),
  }),
  trustProxy: setting({
    variable: 'TRUST_PROXY',
    meaning:
      'Reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are believed: a number of hops (`on` means 1), or their networks, e.g. `10.0.0.0/8,fd00::/8`.',
    fallback: 'off',
    read: readProxyTrust,
  }),
  corsOrigins: setting({
    variable: 'CORS_ORIGINS',
    meaning: 'Origins whose pages may call the API from a browser, separated by commas. Empty: none.',
    fallback: '',
    read: list,
  }),
  metrics: setting({
    variable: 'METRICS',
    meaning: '`on` serves metrics for Prometheus; needs METRICS_TOKEN or METRICS_PORT.',
    fallback: 'off',
    read: onOff,
  }),
  metricsToken: setting({
    variable: 'METRICS_TOKEN',
    meaning:
      'Answers `GET /metrics` to callers that send it as `Authorization: Bearer`; at least 32 characters.',
    fallback: '',
    read: (value) => {
      if (value !== '' && (value.length < 32 || refuseWeakSecret(value)))
        throw new Error('must be a random text of at least 32 characters')
      return value
    },
    isHidden: true,
  }),
  metricsPort: setting({
    variable: 'METRICS_PORT',
    meaning: 'A port of its own for `GET /metrics`, without a token: keep it private. 0: none.',
    fallback: '0',
    read: integer(0, 65_535),
  }),
  metricsHost: setting({
    variable: 'METRICS_HOST',
    meaning: 'Address that METRICS_PORT listens on.',
    fallback: '127.0.0.1',
    read: text,
  }),
  rateLimits: setting({
    variable: 'RATE_LIMITS',
    meaning: '`off` switches the rate limits and the burst guard off.',
    fallback: 'on',
    read: onOff,
    isRelaxation: true,
  }),
  limitDefault: setting({
    variable: 'LIMIT_DEFAULT',
    meaning: 'Calls per minute and client on most endpoints.',
    fallback: '25',
    read: integer(1, 1_000_000),
  }),
  limitLookup: setting({
    variable: 'LIMIT_LOOKUP',
    meaning: 'Calls per minute and client on cheap look-ups (allowance lists, address type-ahead).',
    fallback: '120',
    read: integer(1, 1_000_000),
  }),
  limitPays: setting({
    variable: 'LIMIT_PAYS',
    meaning: 'Calls per minute and client on pay endpoints and payslips.',
    fallback: '5',
    read: integer(1, 1_000_000),
  }),
  limitTermination: setting({
    variable: 'LIMIT_TERMINATION',
    meaning: 'Calls per minute and client on terminate and the termination record.',
    fallback: '60',
    read: integer(1, 1_000_000),
  }),
  limitWeb: setting({
    variable: 'LIMIT_WEB',
    meaning: 'Calls per minute of the built-in web app, for each signed-in user.',
    fallback: '600',
    read: integer(1, 1_000_000),
  }),
  burstPerSecond: setting({
    variable: 'BURST_PER_SECOND',
    meaning: 'Requests that one IP address may send within any second.',
    fallback: '50',
    read: integer(1, 1_000_000),
  }),
  encryptionKeys: setting({
    variable: 'ENCRYPTION_KEYS',
    meaning:
      'Keys for what is sealed at rest (tax and bank account numbers, documents, links): `id:base64` pairs separated by commas, 32 random bytes each. The first one seals, all of them open; `npm run rotate-keys` retires the others. Empty in demo mode: a key kept in DATA_DIR.',
    fallback: '',
    read: distinctKeys,
    isSecret: true,
  }),
  cookieSecret: setting({
    variable: 'COOKIE_SECRET',
    meaning:
      'Signs session cookies and form tokens; at least 32 characters. Empty in demo mode: a random one.',
    fallback: '',
    read: (value) => {
      if (value === '') return randomBytes(32).toString('hex')
      if (value.length < 32) throw new Error('must have at least 32 characters')
      const weakness = refuseWeakSecret(value)
      if (weakness) throw new Error(`${weakness}: make one with openssl rand -hex 32`)
      return value
    },
    isSecret: true,
  }),
  smtpUrl: setting({
    variable: 'SMTP_URL',
    meaning: 'Mail server. Empty: mail stays in the outbox, which the web app shows in demo mode.',
    fallback: '',
    read: url('smtp:', 'smtps:'),
  }),
  mailFrom: setting({
    variable: 'MAIL_FROM',
    meaning: 'Sender of the service’s mail.',
    fallback: 'Tasman Payroll <payroll@localhost>',
    read: text,
  }),
  mailRetryWaits: setting({
    variable: 'MAIL_RETRY_WAITS',
    meaning:
      'Seconds to wait before a mail is tried again while the mail server does not take it. After the last one it has failed.',
    fallback: '30,60,120,300,900,1800,3600,7200,14400,28800',
    read: seconds,
  }),
  addressLookupUrl: setting({
    variable: 'ADDRESS_LOOKUP_URL',
    meaning: 'An HTTPS address provider (Geoapify-style). Empty: the embedded locality index.',
    fallback: '',
    read: url('https:'),
  }),
  addressLookupKey: setting({
    variable: 'ADDRESS_LOOKUP_KEY',
    meaning: 'API key of the address provider.',
    fallback: '',
    read: text,
  }),
  fundRegistryUrl: setting({
    variable: 'FUND_REGISTRY_URL',
    meaning: 'An HTTPS super-fund registry that knows USIs. Empty: the built-in simulator.',
    fallback: '',
    read: url('https:'),
  }),
  stpGatewayUrl: setting({
    variable: 'STP_GATEWAY_URL',
    meaning: 'The HTTPS transmission provider for STP events. Empty: the built-in simulator.',
    fallback: '',
    read: url('https:'),
  }),
  paydayGatewayUrl: setting({
    variable: 'PAYDAY_GATEWAY_URL',
    meaning: 'The HTTPS transmission provider for payday filing. Empty: the built-in simulator.',
    fallback: '',
    read: url('https:'),
  }),
  gatewaySimulation: setting({
    variable: 'GATEWAY_SIMULATION',
    meaning: 'How the built-in gateways answer: `accept`, `reject`, `delay` or `down`.',
    fallback: 'accept',
    read: oneOf('accept', 'reject', 'delay', 'down'),
  }),
  gatewayDelaySeconds: setting({
    variable: 'GATEWAY_DELAY_SECONDS',
    meaning: 'How long the built-in gateways take to answer with `GATEWAY_SIMULATION=delay`.',
    fallback: '60',
    read: integer(1, 86_400),
  }),
  gatewayRetryWaits: setting({
    variable: 'GATEWAY_RETRY_WAITS',
    meaning:
      'Seconds to wait before a lodgement is sent again while its gateway is down. The last one repeats until it is sent.',
    fallback: '30,60,120,240,480,900',
    read: seconds,
  }),
  webhookAllowHosts: setting({
    variable: 'WEBHOOK_ALLOW_HOSTS',
    meaning: 'Hosts that webhooks may reach although they are not public, e.g. `127.0.0.1,localhost`.',
    fallback: '',
    read: list,
    isRelaxation: true,
  }),
  webhookRetryWaits: setting({
    variable: 'WEBHOOK_RETRY_WAITS',
    meaning: 'Seconds to wait before attempts 2 to 8 of a delivery.',
    fallback: '30,60,120,240,480,960,1920',
    read: seconds,
    isRelaxation: true,
  }),
  webhookSensitiveFields: setting({
    variable: 'WEBHOOK_SENSITIVE_FIELDS',
    meaning:
      '`masked` shows only the last digits of tax and bank account numbers in payloads; `clear` shows them (stored payloads are sealed).',
    fallback: 'masked',
    read: oneOf('masked', 'clear'),
  }),
} as const

export type Settings = { -readonly [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]['read']> }

/** The setting is wrong: the message is the one line that the start prints. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

/** Reads and checks every setting; a wrong value stops the start with one clear line. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const production = environment.NODE_ENV === 'production'
  const entries = Object.entries(SETTINGS as Record<string, Setting<unknown>>).map(([name, definition]) => {
    // Compose files pass on what nobody set as an empty text.
    const given = environment[definition.variable] || undefined
    if (production && definition.isRelaxation && given !== undefined && given !== definition.fallback)
      throw new SettingError(
        `${definition.variable} is a relaxation for local work and is refused in production.`,
      )
    if (production && definition.isSecret && !given)
      throw new SettingError(`${definition.variable} must be set in production: ${definition.meaning}`)
    try {
      return [name, definition.read(given ?? definition.fallback)]
    } catch (error) {
      const isHidden = definition.isSecret || definition.isHidden
      const shown = isHidden ? definition.variable : `${definition.variable}=${withoutPassword(given)}`
      throw new SettingError(`${shown}: ${(error as Error).message}.`)
    }
  })
  const settings = Object.fromEntries(entries) as Settings
  if (settings.metrics && settings.metricsToken === '' && settings.metricsPort === 0)
    throw new SettingError('METRICS=on needs METRICS_TOKEN, METRICS_PORT or both.')
  if (settings.publicUrl === '') settings.publicUrl = `http://${settings.host}:${settings.port}`
  return settings
}

/** A URL as it may stand in a message. */
const withoutPassword = (value: string | undefined) => value?.replace(/\/\/[^/@]*@/, '//***@')
