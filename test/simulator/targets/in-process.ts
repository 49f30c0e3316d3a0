import { buildApp } from '../../../src/app.ts'
import { createService } from '../../../src/create-service.ts'
import { findServiceRole } from '../../../src/database/service-role.ts'
import { createClock } from '../../../src/kernel/clock.ts'
import { readSettings } from '../../../src/settings/index.ts'
import { WINDOW } from '../dates.ts'
import type { Answer, Request, Target } from '../types.ts'
import { addCustomer, again, arrive, grant, KEY, prepare, retire, snapshotsOf, workFor } from './customers.ts'
import { startListener } from './listener.ts'
import { readAnswer } from './read-answer.ts'

/** Log lines of the levels error and fatal. */
const FAILURE = /^\{"level":(50|60)/

/**
 * The service in this process, on a migrated database. `checksAnswers` compares every answer with the OpenAPI document.
 */
export async function startInProcess(
  databaseUrl: string,
  { checksAnswers = false }: { checksAnswers?: boolean } = {},
): Promise<Target> {
  const settings = readSettings({
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    STATEMENT_TIMEOUT_MS: '60000',
    // Every connection plans each statement itself, so few connections plan less.
    POOL_SIZE: '4',
  })
  if (checksAnswers) settings.mode = 'test'
  const lines: string[] = []
  const errors: string[] = []
  const service = createService({
    settings,
    databaseUrl,
    encryptionKeys: [{ id: 'simulator', key: KEY }],
    clock: createClock('Australia/Sydney', new Date(`${WINDOW.from}T00:00:00Z`)),
    databaseRole: await findServiceRole(databaseUrl),
    logTo: {
      write(line) {
        lines.push(line)
        if (FAILURE.test(line)) errors.push(line)
      },
    },
  })
  const app = await buildApp(service)
  await prepare(service)
  const listener = await startListener()
  return {
    ...listener,
    async send(request: Request): Promise<Answer> {
      const response = await app.inject({
        method: request.method,
        url: request.path,
        headers: request.headers ?? {},
        ...(request.body === undefined ? {} : { payload: request.body as object }),
      })
      return readAnswer(response.statusCode, response.headers as Record<string, string>, response.payload)
    },
    addCustomer: (mark) => again(() => addCustomer(service, mark)),
    grant: (customer, user, how) => again(() => grant(service, customer, user, how)),
    arrive: (customer) => again(() => arrive(service, customer)),
    work: (customer) => again(() => workFor(service, customer)),
    snapshots: (customer) => again(() => snapshotsOf(service, customer)),
    retire: (customer) => again(() => retire(service, customer)),
    secrets: new Set(),
    lastErrors: () => errors.slice(-2),
    newLogLines: () => lines.splice(0),
    async stop() {
      await app.close()
      await service.database.close()
      await listener.stop()
    },
  }
}
