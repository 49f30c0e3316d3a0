import type { Tx } from '../../../database/connect.ts'
import type { Submission } from '../../../database/tables/reporting.ts'
import { conflict } from '../../../kernel/problem.ts'
import { showOnPays } from './queries.ts'
import { findLaterReport, lodgeAgain, reopenSubmission } from './reopen-queries.ts'

/**
 * Reopens a message that a user withdrew but that did arrive: it waits for its answer again, with its pays and
 * adjustments. This reverses what `writeOutcome` did at the withdrawal.
 */
export async function reopenWithdrawn(tx: Tx, row: Submission, now: Date): Promise<Submission> {
  if (row.failed_with_id !== null)
    throw conflict(
      `This message was withdrawn because submission ${row.failed_with_id} failed. It was never sent.`,
    )
  const later = await findLaterReport(tx, row)
  if (later !== undefined)
    throw conflict(
      `Submission ${later} reports the same employees again. Withdraw it first. If it was accepted, the authority already has these figures twice: correct them with the authority.`,
    )
  const reopened = await reopenSubmission(tx, row.id)
  await lodgeAgain(tx, row, now)
  await showOnPays(tx, row, now)
  return reopened
}
