import { refuseWeakSecret } from './key-strength.ts'
import { readProxyTrust } from './proxy-trust.ts'
import { integer, onOff, origins, setting, text } from './setting.ts'

/** Size limits, trusted proxies and origins, rate limits and metrics of requests. */
export const REQUESTS = {
  bodyLimitMb: setting({
    variable: 'BODY_LIMIT_MB',
    meaning:
      'Largest body of a call that takes thousands of pays or employees, in megabytes. A call with 10,000 pays needs about 20. Every other route has its own limit, in kilobytes.',
    fallback: '32',
    read: integer(1, 512),
  }),
  requestTimeoutSeconds: setting({
    variable: 'REQUEST_TIMEOUT_SECONDS',
    meaning: 'A request must arrive completely within this time; its headers within 15 seconds.',
    fallback: '120',
    read: integer(1, 3600),
  }),
  maxConnections: setting({
    variable: 'MAX_CONNECTIONS',
    meaning: 'Open connections of one process. Beyond that, idle connections are closed.',
    fallback: '2000',
    read: integer(10, 100_000),
  }),
  maxRequests: setting({
    variable: 'MAX_REQUESTS',
    meaning:
      'Concurrent requests in one process; further ones return 503. Callers without a token may use a quarter of it.',
    fallback: '1000',
    read: integer(4, 100_000),
  }),
  trustProxy: setting({
    variable: 'TRUST_PROXY',
    meaning:
      'Reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: a number of hops (`on` means 1), or their networks, e.g. `10.0.0.0/8,fd00::/8`.',
    fallback: 'off',
    read: readProxyTrust,
  }),
  corsOrigins: setting({
    variable: 'CORS_ORIGINS',
    meaning: 'Origins whose pages may call the API from a browser, separated by commas. Empty: none.',
    fallback: '',
    read: origins,
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
      'Allows `GET /metrics` for callers that send it as `Authorization: Bearer`; at least 32 characters.',
    fallback: '',
    read: (value) => {
      if (value !== '' && (value.length < 32 || refuseWeakSecret(value)))
        throw new Error('must be a random string of at least 32 characters')
      return value
    },
    isHidden: true,
  }),
  metricsPort: setting({
    variable: 'METRICS_PORT',
    meaning: 'A separate port for `GET /metrics`, without a token: keep it private. 0: none.',
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
    meaning: 'Calls per minute and connection (application × customer) on most endpoints.',
    fallback: '25',
    read: integer(1, 1_000_000),
  }),
  limitLookup: setting({
    variable: 'LIMIT_LOOKUP',
    meaning:
      'Calls per minute and connection (application × customer) on cheap look-ups (allowance lists, address type-ahead).',
    fallback: '120',
    read: integer(1, 1_000_000),
  }),
  limitPays: setting({
    variable: 'LIMIT_PAYS',
    meaning: 'Calls per minute and connection (application × customer) on pay endpoints and payslips.',
    fallback: '5',
    read: integer(1, 1_000_000),
  }),
  limitTermination: setting({
    variable: 'LIMIT_TERMINATION',
    meaning:
      'Calls per minute and connection (application × customer) on terminate and the termination record.',
    fallback: '60',
    read: integer(1, 1_000_000),
  }),
  limitApplicationFactor: setting({
    variable: 'LIMIT_APPLICATION_FACTOR',
    meaning: 'How many times each of these limits an application may use over all its customers.',
    fallback: '20',
    read: integer(1, 1_000_000),
  }),
  limitWeb: setting({
    variable: 'LIMIT_WEB',
    meaning: 'Calls per minute of the built-in web app, for each signed-in user.',
    fallback: '600',
    read: integer(1, 1_000_000),
  }),
  refreshGraceSeconds: setting({
    variable: 'REFRESH_GRACE_SECONDS',
    meaning:
      'For how many seconds an application that sends a used refresh token again gets the same new pair. 0: the grant ends.',
    fallback: '0',
    read: integer(0, 10),
  }),
  burstPerSecond: setting({
    variable: 'BURST_PER_SECOND',
    meaning: 'Requests that one IP address may send within any second.',
    fallback: '50',
    read: integer(1, 1_000_000),
  }),
} as const
