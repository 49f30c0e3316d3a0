import type { Tx } from '../../database/connect.ts'
import { auIncomeYear, type CivilDate } from '../../payroll/dates.ts'
import { present } from '../../payroll/present.ts'
import { badRequest, conflict, notFound } from '../../problem.ts'
import {
  checkSelection,
  findSubmission,
  type PaySelection,
  type SelectedPay,
  selectPays,
} from '../lodgements/index.ts'
import type { EventPlan } from './event.ts'
import { loadPeriods, loadTotals } from './load.ts'
import { EMPTY_YEAR, loadYears } from './load-year.ts'
import { type Plans, type ReportAnswer, type Reporter, report } from './report.ts'

/** Lodges pays: one pay event for each pay date. Pays that are lodged already are not lodged again. */
export function submitPays(reporter: Reporter, body: PaySelection): Promise<ReportAnswer> {
  checkSelection(body)
  return report(reporter, { isDryRun: body.dry_run ?? false }, async (tx): Promise<Plans> => {
    const selected = await selectPays(tx, reporter.company.id, body)
    const reported = selected.filter((pay) => !pay.is_super_only_contractor)
    if (selected.length === 0) throw badRequest('There are no processed pays to submit.')
    if (reported.length === 0)
      throw badRequest('These pays are of super-only contractors, who are left out of Single Touch Payroll.')
    const open = reported.filter((pay) => pay.submission_id === null)
    if (open.length === 0) return { existing: Math.max(...reported.map((pay) => pay.submission_id ?? 0)) }
    return planPayEvents(tx, reporter.company.id, open)
  })
}

async function* planPayEvents(
  tx: Tx,
  companyId: number,
  pays: readonly SelectedPay[],
): AsyncGenerator<EventPlan> {
  for (const [payDate, group] of Map.groupBy(pays, (pay) => pay.processed_date))
    yield planPayEvent(tx, companyId, payDate, group, 'submit')
}

async function planPayEvent(
  tx: Tx,
  companyId: number,
  payDate: CivilDate,
  pays: readonly (Pick<SelectedPay, 'id' | 'employee_id'> & { stp_needs_update?: boolean })[],
  kind: 'submit' | 'full-file-replacement',
): Promise<EventPlan> {
  const payIds = pays.map((pay) => pay.id)
  const employeeIds = [...new Set(pays.map((pay) => pay.employee_id))]
  const { start, end } = auIncomeYear(payDate)
  const found = await loadYears(tx, { companyId, employeeIds, start, end, payIds, before: payDate })
  const periods = await loadPeriods(tx, payIds)
  return {
    kind,
    payDate,
    dueDate: payDate,
    pays: pays.map((pay) => ({
      payId: pay.id,
      employeeId: pay.employee_id,
      counts: true,
      wasChanged: pay.stp_needs_update ?? false,
    })),
    years: new Map(employeeIds.map((id) => [id, found.get(id) ?? EMPTY_YEAR])),
    periodOf: (employeeId) => present(periods.get(employeeId)),
    totals: await loadTotals(tx, payIds),
    isFinal: false,
    replaced: null,
  }
}

/** Sends the last pay event again as it is now, in the place of the file that was lodged. */
export function replaceSubmission(
  reporter: Reporter,
  submissionId: number,
  options: { isDryRun: boolean },
): Promise<ReportAnswer> {
  const { company } = reporter
  return report(reporter, options, async (tx) => {
    const original = await findSubmission(tx, company.id, 'ATO', submissionId)
    if (!original) throw notFound(`No submission of this company has the id ${submissionId}.`)
    if (original.kind !== 'submit' && original.kind !== 'full-file-replacement')
      throw conflict('Only a pay event can be replaced. Send an update event instead.')
    if (original.status === 'rejected')
      throw conflict('This event was rejected: submit its pays again instead of replacing it.')
    if (original.answered_at === null) throw conflict('This event has not been answered yet.')
    const later = await tx
      .selectFrom('submissions')
      .select('id')
      .where('company_id', '=', company.id)
      .where('authority', '=', 'ATO')
      .where('id', '>', original.id)
      .where('status', '<>', 'rejected')
      .executeTakeFirst()
    if (later)
      throw conflict(`Only the last event can be replaced, and submission ${later.id} came after this one.`)
    const pays = await tx
      .selectFrom('submission_pays')
      .innerJoin('pays', 'pays.id', 'submission_pays.pay_id')
      .select(['pays.id', 'pays.employee_id', 'pays.stp_needs_update'])
      .where('submission_pays.submission_id', '=', original.id)
      .where('pays.status', '=', 'processed')
      .orderBy('pays.id')
      .execute()
    if (pays.length === 0)
      throw conflict('None of its pays is left. Send an update event to take the amounts back.')
    const plan = await planPayEvent(tx, company.id, original.pay_date, pays, 'full-file-replacement')
    const replaced = {
      id: original.id,
      transactionId: original.transaction_id,
      isReplacement: original.kind === 'full-file-replacement',
    }
    return one({ ...plan, replaced })
  })
}

/** A single event as a list of them. */
export async function* one(plan: EventPlan): AsyncGenerator<EventPlan> {
  yield plan
}
