import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { settingsPage } from '../../scripts/settings-page.ts'
import { explainStart } from '../../src/explain-start.ts'
import { doubtsOf } from '../../src/settings/doubts.ts'
import { readSettings, SETTINGS } from '../../src/settings/index.ts'
import type { Setting } from '../../src/settings/setting.ts'

const failure = (members: object) => Object.assign(new Error('failed'), members)

const SECRETS = {
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  COOKIE_SECRET: randomBytes(32).toString('hex'),
}

describe('settings', () => {
  it('have a default each, so that an empty environment starts', () => {
    expect(readSettings({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      region: 'AU',
      mode: 'demo',
      publicUrl: 'http://127.0.0.1:8080',
    })
  })

  it.each([
    [{ PORT: 'http' }, /^PORT=http: must be a whole number/],
    [{ REGION: 'UK' }, /^REGION=UK: must be one of AU, NZ/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL: must be a URL starting with postgres:\/\/ or/],
    [{ PORT: 'postgres://me:hush@db/x' }, /^PORT: must be a whole number/],
    [{ RATE_LIMITS: 'maybe' }, /^RATE_LIMITS=maybe: must be one of on, off/],
    [{ NODE_ENV: 'prod' }, /^NODE_ENV=prod: must be one of demo, test, production/],
    [{ CLOCK: 'tomorrow' }, /^CLOCK=tomorrow: must be a UTC instant/],
  ])('stop the start with one clear line: %j', (environment, line) => {
    expect(() => readSettings(environment)).toThrow(line)
  })

  it.each([
    'RATE_LIMITS=off',
    'CLOCK=2026-07-01T00:00:00',
    'WEBHOOK_ALLOW_HOSTS=localhost',
    'WEBHOOK_RETRY_WAITS=1',
  ])('refuse the relaxation %s in production', (assignment) => {
    const [name = '', value] = assignment.split('=')
    expect(() => readSettings({ NODE_ENV: 'production', ...SECRETS, [name]: value })).toThrow(
      /refused in production/,
    )
  })

  it('ask for the secrets in production and never show them', () => {
    expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(/must be set in production/)
    expect(() => readSettings({ ENCRYPTION_KEYS: 'my-secret-key' })).toThrow(/^(?!.*my-secret-key)/)
    expect(readSettings({ NODE_ENV: 'production', ...SECRETS }).mode).toBe('production')
  })

  it.each([
    ['all zero', Buffer.alloc(32)],
    ['one byte repeated', Buffer.alloc(32, 0x61)],
    ['a pattern', Buffer.from('0123456789abcdef0123456789abcdef')],
    ['counting', Buffer.from(Array.from({ length: 32 }, (_, index) => index))],
    ['typed text', Buffer.from('correct horse battery staple 123')],
    ['few different bytes', Buffer.from(Array.from({ length: 32 }, (_, index) => (index * index) % 7))],
  ])('refuse a weak key: %s', (_what, key) => {
    const ENCRYPTION_KEYS = `k1:${key.toString('base64')}`
    expect(() => readSettings({ ENCRYPTION_KEYS })).toThrow(/^ENCRYPTION_KEYS: the key k1 .*openssl rand/)
  })

  it('refuse a short key, a key named twice, and weak secrets; take random ones', () => {
    const key = () => randomBytes(32).toString('base64')
    const short = randomBytes(16).toString('base64')
    expect(() => readSettings({ ENCRYPTION_KEYS: `k1:${short}` })).toThrow(/32 bytes/)
    expect(() => readSettings({ ENCRYPTION_KEYS: `k1:${key()},k1:${key()}` })).toThrow(/names a key twice/)
    for (const secret of ['x'.repeat(40), 'abcd'.repeat(10), 'short'])
      expect(() => readSettings({ COOKIE_SECRET: secret })).toThrow(/^COOKIE_SECRET: /)
    for (let count = 0; count < 200; count += 1)
      readSettings({ ENCRYPTION_KEYS: `k1:${key()}`, COOKIE_SECRET: randomBytes(16).toString('hex') })
  })

  it('serve metrics only behind a token or on a port of their own', () => {
    expect(() => readSettings({ METRICS: 'on' })).toThrow(/METRICS=on needs METRICS_TOKEN/)
    expect(() => readSettings({ METRICS: 'on', METRICS_TOKEN: 'hush-hush' })).toThrow(/^(?!.*hush-hush)/)
    expect(readSettings({ METRICS: 'on', METRICS_PORT: '9100' }).metricsPort).toBe(9100)
  })

  // Every setting that accepts a URL, in every form in which a password could end up in a message.
  const URL_SETTINGS = Object.values(SETTINGS as Record<string, Setting<unknown>>).filter(
    ({ read }) => read.isHidden,
  )
  const MALFORMED = [
    'tasman:hush@db/tasman',
    'host.example.com:587?user=a&pass=hush',
    'postgres//u:hush@h',
    '//u:hush@h',
    'postgres:u:hush@h',
    'smtp:/u:hush@h/x',
    'https:u:hush@h',
    'mysql://me:hush@db.example/x',
    'postgres://u:12/hush@h/db',
    'postgres://u:12?hush@h/db',
    'smtp://u:12#hush@h',
    'postgres://u:p\nhush@h/db',
    'postgres://u:hush@h:port/db',
    'postgres://ü ser:hush %zz@h h/db',
    'smtp://u:hush%zz@h',
    'https://u:hush@h',
    'hush',
  ]
  it('refuse a user name and password in every http address', () => {
    const takes = ({ read }: Setting<unknown>, value: string) => {
      try {
        return read(value) !== undefined
      } catch {
        return false
      }
    }
    const addresses = Object.values(SETTINGS as Record<string, Setting<unknown>>).filter(
      (each) =>
        takes(each, 'https://host.example') &&
        !takes(each, 'ftp://host.example') &&
        !takes(each, 'no address'),
    )
    expect(addresses.map(({ variable }) => variable)).toContain('OTEL_EXPORTER_OTLP_ENDPOINT')
    for (const each of addresses)
      expect(takes(each, 'https://me:hush@host.example'), each.variable).toBe(false)
  })

  it('never show any part of a URL that cannot be read', () => {
    expect(URL_SETTINGS.length).toBeGreaterThan(10)
    for (const { variable } of URL_SETTINGS)
      for (const value of MALFORMED)
        try {
          readSettings({ [variable]: value })
        } catch (error) {
          const said = inspect(error)
          expect(said, `${variable}=${value}`).toContain(`${variable}: `)
          expect(said, `${variable}=${value}`).not.toContain('hush')
        }
    for (const value of MALFORMED.slice(0, 8))
      for (const variable of ['DATABASE_URL', 'DIRECT_DATABASE_URL', 'SMTP_URL'])
        expect(() => readSettings({ [variable]: value }), value).toThrow(/for example \w+:\/\/user:password@/)
  })

  it('hide the value of every setting whose name says URL, ENDPOINT, SECRET, TOKEN or KEY', () => {
    for (const { variable, ...rest } of Object.values(SETTINGS as Record<string, Setting<unknown>>))
      if (/URL|ENDPOINT|SECRET|TOKEN|KEYS?$/.test(variable))
        expect(rest.isSecret || rest.isHidden || rest.read.isHidden, variable).toBe(true)
  })

  it('take only https addresses for transports', () => {
    for (const variable of ['STP_GATEWAY_URL', 'PAYDAY_GATEWAY_URL', 'SUPER_GATEWAY_URL'])
      expect(() => readSettings({ [variable]: 'http://provider.example/lodge' }), variable).toThrow(
        new RegExp(`^${variable}.*https:`),
      )
  })

  it('take an empty value for none', () => {
    expect(readSettings({ PORT: '', NODE_ENV: '', REGION: '' })).toMatchObject({
      port: 8080,
      mode: 'demo',
      region: 'AU',
    })
  })

  it('take development for the default mode', () => {
    expect(readSettings({ NODE_ENV: 'development' }).mode).toBe('demo')
  })

  it('are all on the settings page, which is generated from them', () => {
    const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')
    expect(page).toBe(settingsPage())
    for (const { variable } of Object.values(SETTINGS)) expect(page).toContain(`\`${variable}\``)
  })
})

describe('a doubtful setting', () => {
  it.each([
    [{ CORS_ORIGINS: '*' }, /CORS_ORIGINS/],
    [{ CORS_ORIGINS: 'https://app.example.com/' }, /origins separated by commas/],
    [{ HOST: 'nonsense host' }, /HOST.*host name/],
    [{ MAIL_FROM: 'nonsense' }, /MAIL_FROM.*sender/],
    [{ STP_TRANSPORT: 'fax' }, /must be one of manual, https/],
  ])('is refused: %j', (environment, line) => {
    expect(() => readSettings(environment)).toThrow(line)
  })

  it.each([
    [{ NODE_ENV: 'development' }, /run as demo/],
    [{ CUSTOMER_CONNECTIONS: '50', POOL_SIZE: '5' }, /every database connection/],
    [{ WEBHOOK_RETRY_WAITS: '1,2' }, /has 2 waits/],
    [{ METRIC: 'on' }, /METRIC is not a setting .* METRICS/],
    [{ PUBLC_URL: 'x' }, /did you mean PUBLIC_URL\?/],
  ])('is warned about at the start: %j', (environment, line) => {
    expect(doubtsOf(readSettings(environment), environment)).toEqual([expect.stringMatching(line)])
  })

  it('is not seen where there is none', () => {
    const environment = {
      PATH: '/bin',
      HOST: '::1',
      MAIL_FROM: 'pay@example.com',
      CORS_ORIGINS: 'https://a.example:8443',
    }
    expect(doubtsOf(readSettings(environment), environment)).toEqual([])
  })
})

describe('a start that fails', () => {
  const settings = readSettings({ DATABASE_URL: 'postgres://me:hush@db.example:5432/pay', HOST: 'nowhere' })

  it.each([
    [{ code: 'EADDRINUSE', syscall: 'listen' }, /^Port 8080 of nowhere is in use: .* set PORT/],
    [{ code: 'EACCES', syscall: 'listen' }, /^Port 8080 may not be used/],
    [{ code: 'ENOTFOUND', hostname: 'nowhere' }, /^HOST=nowhere is not an address of this machine/],
    [
      { code: 'ECONNREFUSED', syscall: 'connect' },
      /\(db\.example:5432\/pay\) cannot be used: no server is listening/,
    ],
    [{ code: '28P01' }, /the user name or password is wrong/],
    [{ code: '3D000' }, /no such database/],
    [{ code: '53300' }, /no connection left/],
    [{ code: '57P03' }, /starting or stopping/],
    [{ code: '28000', message: 'no pg_hba.conf entry for host "h", no encryption' }, /sslmode=require/],
    [{ code: '28000', message: 'role "hush" does not exist' }, /no such user/],
    [{ message: 'The server does not support SSL connections' }, /offers no TLS/],
    [{ message: 'SASL: client password must be a string' }, /the URL has none/],
    [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, /certificate of the server is not trusted/],
    [{ code: '08P01', message: 'unsupported startup parameter: options' }, /ignore_startup_parameters/],
    [{ code: '08P01', message: 'password authentication failed' }, /user name or password is wrong/],
    [{ code: '08P01', message: 'no such database: hush' }, /no such database/],
  ])('says in one line what to fix: %j', (members, line) => {
    const said = explainStart(failure(members), settings)
    expect(said).toMatch(line)
    expect(said).not.toMatch(/hush|\n/)
  })

  it('keeps the stack of a fault of our own', () => {
    expect(explainStart(failure({}), settings)).toBeUndefined()
    expect(explainStart(failure({ code: 'ECONNREFUSED' }), readSettings({}))).toBeUndefined()
  })
})
