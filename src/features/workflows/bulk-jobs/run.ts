import type { BulkOutcome, BulkState } from '../../../database/tables/bulk-jobs.ts'
import type { Caller } from '../../../http/caller.ts'
import { sendAs } from '../../../http/send-as.ts'
import type { App } from '../../../http/types.ts'
import { Unavailable } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { findCallerOfGrant } from '../../access/oauth/index.ts'
import { type Claimed, claimRun, saveRun } from './queries.ts'
import { Busy, doStep, Refused, type Result, type Send } from './steps.ts'

/** The number of runs that one process works on concurrently. */
const AT_ONCE = 2
/** Longer than a step usually takes. If a step takes longer, another process repeats it and finds the work done. */
const CLAIM_MS = 30_000
const BUSY_WAIT_MS = 5000
const BUSY_TRIES = 60
/**
 * If a run cannot be drafted, checked or processed, its later steps are skipped. The later steps do not
 * depend on each other.
 */
const FIRST = new Set(['draft', 'check', 'process'])

/** Works through the waiting runs of bulk jobs until none is left. */
export async function runBulkJobs(service: Service, app: App, stopped?: AbortSignal): Promise<void> {
  const work = async () => {
    while (!stopped?.aborted) {
      const now = service.systemClock.now()
      const run = await claimRun(service.database.query, now, new Date(now.getTime() + CLAIM_MS))
      if (!run) return
      await bringForward(service, app, run, stopped)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Runs the missing steps of one run, and stores the outcome of each before the next one starts. */
async function bringForward(service: Service, app: App, run: Claimed, stopped?: AbortSignal): Promise<void> {
  const outcomes = [...run.outcomes]
  const save = async (state: BulkState, claimMs: number, busy?: { tries: number; notBefore: Date }) => {
    const now = service.systemClock.now()
    const claimedUntil = claimMs > 0 ? new Date(now.getTime() + claimMs) : null
    const isSaved = await saveRun(service.database.query, run, {
      state,
      outcomes,
      pay_run_id: run.pay_run_id,
      tries: busy?.tries ?? run.tries,
      not_before: busy?.notBefore ?? null,
      claimed_until: claimedUntil,
      updated_at: now,
    })
    run.claimed_until = claimedUntil
    return isSaved
  }
  for (const step of run.steps.filter((each) => !outcomes.some((outcome) => outcome.step === each))) {
    if (stopped?.aborted) {
      await save('waiting', 0)
      return
    }
    const result = await tryStep(service, app, run, step)
    if (result === 'busy') {
      const notBefore = new Date(service.systemClock.now().getTime() + BUSY_WAIT_MS)
      await save('waiting', 0, { tries: run.tries + 1, notBefore })
      return
    }
    const { payRunId = run.pay_run_id, ...outcome } = result
    run.pay_run_id = payRunId
    outcomes.push({ step, ...outcome })
    if (FIRST.has(step) && !isDone(outcome)) break
    // Another process has continued the run, because this one took longer than its claim.
    if (!(await save('under-way', CLAIM_MS))) return
  }
  await save(stateOf(outcomes), 0)
}

const isDone = ({ state }: Pick<BulkOutcome, 'state'>) => state === 'done' || state === 'not-needed'

function stateOf(outcomes: readonly BulkOutcome[]): BulkState {
  if (outcomes.some(({ state }) => state === 'failed')) return 'failed'
  return outcomes.every(isDone) ? 'done' : 'needs-decision'
}

async function tryStep(
  service: Service,
  app: App,
  run: Claimed,
  step: BulkOutcome['step'],
): Promise<Result | 'busy'> {
  const caller = await findCallerOfGrant(service, run.grant_id)
  if (!caller) return { state: 'failed', message: 'The person who started this no longer has access.' }
  try {
    return await doStep(step, run, sender(app, caller, run))
  } catch (error) {
    if (error instanceof Refused) return error.result
    const isBusy = error instanceof Busy || error instanceof Unavailable
    if (isBusy && run.tries < BUSY_TRIES) return 'busy'
    if (!isBusy) service.log.error({ err: error, bulkRun: run.id, step }, 'a step of a bulk job failed')
    return { state: 'failed', message: 'The service could not complete this step. Try again.' }
  }
}

/** Calls the API as the person who started the job, limited to the scopes of that request. */
function sender(app: App, caller: Caller, run: Claimed): Send {
  const scopes = new Set(run.scopes.filter((scope) => caller.scopes.has(scope)))
  return (method, path, body) =>
    sendAs(
      app,
      { ...caller, scopes, isJob: true, jobRepeatedBy: run.repeated_by },
      {
        method,
        path,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      },
    )
}
