import { errorCode, errorMessage } from '../kernel/read-error.ts'

/** Why a connection cannot be used, by the error code of Node or PostgreSQL. */
const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server is listening there',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name cannot be looked up',
  ETIMEDOUT: 'there is no answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  '28P01': 'the user name or password is wrong',
  '28000': 'the server refuses this user (see its pg_hba.conf)',
  '3D000': 'the server has no such database',
  '42501': 'the user may not create tables there',
  '53300': 'the server has no connection left (see its max_connections)',
  '53100': 'the server has no disk space left',
  '57P03': 'the server is starting or stopping: try again in a moment',
  '25006': 'it is a read-only standby',
}

const UNTRUSTED =
  'the certificate of the server is not trusted: name its authority with NODE_EXTRA_CA_CERTS or sslrootcert'

/**
 * The same explanations by the message of the server, pooler or driver, when the code is not specific enough. PgBouncer
 * sends 08P01 for most refusals. The messages are not repeated, because they may contain what was sent.
 */
const WORDS: readonly [pattern: RegExp, sentence: string][] = [
  [
    /unsupported startup parameter/i,
    'the pooler refuses a startup parameter: add ignore_startup_parameters = extra_float_digits,options to the [pgbouncer] section of its configuration',
  ],
  [
    /no encryption|SSL off|(SSL|TLS) required/i,
    'the server accepts only encrypted connections: add ?sslmode=require to the URL',
  ],
  [/does not support (SSL|TLS) connections/i, 'the server offers no TLS: remove sslmode from the URL'],
  [/role ".*" does not exist|no such user/i, 'there is no such user'],
  [
    /password must be a (non-empty )?string|empty password/i,
    'the server asks for a password and the URL has none',
  ],
  [/password authentication failed|auth(entication)? failed/i, 'the user name or password is wrong'],
  [/no such database|database ".*" does not exist/i, 'the server has no such database'],
  [
    /no more connections allowed|too many (clients|connections)/i,
    'no connection is left (see max_client_conn of the pooler)',
  ],
  [
    /server login|cannot connect to server|server (closed|conn)/i,
    'the pooler cannot sign in at its server: its log says why',
  ],
  [/query_wait_timeout|client_login_timeout/i, 'the pooler has no free connection to its server'],
  [/pgbouncer|pooler/i, 'the pooler refuses the connection: its log says why'],
  [/timeout/i, 'there is no answer'],
]

/** Codes for which the message is more specific. */
const VAGUE_CODES = new Set(['08P01', '08006', '28000'])

/** One sentence without a full stop for a connection that cannot be made or used; undefined for other errors. */
export function explainConnection(error: unknown): string | undefined {
  const source = error instanceof Error ? (error.cause ?? error) : error
  const code = errorCode(source) ?? errorCode(error)
  const exact = code !== undefined && !VAGUE_CODES.has(code) ? CODES[code] : undefined
  if (exact) return exact
  if (code !== undefined && /CERT|^ERR_TLS/.test(code)) return UNTRUSTED
  // Other codes come from statements, whose messages are about something else.
  if (code !== undefined && !VAGUE_CODES.has(code)) return undefined
  const words = errorMessage(source)
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? (code && CODES[code])
}

/**
 * The complete line for the operator; undefined if the connection is not the cause. Never shows the user or
 * the password.
 */
export function connectionLine(error: unknown, variable: string, url: string): string | undefined {
  const reason = explainConnection(error)
  const parsed = URL.parse(url)
  if (!reason || !parsed) return undefined
  return `The database of ${variable} (${parsed.host}${parsed.pathname}) cannot be used: ${reason}.`
}
