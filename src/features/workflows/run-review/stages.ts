import { countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PayRunRow, RunMarksTable } from '../../../database/tables/pays.ts'
import { timestamp } from '../../../http/view.ts'
import { notFound } from '../../../kernel/problem.ts'
import { type Decimal, sum, ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { loadAwaited } from '../../lodgements/lodgements/index.ts'
import { isToRecover, loadItems } from '../../money/payments/index.ts'
import { isOwedBack, loadOwed, openOf } from '../../money/super-payments/index.ts'
import { jobsUnderWay } from '../../platform/progress/index.ts'
import {
  deleteMark,
  findRun,
  hashFigures,
  type JournalState,
  loadJournalState,
  loadMarks,
  loadStagePays,
  type Mark,
  type StagePay,
  saveMark,
} from './queries.ts'
import type { RunStages, Stage } from './schema.ts'

/** The progress of a run, from the stored pays, payments, contributions, reports and emails. */
export async function readStages(service: Service, company: Company, runId: number): Promise<RunStages> {
  const { query } = service.database
  const run = await findRun(query, company.id, runId)
  if (!run) throw notFound('Pay run not found.')
  const pays = await loadStagePays(query, company.id, runId)
  const figures = await hashFigures(query, company.id, runId)
  const marks = (await loadMarks(query, company.id, runId)).filter((mark) => mark.figures === figures)
  const jobs = await jobsUnderWay(service, company)
  const job = jobs.find((row) => row.job === 'process' && row.pay_run_id === runId)
  const processed = pays.filter((pay) => pay.status === 'processed')
  const awaited = await loadAwaited(query, [company.id], countryOf(company.jurisdiction).authority.code)
  const markOf = (stage: Mark['stage']) => marks.find((mark) => mark.stage === stage)
  return {
    pay_run_id: runId,
    stages: [
      stage('drafted', run.created_at, { done: pays.length, total: pays.length }),
      reviewed(pays, markOf('reviewed')),
      stage('processed', latest(processed, 'processed_at'), { done: processed.length, total: pays.length }),
      await paid(service, company, run),
      await contributions(service, company, run),
      lodged(company, pays, new Set(awaited.map((row) => row.pay_id))),
      payslips(processed, pays.length, markOf('payslips')),
      journal(processed, pays.length, await loadJournalState(query, company.id, runId)),
    ],
    job: job ? { job: 'process', done: job.done, total: job.total } : null,
  }
}

/** Marks a stage that no ledger covers as done or not done. */
export async function markStage(
  service: Service,
  company: Company,
  userId: number,
  runId: number,
  asked: { stage: RunMarksTable['stage']; isDone: boolean },
): Promise<RunStages> {
  await service.database.transaction(async (tx) => {
    if (!(await findRun(tx, company.id, runId))) throw notFound('Pay run not found.')
    if (!asked.isDone) return deleteMark(tx, runId, asked.stage)
    return saveMark(tx, {
      pay_run_id: runId,
      stage: asked.stage,
      customer_id: company.customer_id,
      company_id: company.id,
      user_id: userId,
      figures: await hashFigures(tx, company.id, runId),
      marked_at: service.clock.now(),
    })
  })
  return readStages(service, company, runId)
}

function stage(name: Stage['stage'], at: Date | null, counts: { done: number; total: number }): Stage {
  const { done, total } = counts
  const isDone = total > 0 && done >= total
  return {
    stage: name,
    status: isDone ? 'done' : done > 0 ? 'under-way' : 'open',
    done,
    total,
    open_amount: null,
    overpaid_amount: null,
    at: isDone ? timestamp(at) : null,
    by: null,
  }
}

const marked = (whole: Stage, mark: Mark | undefined): Stage =>
  mark ? { ...whole, status: 'done', at: timestamp(mark.marked_at), by: mark.name } : whole

const reviewed = (pays: readonly StagePay[], mark: Mark | undefined) =>
  marked(stage('reviewed', null, { done: mark ? pays.length : 0, total: pays.length }), mark)

function latest(
  pays: readonly StagePay[],
  name: 'processed_at' | 'stp_timestamp' | 'mailed_at',
): Date | null {
  return pays.reduce<Date | null>((last, { [name]: at }) => (at && (!last || at > last) ? at : last), null)
}

const dollars = (values: readonly Decimal[]) => Number(sum(values).toFixed(2))

async function paid(service: Service, company: Company, run: PayRunRow): Promise<Stage> {
  const items = await loadItems(service.database.query, company.id, { runIds: [run.id] })
  const due = items.filter((item) => !item.owed.eq(ZERO))
  const done = due.filter((item) => item.sent.gt(ZERO) && !item.open.gt(ZERO))
  return {
    ...stage('paid', null, { done: done.length, total: due.length }),
    open_amount: dollars(items.filter((item) => !isToRecover(item)).map((item) => item.open)),
    overpaid_amount: dollars(items.filter(isToRecover).map((item) => ZERO.minus(item.open))),
  }
}

async function contributions(service: Service, company: Company, run: PayRunRow): Promise<Stage> {
  const none = stage('super', null, { done: 0, total: 0 })
  if (countryOf(company.jurisdiction).retirement.contributionFile === null)
    return { ...none, status: 'not-needed' }
  const owed = await loadOwed(service, service.database.query, company.id, { pay_run_id: run.id })
  const done = owed.filter((each) => !openOf(each).gt(ZERO))
  return {
    ...stage('super', null, { done: done.length, total: owed.length }),
    open_amount: dollars(owed.filter((each) => !isOwedBack(each)).map(openOf)),
    overpaid_amount: dollars(owed.filter(isOwedBack).map((each) => ZERO.minus(openOf(each)))),
  }
}

function lodged(company: Company, pays: readonly StagePay[], awaited: ReadonlySet<number | null>): Stage {
  const isOn = countryOf(company.jurisdiction).authority.isReportedBy(company)
  const reported = pays.filter((pay) => pay.is_reported)
  const told = reported.filter(
    (pay) => pay.stp_status !== null && pay.stp_status !== 'rejected' && !pay.stp_needs_update,
  )
  const whole = stage('lodged', latest(told, 'stp_timestamp'), { done: told.length, total: reported.length })
  if (!isOn) return { ...whole, status: 'not-needed' }
  // A finalisation under way says nothing new about a pay, unless it also corrects it.
  const isAwaited = told.some((pay) => pay.is_under_way || awaited.has(pay.id))
  return isAwaited ? { ...whole, status: 'under-way' } : whole
}

function payslips(processed: readonly StagePay[], total: number, mark: Mark | undefined): Stage {
  const mailed = processed.filter((pay) => pay.mailed_at !== null)
  return marked(stage('payslips', latest(mailed, 'mailed_at'), { done: mailed.length, total }), mark)
}

/**
 * A pay that changed after the journal was created is not in it. A company without accounts does not use
 * journals here.
 */
function journal(processed: readonly StagePay[], total: number, state: JournalState): Stage {
  const { journalled_at: at, has_accounts } = state
  const booked = at === null ? [] : processed.filter((pay) => pay.processed_at <= at)
  const whole = stage('journal', at, { done: booked.length, total })
  return at === null && !has_accounts ? { ...whole, status: 'not-needed' } : whole
}
