import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createEmptyDatabase } from '../support/database.ts'
import { startServiceProcess } from '../support/service-process.ts'
import { issueTokenAt } from '../support/token-at.ts'
import { ask } from './load.ts'

/** A bug that a signal triggers. */
const MISTAKES = {
  uncaughtException: `process.on('SIGUSR2', () => { throw new Error('a planted mistake') })`,
  unhandledRejection: `process.on('SIGUSR2', () => void Promise.reject(new Error('a planted mistake')))`,
}

it.each(Object.entries(MISTAKES))(
  '%s is logged; the service finishes what it is doing and ends with a failure',
  async (_event, code) => {
    const database = await createEmptyDatabase()
    onTestFinished(database.drop)
    const preload = `data:text/javascript,${encodeURIComponent(code)}`
    const service = await startServiceProcess({ DATABASE_URL: database.url }, [
      process.execPath,
      '--import',
      preload,
      'src/main.ts',
    ])
    onTestFinished(() => void service.child.kill('SIGKILL'))
    const token = await issueTokenAt(database.url, 'owner')
    const calls = Array.from({ length: 5 }, (_, index) =>
      ask(service, token, 'PUT', '/api/company/create', { legal_name: `Last ${index} Pty Ltd` }),
    )
    await sleep(20)
    const exited = once(service.child, 'exit')
    service.child.kill('SIGUSR2')
    const stoppedAt = performance.now()
    for (const { status } of await Promise.all(calls)) expect([201, 0]).toContain(status)
    expect(await exited).toEqual([1, null])
    expect(service.output()).toContain('a planted mistake')
    // It ended because all work was done, not because half a minute had passed.
    expect(performance.now() - stoppedAt).toBeLessThan(25_000)
  },
  120_000,
)
