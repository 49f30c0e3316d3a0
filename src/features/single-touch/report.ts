import { expectOutcome } from '../../database/companion.ts'
import type { Tx } from '../../database/connect.ts'
import type { Company } from '../../database/tables/companies.ts'
import { LAWS } from '../../payroll/index.ts'
import { present } from '../../payroll/present.ts'
import { badRequest } from '../../problem.ts'
import type { Service } from '../../service.ts'
import {
  type DryRunView,
  findSubmission,
  reportProblem,
  type SubmissionView,
  sendSubmission,
  viewSubmission,
} from '../lodgements/index.ts'
import { lockCompanyPays } from '../pays/index.ts'
import { type EventPlan, type PreparedEvent, prepareEvent, queueEvent, totalsOf } from './event.ts'

export type Reporter = { service: Service; company: Company; userId: number }

/** What a reporting request comes to: new submissions, one that was there already, or what would be sent. */
export type ReportAnswer = { status: 201 | 200; body: SubmissionView } | { status: 200; body: DryRunView }

/** What to report: one event after the other, or the submission that says it already. */
export type Plans = AsyncIterable<EventPlan> | { existing: number }

/** Only an Australian company that takes part in Single Touch Payroll reports to the tax office. */
export function requireSingleTouch(company: Company): void {
  if (LAWS[company.jurisdiction].reportsTo !== 'ATO')
    throw badRequest(
      'Single Touch Payroll is for Australian companies; a New Zealand company reports through payday filing.',
    )
  if (!company.is_stp_enabled)
    throw badRequest('Single Touch Payroll is switched off for this company: set is_stp_enabled.')
}

/**
 * Builds, checks and stores the events of one request in one transaction, and sends them after it. What is wrong with one of
 * them stops all; a dry run tells all that is wrong and leaves nothing behind.
 */
export async function report(
  { service, company, userId }: Reporter,
  options: { isDryRun: boolean },
  makePlans: (tx: Tx) => Promise<Plans>,
): Promise<ReportAnswer> {
  requireSingleTouch(company)
  const prepared: PreparedEvent[] = []
  const ids: number[] = []
  const existing = await service.database.transaction(
    async (tx) => {
      await lockCompanyPays(tx, company.id)
      const plans = await makePlans(tx)
      if ('existing' in plans) {
        expectOutcome(200)
        return plans.existing
      }
      for await (const plan of plans) {
        const event = await prepareEvent(service, tx, company, userId, plan)
        if (event.errors.length > 0 && !options.isDryRun) throw reportProblem(event.errors)
        prepared.push(event)
        ids.push((await queueEvent(service, tx, company, userId, event)).id)
      }
      return null
    },
    { dryRun: options.isDryRun },
  )
  if (existing !== null) return { status: 200, body: await viewOf(service, company, existing, []) }
  if (options.isDryRun) return { status: 200, body: dryRunOf(prepared) }
  for (const id of ids) await sendSubmission(service, id)
  const last = present(ids.at(-1))
  return { status: 201, body: await viewOf(service, company, last, ids.slice(0, -1)) }
}

async function viewOf(
  { database }: Service,
  company: Company,
  id: number,
  related: readonly number[],
): Promise<SubmissionView> {
  const row = await findSubmission(database.query, company.id, 'ATO', id)
  if (!row) throw new Error(`submission ${id} has gone`)
  return viewSubmission(database.query, row, related)
}

function dryRunOf(prepared: readonly PreparedEvent[]): DryRunView {
  const errors = prepared.flatMap((event) => event.errors)
  return {
    dry_run: true,
    is_valid: errors.length === 0,
    errors,
    reports: prepared.map(({ plan, facts, event, xml }) => ({
      kind: plan.kind,
      pay_date: plan.payDate,
      pay_ids: plan.pays.map((pay) => pay.payId),
      payee_count: facts.payees.length,
      totals: Object.fromEntries(
        Object.entries(totalsOf(plan.totals)).map(([name, text]) => [name, Number(text)]),
      ),
      document: event,
      content: xml,
    })),
  }
}
