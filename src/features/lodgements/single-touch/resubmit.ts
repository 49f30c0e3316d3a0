import type { Submission } from '../../../database/tables/reporting.ts'
import { employeeIdsOf, payIdsOf } from '../lodgements/index.ts'
import type { ReportAnswer } from './report.ts'
import type { Reporter } from './reporter.ts'
import { replaceSubmission, submitPays } from './submit.ts'
import { finaliseYear, updateYear } from './update.ts'

/** Reports the content of a refused event again, from the current data. */
export async function resubmit(reporter: Reporter, submission: Submission): Promise<ReportAnswer> {
  const { query } = reporter.service.database
  const { id, kind, year, replaces_id: replaced } = submission
  if (kind === 'full-file-replacement' && replaced !== null)
    return replaceSubmission(reporter, replaced, { isDryRun: false })
  if (kind === 'submit' || kind === 'full-file-replacement')
    return submitPays(reporter, { pay_ids: await payIdsOf(query, id) })
  const body = { year, employee_ids: await employeeIdsOf(query, id) }
  return kind === 'finalise'
    ? finaliseYear(reporter, { ...body, is_final: submission.is_final })
    : updateYear(reporter, body)
}
