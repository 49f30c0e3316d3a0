import { randomUUID } from 'node:crypto'
import { expectOutcome } from '../../database/companion.ts'
import type { Tx } from '../../database/connect.ts'
import type { Company } from '../../database/tables/companies.ts'
import { nzTaxYear, partsOf } from '../../payroll/dates.ts'
import { LAWS } from '../../payroll/index.ts'
import { employmentInformationDue } from '../../payroll/nz/payday-dates.ts'
import { present } from '../../payroll/present.ts'
import { badRequest } from '../../problem.ts'
import { rowName } from '../../security/sealed-columns.ts'
import type { Service } from '../../service.ts'
import {
  checkSelection,
  type DryRunView,
  findSubmission,
  hashOf,
  insertSubmission,
  lodgedBy,
  type PaySelection,
  reportProblem,
  type SubmissionView,
  sealText,
  selectPays,
  sendSubmission,
  viewSubmission,
} from '../lodgements/index.ts'
import { lockCompanyPays } from '../pays/index.ts'
import { insertFiled, loadFiled } from './load.ts'
import { filerOf, type PreparedFiling, prepareFilings } from './prepare.ts'
import { readRecord, writeRecord } from './records.ts'

export type Filing = { service: Service; company: Company; userId: number }
export type FilingAnswer = { status: 201 | 200; body: SubmissionView } | { status: 200; body: DryRunView }

/** Only a New Zealand company that takes part in payday filing reports to Inland Revenue. */
export function requirePaydayFiling(company: Company): void {
  if (LAWS[company.jurisdiction].reportsTo !== 'IR')
    throw badRequest(
      'Payday filing is for New Zealand companies; an Australian company reports through Single Touch Payroll.',
    )
  if (!company.is_payday_filing_enabled)
    throw badRequest('Payday filing is switched off for this company: set is_payday_filing_enabled.')
}

/**
 * Files pays: one return for each payday. Filing pays again that have not changed does nothing; those that changed, or are gone,
 * make an amendment of their payday.
 */
export async function filePays(filing: Filing, body: PaySelection): Promise<FilingAnswer> {
  const { service, company } = filing
  checkSelection(body)
  requirePaydayFiling(company)
  const isDryRun = body.dry_run ?? false
  const prepared: PreparedFiling[] = []
  const ids: number[] = []
  const existing = await service.database.transaction(
    async (tx) => {
      await lockCompanyPays(tx, company.id)
      const selected = await selectPays(tx, company.id, body)
      const filed = await loadFiled(tx, company.id, {
        dates: [...new Set(selected.map((pay) => pay.processed_date))],
        from: body.from_date ?? null,
        to: body.to_date ?? null,
        runId: body.pay_run_id ?? null,
      })
      if (selected.length === 0 && filed.length === 0)
        throw badRequest('There are no processed pays to file.')
      const filer = await filerOf(tx, company, filing.userId)
      const dates = new Set([
        ...selected.map((pay) => pay.processed_date),
        ...filed.map((line) => line.pay_date),
      ])
      for (const payDate of [...dates].sort()) {
        const payIds = selected.filter((pay) => pay.processed_date === payDate).map((pay) => pay.id)
        const lines = filed.filter((line) => line.pay_date === payDate)
        for (const one of await prepareFilings(service, tx, company, filer, payDate, payIds, lines)) {
          if (one.errors.length > 0 && !isDryRun) throw reportProblem(one.errors)
          prepared.push(one)
          ids.push(await queueFiling(filing, tx, one))
        }
      }
      const known = [
        ...selected.map((pay) => pay.submission_id ?? 0),
        ...filed.map((line) => line.submission_id),
      ]
      if (ids.length > 0) return null
      expectOutcome(200)
      return Math.max(...known)
    },
    { dryRun: isDryRun },
  )
  if (existing !== null) return { status: 200, body: await viewOf(filing, existing, []) }
  if (isDryRun) return { status: 200, body: dryRunOf(prepared) }
  for (const id of ids) await sendSubmission(service, id)
  return { status: 201, body: await viewOf(filing, present(ids.at(-1)), ids.slice(0, -1)) }
}

async function queueFiling(
  { service, company, userId }: Filing,
  tx: Tx,
  filing: PreparedFiling,
): Promise<number> {
  const { cipher, clock, rates } = service
  const now = clock.now()
  const document = JSON.stringify(documentOf(filing))
  const payIds = filing.lines.flatMap((line) => [...line.payIds])
  const lodged = await lodgedBy(tx, payIds)
  const employees = [...new Set(filing.lines.map((line) => line.employeeId))]
  const messageId = randomUUID()
  const submission = await insertSubmission(
    tx,
    {
      company_id: company.id,
      authority: 'IR',
      kind: filing.kind,
      status: 'queued',
      pay_date: filing.payDate,
      year: partsOf(nzTaxYear(filing.payDate).end).year,
      due_date: employmentInformationDue(filing.payDate, rates.nz),
      transaction_id: randomUUID(),
      message_id: messageId,
      pay_count: payIds.length,
      payee_count: employees.length,
      totals: JSON.stringify(filing.totals),
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
    filing.lines.flatMap((line) =>
      line.payIds.map((payId) => ({
        payId,
        employeeId: line.employeeId,
        counts: !lodged.has(payId),
        wasChanged: lodged.has(payId),
      })),
    ),
    employees.map((employeeId) => ({ employeeId, amounts: null })),
  )
  await insertFiled(
    tx,
    filing.lines.map((line) => ({
      submission_id: submission.id,
      employee_id: line.employeeId,
      pay_run_id: line.payRunId,
      tax_code: line.taxCode,
      pay_date: filing.payDate,
      line:
        line.record === null
          ? null
          : cipher.seal(
              'payday_lines.line',
              rowName(submission.id, line.employeeId, line.payRunId, line.taxCode),
              writeRecord('DEI', line.record),
            ),
      pay_ids: [...line.payIds],
    })),
    filing.told.map((told) => ({
      submission_id: submission.id,
      employee_id: told.employeeId,
      start_date: told.startDate,
      finish_date: told.finishDate,
    })),
  )
  return submission.id
}

/** The records of the files by the names of their fields. */
function documentOf(filing: Pick<PreparedFiling, 'file' | 'detailsFile'>) {
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

async function viewOf(
  { service, company }: Filing,
  id: number,
  related: readonly number[],
): Promise<SubmissionView> {
  const row = await findSubmission(service.database.query, company.id, 'IR', id)
  if (!row) throw new Error(`submission ${id} has gone`)
  return viewSubmission(service.database.query, row, related)
}

function dryRunOf(prepared: readonly PreparedFiling[]): DryRunView {
  const errors = prepared.flatMap((filing) => filing.errors)
  return {
    dry_run: true,
    is_valid: errors.length === 0,
    errors,
    reports: prepared.map((filing) => ({
      kind: filing.kind,
      pay_date: filing.payDate,
      pay_ids: filing.lines.flatMap((line) => [...line.payIds]),
      payee_count: new Set(filing.lines.map((line) => line.employeeId)).size,
      totals: Object.fromEntries(Object.entries(filing.totals).map(([name, text]) => [name, Number(text)])),
      document: documentOf(filing),
      content: filing.file,
    })),
  }
}
