import type { Queryable } from '../../../database/connect.ts'
import type { HeldBack } from '../../../database/tables/reporting.ts'
import { timestamp } from '../../../http/view.ts'
import { badRequest, type Problem } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import { employeesByPlace } from './load-answered.ts'
import { loadWaits } from './load-waits.ts'
import { type ListedSubmission, payIdsOf } from './queries.ts'
import type { ReportError, SubmissionListed, SubmissionView } from './schema.ts'

/** Submissions as they appear in a list. */
export async function viewSubmissions(
  query: Queryable,
  rows: readonly ListedSubmission[],
): Promise<SubmissionListed[]> {
  const employees = await employeesByPlace(query, rows)
  const waits = await loadWaits(
    query,
    rows.flatMap((row) => (row.status === 'queued' ? row.id : [])),
  )
  return rows.map((row) => ({
    id: row.id,
    company_id: row.company_id,
    authority: row.authority,
    kind: row.kind,
    status: row.status,
    pay_date: row.pay_date,
    year: row.year,
    due_date: row.due_date,
    transaction_id: row.transaction_id,
    message_id: row.message_id,
    replaces_id: row.replaces_id,
    waits_for_id: waits.get(row.id) ?? null,
    failed_with_id: row.failed_with_id,
    is_final: row.is_final,
    pay_count: row.pay_count,
    payee_count: row.payee_count,
    totals: Object.fromEntries(Object.entries(row.totals).map(([name, text]) => [name, Number(text)])),
    payload_sha256: row.payload_hash.toString('hex'),
    attempts: row.attempts,
    next_attempt_at: row.answered_at ? null : timestamp(row.next_attempt_at),
    last_error: row.last_error,
    receipt: row.receipt,
    transport: row.transport,
    held_back: viewHeldBack(row.held_back),
    warnings: row.warnings,
    notes: (row.answer ?? []).map(({ code, message, document }) => ({
      code,
      message,
      employee_id: employees.get(`${row.id}/${document}`) ?? null,
    })),
    created_at: timestamp(row.created_at),
    sent_at: timestamp(row.sent_at),
    answered_at: timestamp(row.answered_at),
  }))
}

/** The employees who were left out, each with the reason as a sentence. */
export const viewHeldBack = (heldBack: readonly HeldBack[]) =>
  heldBack.map((held) => ({
    ...held,
    reason: held.errors.map(({ message }) => message).join(' ') || 'Held back by the request.',
  }))

/** One submission with its pays. */
export async function viewSubmission(
  query: Queryable,
  row: ListedSubmission,
  related: readonly number[] = [],
  heldBack: readonly HeldBack[] = row.held_back,
): Promise<SubmissionView> {
  const [view] = await viewSubmissions(query, [row])
  return {
    ...present(view),
    held_back: viewHeldBack(heldBack),
    pay_ids: await payIdsOf(query, row.id),
    related_submission_ids: [...related],
  }
}

const TOLD = 3

/** The errors of a report as one sentence. A dry run returns the whole list. */
export function reportProblem(errors: readonly ReportError[]): Problem {
  const sentences = errors
    .slice(0, TOLD)
    .map(({ employee, message, rule }) => `${employee ? `${employee}: ` : ''}${message} (${rule})`)
  const more = errors.length > TOLD ? ` And ${errors.length - TOLD} more.` : ''
  return badRequest(`Nothing was sent. ${sentences.join(' ')}${more} Send dry_run for the whole list.`)
}
