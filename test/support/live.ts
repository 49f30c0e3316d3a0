import type { AddressInfo } from 'node:net'
import { type Job, startJobs } from '../../src/jobs.ts'
import { startTestApp, type TestApp } from './app.ts'

/** A listening service, for tests over HTTP. It uses the real time, because signatures are checked against it. */
export type LiveService = TestApp & { base: string }

export async function startLive(
  env: Record<string, string> = {},
  options: { jobs?: readonly Job[] } = {},
): Promise<LiveService> {
  const tasman = await startTestApp({
    env: { WEBHOOK_ALLOW_HOSTS: '127.0.0.1', ...env },
    now: new Date().toISOString().slice(0, 19),
  })
  // Leaves out the overload guard, which starts with `app.listen`. It would mistake a busy test machine for an overload.
  await new Promise<void>((resolve) => tasman.app.server.listen(0, '127.0.0.1', resolve))
  const { port } = tasman.app.server.address() as AddressInfo
  const jobs = startJobs(tasman.service, options.jobs)
  return {
    ...tasman,
    base: `http://127.0.0.1:${port}`,
    async close() {
      await jobs.stop()
      await tasman.close()
    },
  }
}
