import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Since the last call: the longest block of the event loop, the peak memory and the CPU time. */
export type Measure = { longestMs: number; rssMb: number; cpuMs: number }
export type MeasuredService = { baseUrl: string; measure(): Promise<Measure>; stop(): void }

/** Starts the service in its own process, which reports the load caused by its requests. */
export async function startMeasuredService(databaseUrl: string): Promise<MeasuredService> {
  const child = fork(join(import.meta.dirname, 'measured-service.ts'), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async measure() {
      child.send('measure')
      const [measure] = (await once(child, 'message')) as [Measure]
      return measure
    },
    stop: () => child.disconnect(),
  }
}
