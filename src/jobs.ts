import { inCell, MAIN_CELL } from './database/current-cell.ts'
import { forgetEnded, forgetSuccessors } from './features/access/oauth/index.ts'
import {
  advanceSandboxes,
  forEachSandbox,
  type TimedWork,
  type Waiting,
} from './features/access/sandbox/index.ts'
import { attachPayslip } from './features/documents/payslips/index.ts'
import { applyDueChanges } from './features/employees/employees/index.ts'
import { reportUsage } from './features/employer/partner-checkout/index.ts'
import { sendDueSubmissions } from './features/lodgements/lodgements/index.ts'
import { addUpChangedPaydays, forgetRepeatedMarks } from './features/lodgements/obligations/index.ts'
import { planFilingsAgain } from './features/lodgements/payday-filing/index.ts'
import { sendDueFiles } from './features/money/super-payments/index.ts'
import { reconstructSnapshots, sealMembers } from './features/pays/snapshots/index.ts'
import { processDueTerminations } from './features/pays/terminations/index.ts'
import { forgetOldAudit, linkAudit } from './features/platform/audit/index.ts'
import { checkAddresses } from './features/platform/branding/index.ts'
import { purgeIdempotencyKeys } from './features/platform/idempotency/index.ts'
import { resealStale } from './features/platform/key-rotation/index.ts'
import { refreshLaw, warnOfChangedLaw } from './features/platform/law/index.ts'
import { forgetOldMail, sendDueMails } from './features/platform/mail/index.ts'
import { forgetOldRequests } from './features/platform/request-log/index.ts'
import { forgetOldDeliveries, sweepDeliveries } from './features/platform/webhooks/index.ts'
import { deliverDueReports } from './features/reports/report-views/index.ts'
import { runBulkJobs } from './features/workflows/bulk-jobs/index.ts'
import { forgetOldRecords } from './features/workflows/retention/index.ts'
import { reportReads, reportRuns } from './features/workflows/unusual/index.ts'
import { forgetRateBuckets } from './http/limits.ts'
import type { App } from './http/types.ts'
import { monotonicMs } from './kernel/clock.ts'
import { Unavailable } from './kernel/problem.ts'
import type { Service } from './service.ts'

/** A recurring job, with the pause between two runs. A long run must end soon after `stopped`. */
export type Job = {
  name: string
  everyMs: number
  /** Works on directory tables, once for the installation. All other jobs run in each cell. */
  isOfDirectory?: true
  run: (service: Service, stopped: AbortSignal) => Promise<unknown>
}

/** Whichever process sends an email must attach the payslip. */
const sendMails: Job['run'] = (service, stopped) => sendDueMails(service, stopped, attachPayslip)

/** Sends due submissions and contribution files, then replans filings that depended on a failed message. */
const lodge: Job['run'] = async (service, stopped) => {
  await sendDueSubmissions(service, stopped)
  await sendDueFiles(service, stopped)
  await planFilingsAgain(service, stopped)
}

/** Work that falls due by a clock. It runs for all customers by the service's clock, and for each sandbox by its own. */
export const TIMED: readonly TimedWork[] = [
  { what: 'changes', run: applyDueChanges },
  { what: 'final pays', run: processDueTerminations },
  { what: 'submissions', run: lodge },
  { what: 'reports', run: deliverDueReports },
  { what: 'mails', run: sendMails },
  { what: 'deliveries', run: sweepDeliveries },
]

const byEachClock =
  (work: Job['run'], what?: Waiting): Job['run'] =>
  async (service, stopped) => {
    await work(service, stopped)
    await forEachSandbox(service, () => work(service, stopped), stopped, what)
  }

/** Every recurring job of the service. */
export const JOBS: readonly Job[] = [
  { name: 'ended sessions and tokens', everyMs: 3_600_000, isOfDirectory: true, run: forgetEnded },
  {
    name: 'refresh token pairs in their grace period',
    everyMs: 5000,
    isOfDirectory: true,
    run: forgetSuccessors,
  },
  { name: 'links of the audit log', everyMs: 3000, isOfDirectory: true, run: linkAudit },
  { name: 'old audit log', everyMs: 86_400_000, isOfDirectory: true, run: forgetOldAudit },
  { name: 'staged final pays', everyMs: 60_000, run: byEachClock(processDueTerminations) },
  { name: 'changes of employees', everyMs: 60_000, run: byEachClock(applyDueChanges) },
  { name: 'old idempotency keys', everyMs: 3_600_000, run: purgeIdempotencyKeys },
  { name: 'webhook deliveries', everyMs: 250, run: byEachClock(sweepDeliveries, 'deliveries') },
  { name: 'lodgements', everyMs: 1000, run: byEachClock(lodge, 'submissions') },
  { name: 'old rate limit counters', everyMs: 600_000, isOfDirectory: true, run: forgetRateBuckets },
  // Visits the cells itself, because the old keys can be retired only when all are done.
  { name: 'values to re-encrypt', everyMs: 60_000, isOfDirectory: true, run: resealStale },
  { name: 'mail', everyMs: 1000, run: byEachClock(sendMails, 'mails') },
  { name: 'sandbox clocks', everyMs: 250, run: advanceClocks },
  { name: 'records past their time', everyMs: 86_400_000, run: forgetOldRecords },
  { name: 'old mail', everyMs: 86_400_000, run: forgetOldMail },
  { name: 'snapshots of pays of version 0.1', everyMs: 60_000, run: reconstructSnapshots },
  { name: 'member numbers in snapshots', everyMs: 600_000, run: sealMembers },
  { name: 'repeated marks of paydays', everyMs: 86_400_000, run: forgetRepeatedMarks },
  { name: 'paydays that changed', everyMs: 600_000, run: addUpChangedPaydays },
  { name: 'rate tables that end', everyMs: 5000, run: warnOfChangedLaw },
  { name: 'law bundles', everyMs: 3000, isOfDirectory: true, run: refreshLaw },
  { name: 'unusual runs', everyMs: 30_000, run: reportRuns },
  { name: 'unusual reads', everyMs: 600_000, run: reportReads },
  { name: 'report deliveries', everyMs: 60_000, run: byEachClock(deliverDueReports) },
  { name: 'usage of resellers', everyMs: 3_600_000, isOfDirectory: true, run: reportUsage },
  { name: 'own addresses', everyMs: 86_400_000, isOfDirectory: true, run: checkAddresses },
  { name: 'request log', everyMs: 3_600_000, isOfDirectory: true, run: forgetOldRequests },
  { name: 'webhook log', everyMs: 3_600_000, run: forgetOldDeliveries },
]

/** Adds the jobs that call the service's own API. */
export const allJobs = (app: App): readonly Job[] => [
  ...JOBS,
  {
    name: 'bulk jobs',
    everyMs: 500,
    run: (service, stopped) => runBulkJobs(service, app, stopped),
  },
]

/** Advances the clocks of sandboxes that have a target, and runs the work that falls due. */
export function advanceClocks(service: Service, stopped?: AbortSignal): Promise<void> {
  return advanceSandboxes(service, TIMED, stopped)
}

/** While the database is unavailable, jobs retry after this delay, which doubles each time. */
const LOOK_AGAIN_MS = { least: 500, most: 8000 }

/** The first run of a job comes this soon after the start, so a service that restarts every day still does its daily work. */
const FIRST_RUN_MS = 60_000

/** Frequent jobs are traced only if they took long or failed. */
const TOLD_MS = { restsLess: 10_000, takesMore: 100 }

/** Runs the job as a separate span in the traces. */
async function traced({ tracing }: Service, job: Job, run: () => Promise<unknown>): Promise<void> {
  if (!tracing) return void (await run())
  const isOften = job.everyMs < TOLD_MS.restsLess
  const startedMs = monotonicMs()
  const span = isOften ? undefined : tracing.begin('job', `job ${job.name}`, {})
  try {
    await (span ? tracing.within(span, run) : run())
    span?.end()
    const tookMs = monotonicMs() - startedMs
    if (isOften && tookMs > TOLD_MS.takesMore) tracing.note('job', `job ${job.name}`, tookMs)
  } catch (error) {
    if (span) span.end({}, error)
    else tracing.note('job', `job ${job.name}`, monotonicMs() - startedMs, error)
    throw error
  }
}

/** Runs each job repeatedly in every cell, never twice at once in the same cell. `stop` waits for running jobs. */
export function startJobs(service: Service, jobs: readonly Job[] = JOBS) {
  const stopped = new AbortController()
  const timers = new Map<Job, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  const failures = new Map<string, { count: number; untilMs: number }>()

  /** Runs the job in a cell and returns the delay before the next run there. */
  const runIn = async (cell: string, job: Job): Promise<number> => {
    const key = `${cell}: ${job.name}`
    const failed = failures.get(key)
    // While one cell is unavailable, the others continue.
    if (failed && failed.untilMs > monotonicMs()) return failed.untilMs - monotonicMs()
    try {
      await traced(service, job, () => inCell(cell, () => job.run(service, stopped.signal)))
      failures.delete(key)
      return job.everyMs
    } catch (error) {
      if (!(error instanceof Unavailable)) {
        service.log.error({ err: error, job: job.name, cell }, 'job failed')
        return job.everyMs
      }
      const count = failed?.count ?? 0
      const restMs = Math.min(LOOK_AGAIN_MS.most, LOOK_AGAIN_MS.least * 2 ** Math.min(count, 10))
      failures.set(key, { count: count + 1, untilMs: monotonicMs() + restMs })
      if (count === 0)
        service.log.warn({ err: error.cause ?? error, job: job.name, cell }, 'job waits for the database')
      return restMs
    }
  }
  /** If the list cannot be read, running in the main cell detects that the database is unavailable. */
  const cellsOf = async (job: Job): Promise<readonly string[]> =>
    job.isOfDirectory ? [MAIN_CELL] : await service.database.listCells().catch(() => [MAIN_CELL])
  const runOnce = async (job: Job): Promise<number> => {
    const cells = await cellsOf(job)
    return Math.min(...(await Promise.all(cells.map((cell) => runIn(cell, job)))))
  }
  const schedule = (job: Job, ms: number): void => {
    timers.set(
      job,
      setTimeout(() => {
        const run = runOnce(job)
          .then((rest) => {
            if (!stopped.signal.aborted) schedule(job, rest)
          })
          .finally(() => running.delete(run))
        running.add(run)
      }, ms),
    )
  }
  for (const job of jobs) schedule(job, Math.min(job.everyMs, FIRST_RUN_MS))

  return {
    async stop(): Promise<void> {
      stopped.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
