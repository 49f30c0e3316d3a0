import { buildApp } from '../../../src/app.ts'
import { createClock } from '../../../src/clock.ts'
import { createService } from '../../../src/create-service.ts'
import { findServiceRole } from '../../../src/database/service-role.ts'
import { advanceClocks, TIMED } from '../../../src/jobs.ts'
import { readSettings } from '../../../src/settings.ts'
import { WINDOW } from '../dates.ts'
import type { Answer, Customer, Request, Target } from '../types.ts'
import { addCustomer, grant, KEY, prepare } from './customers.ts'
import { startListener } from './listener.ts'
import { readAnswer } from './read-answer.ts'

/** Lines of level error and fatal. */
const FAILURE = /^\{"level":(50|60)/

/** The service in this process, on a migrated database: the quickest way to live long. */
export async function startInProcess(databaseUrl: string): Promise<Target> {
  const settings = readSettings({
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    STATEMENT_TIMEOUT_MS: '60000',
  })
  settings.mode = 'test'
  const lines: string[] = []
  const errors: string[] = []
  const service = createService({
    settings,
    databaseUrl,
    encryptionKeys: [{ id: 'simulator', key: KEY }],
    clock: createClock('AU', new Date(`${WINDOW.from}T00:00:00Z`)),
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
  const never = new AbortController().signal

  let moving: Promise<void> | undefined
  const move = () => {
    moving ??= advanceClocks(service).finally(() => {
      moving = undefined
    })
    return moving
  }
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
    addCustomer: (mark) => addCustomer(service, mark),
    grant: (customer, user, clientId = 'demo-client') => grant(service, customer, user, clientId),
    async arrive(_customer, isThere) {
      do await move()
      while (!(await isThere()))
    },
    async work(customer: Customer) {
      const { rows } = await service.database.pool.query(
        'select lead_ms::float8 as lead, faults from sandboxes where customer_id = $1',
        [customer.id],
      )
      const sandbox = { customerId: customer.id, leadMs: rows[0].lead, faults: rows[0].faults }
      await service.actFor({ customerId: customer.id, sandbox }, async () => {
        for (const work of TIMED) await work(service, never)
      })
    },
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
