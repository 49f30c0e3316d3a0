import { randomUUID } from 'node:crypto'
import { employmentInformationDue } from '../../../countries/nz/law/public-holidays/payday-dates.ts'
import { readRecord, writeRecord } from '../../../countries/nz/payday-filing/records.ts'
import { settleAll, type Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { HeldBack, Submission } from '../../../database/tables/reporting.ts'
import { nzTaxYear, partsOf } from '../../../kernel/values/dates.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { rowName } from '../../../security/sealed-columns.ts'
import type { Service } from '../../../service.ts'
import {
  hashOf,
  insertSubmission,
  type SubmissionPay,
  sealText,
  showOnPays,
  transportOf,
} from '../lodgements/index.ts'
import { addFiled, type FilingContext } from './context.ts'
import { insertFiled } from './load.ts'
import type { PreparedFiling } from './planned.ts'

/** The user who files, and the company. */
export type Filing = { service: Service; company: Company; userId: number }

/**
 * Stores a filing, ready to be sent, with the state Inland Revenue will hold after it. Returns its id and the
 * pays whose status changed.
 */
export async function queueFiling(
  { service, company, userId }: Filing,
  tx: Tx,
  filing: PreparedFiling,
  known: FilingContext,
  heldBack: readonly HeldBack[],
): Promise<{ id: number; payIds: number[] }> {
  const { cipher, clock, rates } = service
  const now = clock.now()
  const document = JSON.stringify(documentOf(filing))
  const pays = paysOf(filing, known)
  const employees = [...new Set(filing.lines.map((line) => line.employeeId))]
  const messageId = randomUUID()
  const submission = await insertSubmission(
    tx,
    {
      customer_id: company.customer_id,
      company_id: company.id,
      authority: 'IR',
      kind: filing.kind,
      status: 'queued',
      transport: transportOf(service, 'IR'),
      pay_date: filing.payDate,
      year: partsOf(nzTaxYear(filing.payDate).end).year,
      due_date: employmentInformationDue(filing.payDate, rates.nz),
      transaction_id: randomUUID(),
      message_id: messageId,
      is_final: filing.isFinal,
      identity_id: filing.identityId,
      pay_count: pays.length,
      payee_count: employees.length,
      totals: JSON.stringify(filing.totals),
      held_back: JSON.stringify(heldBack),
      warnings: JSON.stringify(filing.warnings),
      document: sealText(cipher, 'submissions.document', messageId, document),
      content: sealText(cipher, 'submissions.content', messageId, filing.file),
      details:
        filing.detailsFile === null
          ? null
          : sealText(cipher, 'submissions.details', messageId, filing.detailsFile),
      payload_hash: hashOf(filing.file, filing.detailsFile ?? ''),
      next_attempt_at: now,
      created_by: userId,
      created_at: now,
    },
    pays,
    employees.map((employeeId) => ({
      employeeId,
      part: 'employee' as const,
      amounts: null,
      isFinal: false,
    })),
  )
  const [payIds] = await settleAll([
    showOnPays(tx, submission, now),
    keepFiled(service, tx, submission, filing),
  ])
  addFiled(known, filing, pays)
  return { id: submission.id, payIds }
}

/** The pays of a filing. Pays that were deleted or left their line are reported as removed. */
function paysOf({ lines }: PreparedFiling, { lodged, hashes }: FilingContext): SubmissionPay[] {
  const owners = new Map(lines.flatMap((line) => line.payIds.map((id) => [id, line.employeeId] as const)))
  return [...owners].map(([payId, employeeId]) => {
    const pay = hashes.get(payId)
    return {
      payId,
      employeeId,
      counts: pay !== undefined && !lodged.has(payId),
      wasChanged: lodged.has(payId),
      before: pay?.told_hash ?? null,
      reportedHash: pay ? (pay.figures_hash ?? '') : null,
      isCarried: false,
    }
  })
}

async function keepFiled(
  { cipher }: Service,
  tx: Tx,
  { id: submissionId, customer_id }: Submission,
  filing: PreparedFiling,
): Promise<void> {
  await insertFiled(
    tx,
    filing.lines.map((line) => ({
      customer_id,
      submission_id: submissionId,
      employee_id: line.employeeId,
      pay_run_id: line.payRunId,
      tax_code: line.taxCode,
      pay_date: filing.payDate,
      line:
        line.record === null
          ? null
          : cipher.seal(
              'payday_lines.line',
              rowName(submissionId, line.employeeId, line.payRunId, line.taxCode),
              writeRecord('DEI', line.record),
            ),
      pay_ids: [...line.payIds],
      prior_paye: decimal(line.record?.prior_paye ?? '0')
        .div(decimal('100'))
        .toFixed(2),
    })),
    filing.reported.map((dates) => ({
      customer_id,
      submission_id: submissionId,
      employee_id: dates.employeeId,
      start_date: dates.startDate,
      finish_date: dates.finishDate,
      recorded_start: dates.recordedStart,
    })),
  )
}

/** The records of the files, keyed by field name. */
export function documentOf(filing: Pick<PreparedFiling, 'file' | 'detailsFile'>) {
  const recordsOf = (file: string | null) =>
    (file ?? '')
      .split('\r\n')
      .filter(Boolean)
      .map((line) => readRecord(line).values)
  return {
    employment_information: recordsOf(filing.file),
    employee_details: recordsOf(filing.detailsFile),
  }
}
