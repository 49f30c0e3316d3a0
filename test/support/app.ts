import { createHash } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { buildApp } from '../../src/app.ts'
import { countryOf } from '../../src/countries/index.ts'
import { type AddedCountry, createService } from '../../src/create-service.ts'
import { inCellOf } from '../../src/database/cell-of-customer.ts'
import { findServiceRole } from '../../src/database/service-role.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from '../../src/demo/people.ts'
import { seedPeople } from '../../src/demo/seed-people.ts'
import { issueGrant } from '../../src/features/access/oauth/index.ts'
import type { App } from '../../src/http/types.ts'
import { createClock, type MovableClock } from '../../src/kernel/clock.ts'
import { hashPassword, PASSWORD_COST, type PasswordHashes } from '../../src/security/passwords.ts'
import type { Service } from '../../src/service.ts'
import { readSettings } from '../../src/settings/index.ts'
import { createTracing } from '../../src/tracing/index.ts'
import { createTestDatabase } from './database.ts'
import { withDatabase } from './postgres.ts'
import { openDirectAccess } from './two-cells.ts'

/** The body is any JSON, so tests can read it freely. */
// biome-ignore lint/suspicious/noExplicitAny: answers are read, not typed, in tests
export type AnyJson = any
export type Answer = { status: number; body: AnyJson; headers: Record<string, string>; raw: Buffer }
export type Call = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

/** A client of the API, for example `client.get('/api/company')`. */
export type TestClient = { token: string; get: Call; put: Call; post: Call; patch: Call; delete: Call }

export type TestApp = {
  service: Service
  app: App
  clock: MovableClock
  /** For a second service on the same database: `startTestApp({ databaseUrl })`. */
  databaseUrl: string
  /** Runs a statement as the owner of the tables, because the service's role may not alter them. */
  administer(statement: string, values?: readonly unknown[]): Promise<void>
  /** For direct access to rows of a customer other than the demo employer, which may be in another cell. */
  inCellOf<T>(whose: DemoPerson | number, work: () => Promise<T>): Promise<T>
  /** A client for one of the demo users, through `demo-client` unless another application is named. */
  clientFor(person: DemoPerson, options?: { scope?: string; clientId?: string }): Promise<TestClient>
  /** A client with this token, or without one. */
  clientWith(token?: string): TestClient
  close(): Promise<void>
}

/** The encryption key of every test, as random as a real one. */
export const TEST_KEY = createHash('sha256').update('the key of the tests').digest()

export const ALL_PAYROLL = 'openid payroll.read payroll.write'
export const ALL_PARTNER = 'openid partner.checkout.preview partner.checkout.write partner.checkout.cancel'

// Hashing takes time, so every app of a worker shares one hash of each cost.
const demoPasswordHashes = new Map<number, Promise<PasswordHashes>>()

function demoPasswordHash(): Promise<PasswordHashes> {
  const hash = demoPasswordHashes.get(PASSWORD_COST.N) ?? hashPassword(DEMO_PASSWORD)
  demoPasswordHashes.set(PASSWORD_COST.N, hash)
  return hash
}

/** Starts the service on its own database, with the demo users, no other data and no rate limits. */
export async function startTestApp(
  options: {
    env?: Record<string, string>
    now?: string
    databaseUrl?: string
    key?: Buffer
    countries?: readonly AddedCountry[]
  } = {},
): Promise<TestApp> {
  const database = options.databaseUrl ? undefined : await createTestDatabase()
  const settings = readSettings({
    RATE_LIMITS: 'off',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    ...options.env,
  })
  settings.mode = 'test'
  const clock = createClock(
    countryOf(settings.region).timeZone,
    new Date(`${options.now ?? '2026-11-02T00:00:00'}Z`),
  )
  const databaseUrl = database?.url ?? (options.databaseUrl as string)
  // scripts/with-pooler.ts places a pooler between the service and its database.
  const pooler = process.env.TEST_POOLER_URL
  if (pooler) Object.assign(settings, { preparedStatements: false, directDatabaseUrl: databaseUrl })
  const databaseRole = await findServiceRole(databaseUrl)
  const service = createService({
    settings,
    databaseUrl: pooler ? withDatabase(pooler, new URL(databaseUrl).pathname.slice(1)) : databaseUrl,
    encryptionKeys: [{ id: 'test', key: options.key ?? TEST_KEY }],
    clock,
    ...(options.countries ? { countries: options.countries } : {}),
    databaseRole,
    tracing: await createTracing(settings),
  })
  const app = await buildApp(service)
  if (database) await service.database.transaction((tx) => seedPeople(service, tx, demoPasswordHash()))
  const direct = await openDirectAccess(service, databaseUrl, databaseRole)

  const clientWith = (token?: string): TestClient => {
    const send =
      (method: InjectOptions['method']): Call =>
      async (path, body, headers = {}) => {
        const response = await app.inject({
          method: method as 'GET',
          url: path,
          headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
          ...(body === undefined ? {} : { payload: body as object }),
        })
        const isJson =
          String(response.headers['content-type'] ?? '').includes('json') &&
          !response.headers['content-encoding']
        return {
          status: response.statusCode,
          body: isJson && response.payload !== '' ? response.json() : response.payload,
          headers: response.headers as Record<string, string>,
          raw: response.rawPayload,
        }
      }
    return {
      token: token ?? '',
      get: send('GET'),
      put: send('PUT'),
      post: send('POST'),
      patch: send('PATCH'),
      delete: send('DELETE'),
    }
  }

  const userOf = (person: DemoPerson) =>
    service.database.query
      .selectFrom('users')
      .selectAll()
      .where('email', '=', DEMO_PEOPLE.find(({ key }) => key === person)?.email ?? '')
      .executeTakeFirstOrThrow()

  return {
    service: direct.service,
    app,
    clock,
    databaseUrl,
    clientWith,
    async administer(statement, values = []) {
      const client = new pg.Client({ connectionString: direct.url() })
      await client.connect()
      await client.query(statement, [...values]).finally(() => client.end())
    },
    async inCellOf(whose, work) {
      const customerId = typeof whose === 'number' ? whose : (await userOf(whose)).customer_id
      return inCellOf(service.database.query, customerId, work)
    },
    async clientFor(person, { scope, clientId } = {}) {
      const user = await userOf(person)
      const isPartner = person === 'partner'
      const { accessToken } = await service.database.transaction((tx) =>
        issueGrant(
          tx,
          {
            clientId: clientId ?? (isPartner ? 'demo-partner' : 'demo-client'),
            userId: user.id,
            customerId: user.customer_id,
            scopes: (scope ?? (isPartner ? `${ALL_PAYROLL} ${ALL_PARTNER}` : ALL_PAYROLL)).split(' '),
          },
          clock.now(),
        ),
      )
      return clientWith(accessToken)
    },
    async close() {
      await app.close()
      await service.database.close()
      await direct.close()
      await service.tracing?.stop()
      await database?.drop()
    },
  }
}
