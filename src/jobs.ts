import { forgetOldAudit } from './features/audit/index.ts'
import { purgeIdempotencyKeys } from './features/idempotency/index.ts'
import { sendDueSubmissions } from './features/lodgements/index.ts'
import { forgetEnded } from './features/oauth/index.ts'
import { processDueTerminations } from './features/terminations/index.ts'
import { forgetOldDeliveries, sweepDeliveries } from './features/webhooks/index.ts'
import type { Service } from './service.ts'

/** A recurring sweep: what it does and how long it rests between two runs. A long run ends soon after `stopped`. */
export type Job = {
  name: string
  everyMs: number
  run: (service: Service, stopped: AbortSignal) => Promise<unknown>
}

/** Every recurring sweep of the service, listed in one place. */
export const JOBS: readonly Job[] = [
  { name: 'ended sessions and tokens', everyMs: 3_600_000, run: forgetEnded },
  { name: 'old audit log', everyMs: 86_400_000, run: forgetOldAudit },
  { name: 'staged final pays', everyMs: 60_000, run: processDueTerminations },
  { name: 'old idempotency keys', everyMs: 3_600_000, run: purgeIdempotencyKeys },
  { name: 'webhook deliveries', everyMs: 250, run: sweepDeliveries },
  { name: 'lodgements', everyMs: 1000, run: sendDueSubmissions },
  { name: 'webhook log', everyMs: 3_600_000, run: forgetOldDeliveries },
]

/** Runs each job again and again, never twice at once; `stop` waits for those under way. */
export function startJobs(service: Service, jobs: readonly Job[] = JOBS) {
  const stopped = new AbortController()
  const timers = new Map<Job, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  const runOnce = async (job: Job): Promise<void> => {
    try {
      await job.run(service, stopped.signal)
    } catch (error) {
      service.log.error({ err: error, job: job.name }, 'job failed')
    }
    if (!stopped.signal.aborted) schedule(job)
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
      stopped.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
