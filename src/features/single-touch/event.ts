import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tx } from '../../database/connect.ts'
import type { Company } from '../../database/tables/companies.ts'
import type { Submission, SubmissionKind } from '../../database/tables/reporting.ts'
import { auIncomeYear, type CivilDate, partsOf } from '../../payroll/dates.ts'
import type { Service } from '../../service.ts'
import {
  hashOf,
  insertSubmission,
  type ReportError,
  recordLodged,
  type SubmissionPay,
  sealText,
  showOnPays,
} from '../lodgements/index.ts'
import { amountsOf } from './amounts.ts'
import { buildPayEvent } from './build.ts'
import type { EventFacts, PayeeYear, PeriodTotals } from './facts.ts'
import { declarerOf, loadLodged, type Period, systemIdOf } from './load.ts'
import { loadPayees } from './payees.ts'
import { checkRules } from './rules/index.ts'
import { type PayEvent, writePayEvent } from './xml.ts'

/** What one event is to say. */
export type EventPlan = {
  kind: Exclude<SubmissionKind, 'amend'>
  payDate: CivilDate
  dueDate: CivilDate
  pays: readonly SubmissionPay[]
  years: ReadonlyMap<number, PayeeYear>
  periodOf: (employeeId: number) => Period
  totals: PeriodTotals | null
  isFinal: boolean
  /** The event that this one replaces, and whether it was a replacement itself. */
  replaced: { id: number; transactionId: string; isReplacement: boolean } | null
}

/** An event that was built and checked. */
export type PreparedEvent = {
  plan: EventPlan
  facts: EventFacts
  event: PayEvent
  xml: string
  errors: ReportError[]
}

/** The income year by the year it ends in. */
export function yearOf(date: CivilDate): number {
  return partsOf(auIncomeYear(date).end).year
}

/** Builds an event out of the stored pays and runs every rule over it. */
export async function prepareEvent(
  service: Service,
  tx: Tx,
  company: Company,
  userId: number,
  plan: EventPlan,
): Promise<PreparedEvent> {
  const action = plan.kind === 'update' || plan.kind === 'finalise' ? 'update' : 'submit'
  const payees = await loadPayees(service, tx, company, plan.years, plan)
  const facts: EventFacts = {
    action,
    isReplacement: plan.replaced !== null,
    bmsId: await systemIdOf(tx, company.id, randomUUID),
    transactionId: plan.replaced?.transactionId ?? randomUUID(),
    payer: {
      abn: company.abn,
      branch: company.branch_number,
      name: company.legal_name,
      contactName: company.contact_name,
      email: company.email_address,
      phone: company.phone,
      postcode: company.postcode,
      country: company.country,
    },
    declarer: await declarerOf(tx, userId),
    payDate: plan.payDate,
    today: service.clock.today('AU'),
    now: service.clock.now(),
    totals: plan.totals,
    payees,
  }
  const event = buildPayEvent(facts)
  // Ten thousand payees take a second in each of these steps: other requests are answered in between.
  await nextTurn()
  const year = yearOf(plan.payDate)
  const lodged =
    plan.kind === 'submit' ? await loadLodged(tx, company.id, year, [...plan.years.keys()]) : undefined
  const broken = checkRules({
    event,
    action,
    today: facts.today,
    now: facts.now,
    ...(lodged ? { lodged: payees.map((payee) => lodged.get(payee.employeeId)) } : {}),
    ...(action === 'update' ? { hasLodgedInYear: await hasLodged(tx, company.id, year) } : {}),
    ...(plan.replaced ? { isReplacedTwice: plan.replaced.isReplacement } : {}),
  })
  await nextTurn()
  const errors = broken.map(({ id, code, payee, field, message }): ReportError => {
    const who = payee === null ? undefined : payees[payee]
    return {
      employee_id: who?.employeeId ?? null,
      employee: who?.name ?? null,
      field,
      rule: id,
      code,
      message,
    }
  })
  return { plan, facts, event, xml: writePayEvent(event), errors }
}

/** Stores a prepared event, ready to be sent, together with what its pays show. */
export async function queueEvent(
  service: Service,
  tx: Tx,
  company: Company,
  userId: number,
  { plan, facts, event, xml }: PreparedEvent,
): Promise<Submission> {
  const now = service.clock.now()
  const document = JSON.stringify(event)
  await nextTurn()
  if (plan.replaced)
    await tx
      .updateTable('submission_pays')
      .set({ counts: false })
      .where('submission_id', '=', plan.replaced.id)
      .execute()
  const messageId = randomUUID()
  const submission = await insertSubmission(
    tx,
    {
      company_id: company.id,
      authority: 'ATO',
      kind: plan.kind,
      status: 'queued',
      pay_date: plan.payDate,
      year: yearOf(plan.payDate),
      due_date: plan.dueDate,
      transaction_id: facts.transactionId,
      message_id: messageId,
      replaces_id: plan.replaced?.id ?? null,
      is_final: plan.isFinal,
      pay_count: plan.pays.length,
      payee_count: facts.payees.length,
      totals: JSON.stringify(totalsOf(plan.totals)),
      document: sealText(service.cipher, 'submissions.document', messageId, document),
      content: sealText(service.cipher, 'submissions.content', messageId, xml),
      payload_hash: hashOf(document, xml),
      next_attempt_at: now,
      created_by: userId,
      created_at: now,
    },
    plan.pays,
    facts.payees.map(({ employeeId }, place) => ({
      employeeId,
      amounts: amountsOf(event.PAYEVNTEMP[place] ?? {}),
    })),
  )
  await showOnPays(tx, submission, now)
  await recordLodged(
    service,
    tx,
    submission.company_id,
    plan.pays.map((pay) => pay.payId),
  )
  return submission
}

/** The totals as they are shown: W1, W2 and child support. */
export function totalsOf(totals: PeriodTotals | null): Record<string, string> {
  if (!totals) return {}
  return {
    w1_gross: totals.gross.toFixed(2),
    w2_withheld: totals.withheld.toFixed(2),
    child_support_garnishee: totals.garnishee.toFixed(2),
    child_support_deductions: totals.childSupport.toFixed(2),
  }
}

async function hasLodged(tx: Tx, companyId: number, year: number): Promise<boolean> {
  const row = await tx
    .selectFrom('submissions')
    .select('id')
    .where('company_id', '=', companyId)
    .where('authority', '=', 'ATO')
    .where('year', '=', year)
    .where('kind', 'in', ['submit', 'full-file-replacement'])
    .where('status', '<>', 'rejected')
    .executeTakeFirst()
  return row !== undefined
}
