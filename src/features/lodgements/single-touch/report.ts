import { australia } from '../../../countries/au/index.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { HeldBack } from '../../../database/tables/reporting.ts'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import { badRequest } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import { lockCompanyPays } from '../../pays/pays/index.ts'
import {
  type DryRunView,
  findSubmission,
  type ReportError,
  reportProblem,
  requireTransport,
  type SubmissionView,
  sendSubmission,
  viewHeldBack,
  viewSubmission,
} from '../lodgements/index.ts'
import { type PreparedEvent, prepareEvent, queueEvent, totalsOf } from './event.ts'
import type { EventPlan } from './plan.ts'
import type { Reporter } from './reporter.ts'

/** The result of a reporting request: new submissions, an existing one, or a preview for a dry run. */
export type ReportAnswer = { status: 201 | 200; body: SubmissionView } | { status: 200; body: DryRunView }

/**
 * The events to report in order, the existing submission with the same content, or the reason there is
 * nothing to report.
 */
export type Plans = AsyncIterable<EventPlan> | { existing: number } | { nothing: string }

export type ReportOptions = { isDryRun: boolean; isStrict: boolean }

/** Only an Australian company that takes part in Single Touch Payroll reports to the tax office. */
export function requireSingleTouch(company: Company): void {
  const { authority, words } = countryOf(company.jurisdiction)
  if (authority !== australia.authority)
    throw badRequest(
      `Single Touch Payroll is for Australian companies; ${words.aCompany} reports through ${authority.lodging}.`,
    )
  if (!company.is_stp_enabled)
    throw badRequest('Single Touch Payroll is switched off for this company: set is_stp_enabled.')
}

/**
 * Builds, checks and stores the events of one request in one transaction, then sends them. Employees whom the
 * tax office would refuse are held back by name. An event with no one left is not created, and a request
 * without any event is refused. A dry run lists all errors and stores nothing.
 */
export async function report(
  reporter: Reporter,
  options: ReportOptions,
  makePlans: (tx: Tx) => Promise<Plans>,
): Promise<ReportAnswer> {
  const { service, company } = reporter
  requireSingleTouch(company)
  if (!options.isDryRun) requireTransport(service, 'ATO')
  const prepared: PreparedEvent[] = []
  const ids: number[] = []
  const plans = await service.database.transaction(
    async (tx) => {
      await lockCompanyPays(tx, company.id)
      const made = await makePlans(tx)
      if ('nothing' in made) return made
      if ('existing' in made) {
        expectOutcome(200)
        return made
      }
      for await (const plan of made) {
        const event = await prepareWhole(reporter, tx, plan, options)
        const isOfPeople = event.errors.every((error) => error.employee_id !== null)
        if (event.errors.length > 0 && !options.isDryRun && (options.isStrict || !isOfPeople))
          throw reportProblem(event.errors)
        prepared.push(event)
        if (event.errors.length === 0) ids.push((await queueEvent(reporter, tx, event)).id)
      }
      if (ids.length === 0 && !options.isDryRun)
        throw reportProblem(prepared.flatMap((event) => event.errors))
      return null
    },
    { dryRun: options.isDryRun },
  )
  if (options.isDryRun) return { status: 200, body: dryRunOf(prepared) }
  if (plans && 'nothing' in plans) throw badRequest(plans.nothing)
  if (plans) return { status: 200, body: await viewOf(reporter, plans.existing, []) }
  for (const id of ids) await sendSubmission(service, id)
  const heldBack = uniqueHeldBack(prepared)
  return { status: 201, body: await viewOf(reporter, present(ids.at(-1)), ids.slice(0, -1), heldBack) }
}

/** Employees who are missing from at least one event of a call. */
function uniqueHeldBack(prepared: readonly PreparedEvent[]): HeldBack[] {
  const all = prepared.flatMap(({ plan, errors }) => [...plan.heldBack, ...faultyOf(errors)])
  return [...new Map(all.map((held) => [held.employee_id, held])).values()]
}

function faultyOf(errors: readonly ReportError[]): HeldBack[] {
  return [...Map.groupBy(errors, (error) => error.employee_id)].flatMap(([id, own]) =>
    id === null ? [] : [{ employee_id: id, employee: own[0]?.employee ?? '', errors: own }],
  )
}

/** Builds an event. Leaves out employees whom the tax office would refuse, unless the request is strict. */
async function prepareWhole(
  reporter: Reporter,
  tx: Tx,
  plan: EventPlan,
  options: ReportOptions,
): Promise<PreparedEvent> {
  const event = await prepareEvent(reporter, tx, plan)
  const faulty = faultyOf(event.errors)
  if (options.isStrict || faulty.length === 0) return event
  const rest = await plan.without(new Set(faulty.map((held) => held.employee_id)))
  if (!rest) return event
  // A negative payee also makes the totals negative, so an error of the whole event may go with the payee.
  const left = await prepareEvent(reporter, tx, { ...rest, heldBack: [...plan.heldBack, ...faulty] })
  return left.errors.some((error) => error.employee_id === null) ? event : left
}

async function viewOf(
  { service: { database }, company }: Reporter,
  id: number,
  related: readonly number[],
  heldBack?: readonly HeldBack[],
): Promise<SubmissionView> {
  const row = await findSubmission(database.query, company.id, 'ATO', id)
  if (!row) throw new Error(`submission ${id} has gone`)
  return viewSubmission(database.query, row, related, heldBack)
}

function dryRunOf(prepared: readonly PreparedEvent[]): DryRunView {
  const errors = prepared.flatMap((event) => event.errors)
  return {
    dry_run: true,
    is_valid: errors.length === 0,
    errors,
    held_back: viewHeldBack(prepared.flatMap(({ plan }) => [...plan.heldBack])),
    warnings: prepared.flatMap((event) => event.warnings),
    reports: prepared.map(({ plan, facts, event, xml }) => ({
      kind: plan.kind,
      pay_date: plan.payDate,
      pay_ids: [...plan.lodges],
      payee_count: facts.payees.length,
      totals: Object.fromEntries(
        Object.entries(totalsOf(plan.totals)).map(([name, text]) => [name, Number(text)]),
      ),
      document: event,
      content: xml,
    })),
  }
}
