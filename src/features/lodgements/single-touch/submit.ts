import { settleAll, type Tx } from '../../../database/connect.ts'
import type { HeldBack } from '../../../database/tables/reporting.ts'
import { badRequest, conflict, notFound } from '../../../kernel/problem.ts'
import { auIncomeYear, type CivilDate } from '../../../kernel/values/dates.ts'
import {
  checkSelection,
  findSubmission,
  isStrict,
  loadFormerOf,
  loadGone,
  loadHoldings,
  nameHeldBack,
  type PaySelection,
  type ReportError,
  type SelectedPay,
  selectPays,
} from '../lodgements/index.ts'
import { prepareEvent, yearOf } from './event.ts'
import { loadScopes } from './identities.ts'
import { findLaterEvent, loadPeriods, loadReplacedPays, loadTotals } from './load.ts'
import { heldTotalsWarning, loadHeldTotals } from './load-held-totals.ts'
import type { IdentityScope } from './load-paid.ts'
import { loadYears } from './load-year.ts'
import type { EventPlan } from './plan.ts'
import { type Plans, type ReportAnswer, report } from './report.ts'
import type { Reporter } from './reporter.ts'

/** Lodges pays, with one pay event for each pay date. Pays that are already lodged are not lodged again. */
export function submitPays(reporter: Reporter, body: PaySelection): Promise<ReportAnswer> {
  checkSelection(body)
  const { company } = reporter
  return report(reporter, optionsOf(body), async (tx): Promise<Plans> => {
    const selected = await selectPays(tx, company.id, body)
    const reported = selected.filter((pay) => !pay.is_super_only_contractor)
    if (selected.length === 0) throw badRequest('There are no processed pays to submit.')
    if (reported.length === 0)
      throw badRequest('These pays are of super-only contractors, who are left out of Single Touch Payroll.')
    const open = reported.filter((pay) => pay.submission_id === null)
    if (open.length === 0) return { existing: Math.max(...reported.map((pay) => pay.submission_id ?? 0)) }
    const held = new Set(body.hold_back ?? [])
    const heldBack = await nameHeldBack(
      tx,
      company.id,
      open.map((pay) => pay.employee_id).filter((id) => held.has(id)),
    )
    const left = open.filter((pay) => !held.has(pay.employee_id))
    if (left.length === 0) return { nothing: 'Everyone who is not lodged yet is held back.' }
    return planPayEvents(reporter, tx, left, heldBack)
  })
}

/**
 * The errors the tax office would return for the open pays of a run. The pays are processed in this
 * transaction, which is rolled back.
 */
export async function checkRunReport(reporter: Reporter, tx: Tx, runId: number): Promise<ReportError[]> {
  const { company } = reporter
  const selected = await selectPays(tx, company.id, { pay_run_id: runId })
  const open = selected.filter((pay) => !pay.is_super_only_contractor && pay.submission_id === null)
  const errors: ReportError[] = []
  for await (const plan of planPayEvents(reporter, tx, open, []))
    errors.push(...(await prepareEvent(reporter, tx, plan)).errors)
  return errors
}

export const optionsOf = (body: { dry_run?: boolean; is_strict?: boolean; hold_back_faulty?: boolean }) => ({
  isDryRun: body.dry_run ?? false,
  isStrict: isStrict(body),
})

async function* planPayEvents(
  { service, company }: Reporter,
  tx: Tx,
  pays: readonly SelectedPay[],
  heldBack: readonly HeldBack[],
): AsyncGenerator<EventPlan> {
  for (const [payDate, group] of Map.groupBy(pays, (pay) => pay.processed_date)) {
    const scopes = await loadScopes(service, tx, company.id, yearOf(payDate))
    const formerOf =
      scopes.length === 1
        ? null
        : await loadFormerOf(
            tx,
            group.map((pay) => pay.id),
          )
    for (const identity of scopes) {
      const own = group.filter((pay) => (formerOf?.get(pay.id) ?? null) === (identity?.former?.id ?? null))
      const parts = { payDate, pays: own, kind: 'submit', heldBack, employeeIds: [], identity } as const
      if (own.length > 0) yield planPayEvent(tx, company.id, parts)
    }
  }
}

type PayEventParts = {
  payDate: CivilDate
  pays: readonly { id: number; employee_id: number }[]
  kind: 'submit' | 'full-file-replacement'
  heldBack: readonly HeldBack[]
  /** Payees in addition to those of the pays. */
  employeeIds: readonly number[]
  identity: IdentityScope | undefined
  /** The event that this one replaces. */
  replacedId?: number
}

async function planPayEvent(tx: Tx, companyId: number, parts: PayEventParts): Promise<EventPlan> {
  const { payDate, pays, kind, identity } = parts
  const identityId = identity?.former?.id ?? null
  const payIds = pays.map((pay) => pay.id)
  const employeeIds = [...new Set([...pays.map((pay) => pay.employee_id), ...parts.employeeIds])]
  const { start, end } = auIncomeYear(payDate)
  const year = yearOf(payDate)
  const held = await loadHeldTotals(tx, payIds, { identityId, replacedId: parts.replacedId ?? null })
  const isHeld = new Set(held.map((pay) => pay.pay_id))
  const [periods, years, gone, holdings, totals] = await settleAll([
    loadPeriods(tx, payIds),
    loadYears(tx, {
      companyId,
      employeeIds,
      start,
      end,
      payIds,
      before: payDate,
      ...(identity && { identity }),
    }),
    loadGone(tx, [companyId], 'ATO', { employeeIds, year, identityId }),
    loadHoldings(tx, companyId, { authority: 'ATO', year }, { employeeIds, isExpected: true, identityId }),
    loadTotals(
      tx,
      payIds.filter((id) => !isHeld.has(id)),
    ),
  ])
  return {
    kind,
    payDate,
    dueDate: payDate,
    lodges: new Set(payIds),
    years,
    gone,
    holdings,
    periodOf: (employeeId) => periods.get(employeeId) ?? { start: payDate, end: payDate },
    totals,
    warnings: heldTotalsWarning(held),
    // A payee who is paid again is not final. A finalised payee has to be finalised again.
    isFinal: () => false,
    replaced: null,
    former: identity?.former ?? null,
    heldBack: parts.heldBack,
    async without(ids) {
      const rest = pays.filter((pay) => !ids.has(pay.employee_id))
      const others = parts.employeeIds.filter((id) => !ids.has(id))
      return rest.length === 0
        ? null
        : planPayEvent(tx, companyId, { ...parts, pays: rest, employeeIds: others })
    },
  }
}

/** Sends the last pay event again from the current data, replacing the lodged file. */
export function replaceSubmission(
  reporter: Reporter,
  submissionId: number,
  options: { isDryRun: boolean },
): Promise<ReportAnswer> {
  const { service, company } = reporter
  return report(reporter, { ...options, isStrict: true }, async (tx) => {
    const original = await findSubmission(tx, company.id, 'ATO', submissionId)
    if (!original) throw notFound(`No submission of this company has the id ${submissionId}.`)
    if (original.kind !== 'submit' && original.kind !== 'full-file-replacement')
      throw conflict('Only a pay event can be replaced. Send an update event instead.')
    if (original.status === 'rejected' || original.status === 'withdrawn')
      throw conflict(`This event was ${original.status}: submit its pays again instead of replacing it.`)
    if (original.answered_at === null) throw conflict('This event has not been answered yet.')
    const later = await findLaterEvent(tx, company.id, original.id)
    if (later !== null)
      throw conflict(`Only the last event can be replaced, and submission ${later} came after this one.`)
    const { pays, employeeIds } = await loadReplacedPays(tx, original.id)
    if (pays.length === 0)
      throw conflict('None of its pays is left. Send an update event to reverse the amounts.')
    const scopes = await loadScopes(service, tx, company.id, yearOf(original.pay_date))
    const identity = scopes.find((scope) => (scope?.former?.id ?? null) === original.identity_id)
    if (identity?.former?.is_wrong)
      throw conflict('It was lodged under a wrong number: submit its pays again instead of replacing it.')
    const kind = 'full-file-replacement'
    const parts = { payDate: original.pay_date, pays, employeeIds, kind, identity } as const
    const plan = await planPayEvent(tx, company.id, { ...parts, heldBack: [], replacedId: original.id })
    const replaced = {
      id: original.id,
      transactionId: original.transaction_id,
      isReplacement: original.kind === 'full-file-replacement',
    }
    return each([{ ...plan, replaced }])
  })
}

/** Turns planned events into an async iterable. */
export async function* each(plans: readonly EventPlan[]): AsyncGenerator<EventPlan> {
  yield* plans
}
