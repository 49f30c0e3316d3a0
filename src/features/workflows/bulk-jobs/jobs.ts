import type { BulkOutcome, BulkStep } from '../../../database/tables/bulk-jobs.ts'
import { BULK_STEPS } from '../../../database/tables/bulk-jobs.ts'
import type { Caller } from '../../../http/caller.ts'
import { timestamp } from '../../../http/view.ts'
import { badRequest, notFound } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { listUpcomingOf } from '../../employer/pay-calendars/index.ts'
import {
  companiesInScope,
  insertJob,
  type JobRow,
  listJobs,
  listRuns,
  type NewRun,
  recordRepeat,
  stopRuns,
  waitAgain,
} from './queries.ts'
import type { BulkJobInput, BulkJobView, BulkRunsQuery, WholeBulkJob } from './schema.ts'

/** Stores a job. The service's processes then work through it. */
export async function startJob(service: Service, caller: Caller, body: BulkJobInput): Promise<BulkJobView> {
  const steps = BULK_STEPS.filter((step) => body.steps.includes(step))
  const runs = await findRuns(service, caller, steps, body.runs)
  const at = service.systemClock.now()
  const { customerId, userId, clientId, grantId } = caller
  const job = {
    customer_id: customerId,
    steps,
    started_by: userId,
    client_id: clientId,
    grant_id: grantId,
    scopes: [...caller.scopes],
    created_at: at,
  }
  const id = await service.database.transaction((tx) => insertJob(tx, job, runs, at))
  return viewJob(await requireJob(service, caller, id))
}

/** The requested runs: those named, and for companies without a named run, the next run of each pay cycle. */
async function findRuns(
  service: Service,
  caller: Caller,
  steps: readonly BulkStep[],
  asked: BulkJobInput['runs'],
): Promise<NewRun[]> {
  const ids = [...new Set(asked.map((run) => run.company_id))]
  const companies = await companiesInScope(service.database.query, caller, ids)
  const byId = new Map(companies.map((company) => [company.id, company]))
  const unknown = ids.find((id) => !byId.has(id))
  if (unknown !== undefined) throw notFound(`There is no company ${unknown}.`)
  const isNamed = asked.map((run) => run.pay_run_id !== undefined && run.pay_run_id !== null)
  if (!steps.includes('draft') && isNamed.includes(false))
    throw badRequest('Send pay_run_id with every run, or draft among the steps.')
  const unnamed = new Set(asked.filter((_, index) => !isNamed[index]).map((run) => run.company_id))
  const upcoming = Map.groupBy(
    await listUpcomingOf(
      service,
      companies.filter(({ id }) => unnamed.has(id)),
    ),
    (run) => run.company_id,
  )
  const NONE = { pay_period: null, pay_calendar_id: null, period_end_date: null, pay_date: null }
  const found = asked.flatMap(({ company_id, pay_run_id, period_end_date }): NewRun[] => {
    if (pay_run_id) return [{ ...NONE, company_id, pay_run_id, state: 'waiting', outcomes: [] }]
    const next = (upcoming.get(company_id) ?? []).filter(
      (run) => !period_end_date || run.period_end_date === period_end_date,
    )
    if (next.length === 0)
      return [{ ...NONE, company_id, pay_run_id: null, state: 'needs-decision', outcomes: [noRun()] }]
    return next.map((run) => ({
      company_id,
      pay_period: run.pay_period,
      pay_calendar_id: run.pay_calendar_id,
      period_end_date: run.period_end_date,
      pay_date: run.pay_date,
      pay_run_id: run.pay_run_id,
      state: 'waiting',
      outcomes: [],
    }))
  })
  return [...new Map(found.map((run) => [keyOf(run), run])).values()]
}

const noRun = (): BulkOutcome => ({
  step: 'draft',
  state: 'needs-decision',
  message:
    'There is no run to draft: no active employee is paid in this period. Open the company to start one.',
})

/** A run that is sent twice counts once. */
const keyOf = ({ company_id, pay_run_id, pay_calendar_id, pay_period, period_end_date }: NewRun) =>
  [company_id, pay_run_id ?? `${pay_calendar_id} ${pay_period} ${period_end_date}`].join('/')

async function requireJob(service: Service, caller: Caller, id: number): Promise<JobRow> {
  const [job] = await listJobs(service.database.query, caller, id)
  if (!job) throw notFound('There is no such job.')
  return job
}

export async function readJobs(service: Service, caller: Caller): Promise<BulkJobView[]> {
  return (await listJobs(service.database.query, caller)).map(viewJob)
}

export async function readJob(
  service: Service,
  caller: Caller,
  id: number,
  { needs_decision: isOpen = false, after = 0, limit = 100 }: BulkRunsQuery,
): Promise<WholeBulkJob> {
  const job = viewJob(await requireJob(service, caller, id))
  const runs = await listRuns(service.database.query, caller, id, { isOpen, after, limit: limit + 1 })
  const shown = runs.slice(0, limit)
  return { ...job, runs: shown, next: runs.length > limit ? present(shown.at(-1)).id : null }
}

/** Stops waiting runs. Runs in progress are finished. */
export async function stopJob(service: Service, caller: Caller, id: number): Promise<BulkJobView> {
  await requireJob(service, caller, id)
  await service.database.transaction((tx) => stopRuns(tx, caller, id, service.systemClock.now()))
  return viewJob(await requireJob(service, caller, id))
}

/** Retries the runs that are not done, with only their missing steps. */
export async function retryJob(service: Service, caller: Caller, id: number): Promise<BulkJobView> {
  await requireJob(service, caller, id)
  await service.database.transaction(async (tx) => {
    await recordRepeat(tx, id, caller.userId)
    await waitAgain(tx, caller, id, service.systemClock.now())
  })
  return viewJob(await requireJob(service, caller, id))
}

function viewJob({ id, steps, started_by, name, created_at, counts }: JobRow): BulkJobView {
  const { waiting = 0, 'under-way': underWay = 0, done = 0, failed = 0, stopped = 0 } = counts
  const needsDecision = counts['needs-decision'] ?? 0
  return {
    id,
    steps,
    started_by: { user_id: started_by, name },
    created_at: timestamp(created_at),
    is_done: waiting + underWay === 0,
    total: waiting + underWay + done + failed + stopped + needsDecision,
    counts: { waiting, under_way: underWay, done, needs_decision: needsDecision, failed, stopped },
  }
}
