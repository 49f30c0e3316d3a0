import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { australia } from '../../../countries/au/index.ts'
import { amountsOf } from '../../../countries/au/stp/amounts.ts'
import { buildPayEvent } from '../../../countries/au/stp/build.ts'
import type { EventFacts, PeriodTotals } from '../../../countries/au/stp/facts.ts'
import { checkRules } from '../../../countries/au/stp/rules/index.ts'
import { type PayEvent, writePayEvent } from '../../../countries/au/stp/xml.ts'
import { settleAll, type Tx } from '../../../database/connect.ts'
import type { Submission } from '../../../database/tables/reporting.ts'
import { auIncomeYear, type CivilDate, partsOf } from '../../../kernel/values/dates.ts'
import {
  hashOf,
  insertSubmission,
  type ReportError,
  recordLodged,
  sealText,
  showOnPays,
  transportOf,
} from '../lodgements/index.ts'
import { leftOutOf } from './left-out.ts'
import { agentOf, declarerOf, hasLodged, systemIdOf } from './load.ts'
import { loadPayees } from './payees.ts'
import { completeYears, type EventPlan, paysOf } from './plan.ts'
import type { Reporter } from './reporter.ts'

/** A built and checked event. */
export type PreparedEvent = {
  plan: EventPlan
  facts: EventFacts
  event: PayEvent
  xml: string
  errors: ReportError[]
  warnings: ReportError[]
}

/** The income year of a date, named by the year it ends in. */
export function yearOf(date: CivilDate): number {
  return partsOf(auIncomeYear(date).end).year
}

/** Caches the sender per transaction, because all events of a call have the same sender. */
const senders = new WeakMap<Tx, ReturnType<typeof loadSender>>()

const senderOf = (reporter: Reporter, tx: Tx): ReturnType<typeof loadSender> => {
  const sender = senders.get(tx) ?? loadSender(reporter, tx)
  senders.set(tx, sender)
  return sender
}

async function loadSender({ company, userId }: Reporter, tx: Tx) {
  const [declarer, bmsId, agent] = await settleAll([
    declarerOf(tx, userId),
    systemIdOf(tx, company.id, randomUUID),
    agentOf(tx, company.id),
  ])
  return { declarer, bmsId, agent }
}

async function factsOf(reporter: Reporter, tx: Tx, plan: EventPlan): Promise<EventFacts> {
  const { service, company } = reporter
  const years = completeYears(plan.years, plan.holdings)
  const [{ declarer, bmsId, agent }, payees] = await settleAll([
    senderOf(reporter, tx),
    loadPayees(service, tx, company, years, plan),
  ])
  return {
    action: plan.kind === 'update' || plan.kind === 'finalise' ? 'update' : 'submit',
    isReplacement: plan.replaced !== null,
    bmsId,
    previousBmsId: [...years.values()].find((year) => year.previousBmsId)?.previousBmsId ?? null,
    transactionId: plan.replaced?.transactionId ?? randomUUID(),
    payer: {
      abn: (plan.former ?? company).abn,
      branch: (plan.former ?? company).branch_number,
      name: company.legal_name,
      contactName: company.contact_name,
      email: company.email_address,
      phone: company.phone,
      postcode: company.postcode,
      country: company.country,
    },
    agent: agent && { ...agent, declarer },
    declarer,
    payDate: plan.payDate,
    today: service.clock.today(australia.timeZone),
    now: service.clock.now(),
    totals: plan.totals,
    payees,
  }
}

/** Builds an event from the stored pays and checks it against every rule. */
export async function prepareEvent(reporter: Reporter, tx: Tx, plan: EventPlan): Promise<PreparedEvent> {
  const { company } = reporter
  const facts = await factsOf(reporter, tx, plan)
  const event = buildPayEvent(facts)
  // Each of these steps takes a second for ten thousand payees, so other requests run in between.
  await nextTurn()
  const broken = checkRules({
    event,
    action: facts.action,
    today: facts.today,
    now: facts.now,
    ...(facts.action === 'update'
      ? { hasLodgedInYear: await hasLodged(tx, company.id, yearOf(plan.payDate), plan.former?.id ?? null) }
      : {}),
    ...(plan.replaced ? { isReplacedTwice: plan.replaced.isReplacement } : {}),
  })
  await nextTurn()
  const errors = broken.map(({ id, code, payee, field, message }): ReportError => {
    const who = payee === null ? undefined : facts.payees[payee]
    return {
      employee_id: who?.employeeId ?? null,
      employee: who?.name ?? null,
      field,
      rule: id,
      code,
      message,
    }
  })
  return {
    plan,
    facts,
    event,
    xml: writePayEvent(event),
    errors,
    warnings: [...leftOutOf(facts), ...(plan.warnings ?? [])],
  }
}

/** Stores a prepared event, ready to be sent, and updates the status of its pays. */
export async function queueEvent(
  { service, company, userId }: Reporter,
  tx: Tx,
  { plan, facts, event, xml, warnings }: PreparedEvent,
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
  const pays = paysOf(plan)
  const submission = await insertSubmission(
    tx,
    {
      customer_id: company.customer_id,
      company_id: company.id,
      authority: 'ATO',
      kind: plan.kind,
      status: 'queued',
      transport: transportOf(service, 'ATO'),
      pay_date: plan.payDate,
      year: yearOf(plan.payDate),
      due_date: plan.dueDate,
      transaction_id: facts.transactionId,
      message_id: messageId,
      replaces_id: plan.replaced?.id ?? null,
      identity_id: plan.former?.id ?? null,
      is_final: facts.payees.length > 0 && facts.payees.every((payee) => payee.isFinal),
      pay_count: pays.filter((pay) => !pay.isCarried).length,
      payee_count: facts.payees.length,
      totals: JSON.stringify(totalsOf(plan.totals)),
      held_back: JSON.stringify(plan.heldBack),
      warnings: JSON.stringify(warnings),
      document: sealText(service.cipher, 'submissions.document', messageId, document),
      content: sealText(service.cipher, 'submissions.content', messageId, xml),
      payload_hash: hashOf(document, xml),
      next_attempt_at: now,
      created_by: userId,
      created_at: now,
    },
    pays,
    payeesOf(facts, event),
  )
  await recordLodged(service, tx, submission, await showOnPays(tx, submission, now))
  return submission
}

/** The figures the tax office will hold for each payee. */
function payeesOf(facts: EventFacts, event: PayEvent) {
  return facts.payees.map(({ employeeId, part, isFinal }, place) => ({
    employeeId,
    part,
    amounts: amountsOf(event.PAYEVNTEMP[place] ?? {}),
    isFinal,
  }))
}

/** The totals for display: W1, W2 and child support. */
export function totalsOf(totals: PeriodTotals | null): Record<string, string> {
  if (!totals) return {}
  return {
    w1_gross: totals.gross.toFixed(2),
    w2_withheld: totals.withheld.toFixed(2),
    child_support_garnishee: totals.garnishee.toFixed(2),
    child_support_deductions: totals.childSupport.toFixed(2),
  }
}
