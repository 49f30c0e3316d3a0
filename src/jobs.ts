import type { Service } from './service.ts'

/** A recurring sweep: what it does and how long it rests between two runs. */
export type Job = { name: string; everyMs: number; run: (service: Service) => Promise<unknown> }

/** Every recurring sweep of the service, listed in one place. */
export const JOBS: readonly Job[] = []

/** Runs each job again and again, never twice at once; `stop` waits for those under way. */
export function startJobs(service: Service, jobs: readonly Job[] = JOBS) {
  let isStopped = false
  const timers = new Map<Job, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  const runOnce = async (job: Job): Promise<void> => {
    try {
      await job.run(service)
    } catch (error) {
      service.log.error({ err: error, job: job.name }, 'job failed')
    }
    if (!isStopped) schedule(job)
  }
  const schedule = (job: Job): void => {
    timers.set(
      job,
      setTimeout(() => {
        const run = runOnce(job).finally(() => running.delete(run))
        running.add(run)
      }, job.everyMs),
    )
  }
  for (const job of jobs) schedule(job)

  return {
    async stop(): Promise<void> {
      isStopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
