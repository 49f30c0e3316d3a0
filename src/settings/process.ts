import { COUNTRY_CODES } from '../countries/index.ts'
import { publicKeys } from './public-keys.ts'
import { hostName, instant, integer, oneOf, setting, text, url, webUrl } from './setting.ts'

/** The process: its mode, where it listens and what it logs. */
export const PROCESS = {
  mode: setting({
    variable: 'NODE_ENV',
    meaning: '`production` never seeds demo data, refuses settings for local work and requires the secrets.',
    fallback: 'demo',
    read: (value) => (value === 'development' ? 'demo' : oneOf('demo', 'test', 'production')(value)),
  }),
  port: setting({
    variable: 'PORT',
    meaning: 'Port to listen on.',
    fallback: '8080',
    read: integer(0, 65_535),
  }),
  host: setting({
    variable: 'HOST',
    meaning: 'Address to listen on.',
    fallback: '127.0.0.1',
    read: hostName,
  }),
  region: setting({
    variable: 'REGION',
    meaning: 'The deployment: `AU` or `NZ`. Decides today’s date and the default country of a company.',
    fallback: 'AU',
    read: oneOf(...COUNTRY_CODES),
  }),
  securityContact: setting({
    variable: 'SECURITY_CONTACT',
    meaning:
      'Security contact: an e-mail address or an https address. Served as `/.well-known/security.txt` (RFC 9116); empty: nothing is served.',
    fallback: '',
    read: text,
  }),
  lawPublicKeys: setting({
    variable: 'LAW_PUBLIC_KEYS',
    meaning:
      'Keys that may sign bundles of rate tables: Ed25519 public keys (SPKI, base64), separated by commas. Empty: none, and the tables of the release are used.',
    fallback: '',
    isHidden: true,
    read: publicKeys,
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
      'A PostgreSQL server (15 or later), or a pooler in front of it (see PREPARED_STATEMENTS and DIRECT_DATABASE_URL). When set, the embedded database is not used.',
    fallback: '',
    read: url('postgres:', 'postgresql:'),
  }),
  publicUrl: setting({
    variable: 'PUBLIC_URL',
    meaning: 'The base URL that clients see. Empty: `http://HOST:PORT`.',
    fallback: '',
    read: webUrl('http:', 'https:'),
  }),
  drainSeconds: setting({
    variable: 'DRAIN_SECONDS',
    meaning:
      'After SIGTERM the service keeps serving for this time while its readiness check returns 503, so that a proxy sends new requests elsewhere first.',
    fallback: '0',
    read: integer(0, 600),
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
} as const
