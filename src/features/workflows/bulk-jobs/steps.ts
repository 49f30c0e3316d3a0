import { countryOf } from '../../../countries/index.ts'
import type { BulkOutcome, BulkStep } from '../../../database/tables/bulk-jobs.ts'
import { isRecord } from '../../../kernel/is-record.ts'
import { counted } from '../../../kernel/values/counted.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import type { Claimed } from './queries.ts'

/** Sends one API call as the person who started the job. */
export type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Sent>
export type Sent = { status: number; body: string }

/** The service is too busy for the step, so it is retried. */
export class Busy extends Error {}

/** The outcome of a step. `payRunId` is the run that it drafted. */
export type Result = Omit<BulkOutcome, 'step'> & { payRunId?: number }
type Doing = { run: Claimed; send: Send; api: string }

const NAMED_MAX = 5

/**
 * Runs a step with the same API call that a user would make. If the work is already done, the step finds that
 * in the ledgers and does nothing.
 */
export async function doStep(step: BulkStep, run: Claimed, send: Send): Promise<Result> {
  if (step !== 'draft' && run.pay_run_id === null) return decide('There is no run.')
  const api = `/api/company/${run.company_id}`
  return DO[step]({ run, api, send: async (...call) => passed(await send(...call)) })
}

/** A refused call, with the outcome to record. */
export class Refused extends Error {
  readonly result: Result
  constructor(result: Result) {
    super(result.message)
    this.result = result
  }
}

function passed(sent: Sent): Sent {
  const { status, body } = sent
  if (status === 429 || status === 503) throw new Busy(sentenceOf(body))
  if (status >= 500) throw new Refused({ state: 'failed', message: 'The service failed. Try it again.' })
  if (status === 401 || status === 403) throw new Refused({ state: 'failed', message: sentenceOf(body) })
  if (status >= 400) throw new Refused(decide(sentenceOf(body)))
  if (status === 202) {
    const waiting: { approval_id?: number; summary?: string } = JSON.parse(body)
    if (waiting.approval_id !== undefined)
      throw new Refused({
        ...decide(`Waits for a second person: ${waiting.summary ?? ''}`),
        approval_id: waiting.approval_id,
      })
  }
  return sent
}

const done = (message: string): Result => ({ state: 'done', message })
const notNeeded = (message: string): Result => ({ state: 'not-needed', message })
const decide = (message: string): Result => ({ state: 'needs-decision', message })

const DO: Record<BulkStep, (doing: Doing) => Promise<Result>> = {
  async draft({ run, api, send }) {
    if (run.pay_run_id !== null) return notNeeded('The run was drafted before.')
    const { pay_period, pay_calendar_id, pay_date, period_end_date } = run
    const body = { pay_period, pay_calendar_id, pay_date, period_end_date }
    const drafted: { pay_run_id: number; pays: { employee_id: number }[]; skipped?: Skipped[] } = JSON.parse(
      (await send('POST', `${api}/pay-runs`, body)).body,
    )
    const { pays, skipped = [] } = drafted
    // Another call may have drafted people of the run: they have no second draft, and are not left out.
    const inRun = new Set(pays.map(({ employee_id }) => employee_id))
    const left = skipped
      .filter(({ employee_id }) => !inRun.has(employee_id))
      .map(({ format_name, reason }) => `${format_name} (${reason})`)
    return {
      ...done(
        `${counted(pays.length, 'pay')} in the run.${left.length > 0 ? ` Left out: ${named(left)}.` : ''}`,
      ),
      payRunId: drafted.pay_run_id,
    }
  },

  async check({ run, api, send }) {
    if ((await stageOf({ run, api, send }, 'processed')).status === 'done')
      return notNeeded('The run is processed.')
    const found: Readiness = JSON.parse(
      (await send('GET', `${api}/pay-runs/${run.pay_run_id}/readiness`)).body,
    )
    const stops = found.groups.filter((group) => group.severity === 'blocks' || group.needs_confirmation)
    const messages = (groups: readonly Readiness['groups'][number][]) =>
      nameSome(
        groups.map((group) => group.message),
        NAMED_MAX,
        String,
        ' ',
      )
    if (stops.length > 0) return decide(messages(stops))
    if (found.pay_count === 0) return decide('The run has no pays.')
    return done(found.groups.length === 0 ? 'Nothing to look at.' : `Worth a look: ${messages(found.groups)}`)
  },

  async process({ run, api, send }) {
    const stage = await stageOf({ run, api, send }, 'processed')
    if (stage.status === 'done') return notNeeded('The run was processed before.')
    if (stage.total === 0) return decide('The run has no pays.')
    const { affected_pays: later = [] }: { affected_pays?: unknown[] } = JSON.parse(
      (await send('POST', `${api}/pay-runs/${run.pay_run_id}/process`)).body,
    )
    const more = later.length > 0 ? ` ${counted(later.length, 'later pay')} would now be different.` : ''
    return done(`${counted(stage.total, 'pay')}.${more}`)
  },

  async lodge({ run, api, send }) {
    const stage = await stageOf({ run, api, send }, 'lodged')
    if (stage.status === 'not-needed') return notNeeded('Reporting is switched off for this company.')
    if (stage.total === 0) return notNeeded('No one in this run is reported.')
    if (stage.done === stage.total) return notNeeded('The run was lodged before.')
    const path = LODGE[countryOf(run.jurisdiction).authority.code]?.(run.company_id)
    if (path === undefined) return decide('Reports for this country are lodged from the company’s own page.')
    const lodged: Lodged = JSON.parse((await send('POST', path, { pay_run_id: run.pay_run_id })).body)
    const ids = { submission_id: lodged.id }
    if (lodged.status === 'rejected' || lodged.status === 'partial')
      return { ...decide('The authority refused the report, or a part of it.'), ...ids }
    const held = lodged.held_back ?? []
    if (held.length > 0) {
      const names = held.map(({ employee, errors }) => `${employee} (${errors[0]?.message ?? 'held back'})`)
      return { ...decide(`Held back: ${named(names)}.`), ...ids }
    }
    return { ...done('Lodged.'), ...ids }
  },

  async pay({ run, api, send }) {
    const summary: Summary = JSON.parse(
      (await send('GET', `${api}/pay-runs/${run.pay_run_id}/bank-file/summary`)).body,
    )
    const before = summary.last_file_id === null ? {} : { file_id: summary.last_file_id }
    if (summary.open_total === 0) return { ...notNeeded('Nothing is open.'), ...before }
    if (summary.payment_count === 0 && summary.without_account.length === 0)
      return notNeeded('No one in this run is paid by bank.')
    const file: BankFile = JSON.parse(
      (await send('POST', `${api}/payments/files`, { pay_run_id: run.pay_run_id })).body,
    )
    const held = (file.held_back ?? []).map(({ employee, reason }) => `${employee} (${reason})`)
    const said = `Bank file ${file.id} of ${file.total.toFixed(2)}.`
    const result = held.length > 0 ? decide(`${said} Held back: ${named(held)}.`) : done(said)
    return { ...result, file_id: file.id }
  },

  async payslips({ run, api, send }) {
    const stage = await stageOf({ run, api, send }, 'payslips')
    if (stage.status === 'done') return notNeeded('The payslips were sent before.')
    const path = `${api}/pay-runs/${run.pay_run_id}/payslips/emails`
    const { queued, without_address: without }: Mailed = JSON.parse((await send('POST', path, {})).body)
    const said = queued === 1 ? 'One payslip is on its way.' : `${queued} payslips are on their way.`
    if (without.length === 0) return done(said)
    return decide(`${said} No e-mail address: ${named(without.map(({ format_name }) => format_name))}.`)
  },
}

type Skipped = { employee_id: number; format_name: string; reason: string }
type Readiness = {
  pay_count: number
  groups: { severity: 'blocks' | 'look'; message: string; needs_confirmation?: boolean }[]
}
type Lodged = {
  id: number
  status: string
  held_back?: { employee: string; errors: { message: string }[] }[]
}
type Summary = {
  open_total: number
  payment_count: number
  without_account: unknown[]
  last_file_id: number | null
}
type BankFile = { id: number; total: number; held_back?: { employee: string; reason: string }[] }
type Mailed = { queued: number; without_address: { format_name: string }[] }
type Stage = { stage: string; status: string; done: number; total: number }

/** The path that lodges a run, by authority. */
const LODGE: Readonly<Record<string, (companyId: number) => string>> = {
  ATO: (id) => `/api/single-touch/${id}/submit-stp-pays`,
  IR: (id) => `/api/payday-filing/${id}/submit`,
}

async function stageOf({ run, api, send }: Doing, name: string): Promise<Stage> {
  const { stages }: { stages: Stage[] } = JSON.parse(
    (await send('GET', `${api}/pay-runs/${run.pay_run_id}/stages`)).body,
  )
  return stages.find(({ stage }) => stage === name) ?? { stage: name, status: 'open', done: 0, total: 0 }
}

/** The first few items, and the number of the others. */
const named = (items: readonly string[]) => nameSome(items, NAMED_MAX, String, '; ')

/** The reason why a call was refused, from its answer. */
function sentenceOf(body: string): string {
  try {
    const said: unknown = JSON.parse(body)
    if (isRecord(said)) {
      const { detail, message, error } = said
      const sentence = [detail, message, error].find((part) => typeof part === 'string')
      if (typeof sentence === 'string') return sentence
    }
  } catch {
    // Not JSON: the sentence below is used.
  }
  return 'The service refused it. Open the company to see why.'
}
