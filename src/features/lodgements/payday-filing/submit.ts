import { countryOf } from '../../../countries/index.ts'
import { newZealand } from '../../../countries/nz/index.ts'
import type { Filer } from '../../../countries/nz/payday-filing/build.ts'
import { settleAll, type Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { HeldBack } from '../../../database/tables/reporting.ts'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import { isInlandRevenueEmail } from '../../../identifiers/reported-text.ts'
import { badRequest } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import { lockCompanyPays, recordPaysUpdated } from '../../pays/pays/index.ts'
import { RELEASE } from '../../platform/meta/index.ts'
import {
  checkSelection,
  type DryRunView,
  findSubmission,
  isStrict,
  loadFormerIdentities,
  markAsReported,
  markSamePersons,
  nameHeldBack,
  type ReportError,
  reportProblem,
  requireTransport,
  type SubmissionView,
  selectPays,
  sendSubmission,
  viewHeldBack,
  viewSubmission,
} from '../lodgements/index.ts'
import { addSame, loadFilingContext } from './context.ts'
import { joinFiled } from './join-queries.ts'
import { hasFinalReturn, loadFiled, loadUser } from './load.ts'
import { paydaysOf, requireAsked } from './paydays.ts'
import type { Payday, PreparedFiling } from './planned.ts'
import { prepareFilings } from './prepare.ts'
import { documentOf, type Filing, queueFiling } from './queue.ts'
import { withRefusedRequests } from './refused-requests.ts'
import type { PaydaySelection } from './schema.ts'

export type FilingAnswer = { status: 201 | 200; body: SubmissionView } | { status: 200; body: DryRunView }

/** Only a New Zealand company that takes part in payday filing reports to Inland Revenue. */
export function requirePaydayFiling(company: Company): void {
  const { authority, words } = countryOf(company.jurisdiction)
  if (authority !== newZealand.authority)
    throw badRequest(
      `Payday filing is for New Zealand companies; ${words.aCompany} reports through ${authority.lodging}.`,
    )
  if (!company.is_payday_filing_enabled)
    throw badRequest('Payday filing is switched off for this company: set is_payday_filing_enabled.')
}

type Outcome = {
  prepared: PreparedFiling[]
  heldBack: HeldBack[]
  ids: number[]
  /** Pays whose status changed. */
  lodged: number[]
  existing: number | null
}

/**
 * Files pays, with one return for each payday. Filing unchanged pays again does nothing. Changed or deleted
 * pays make an amendment of their payday.
 */
export async function filePays(
  filing: Filing,
  body: PaydaySelection,
  { resentId = null }: { resentId?: number | null } = {},
): Promise<FilingAnswer> {
  const { service, company } = filing
  checkSelection(body)
  requirePaydayFiling(company)
  const isDryRun = body.dry_run ?? false
  if (!isDryRun) requireTransport(service, 'IR')
  const outcome = await service.database.transaction((tx) => file(filing, tx, body, resentId), {
    dryRun: isDryRun,
  })
  if (isDryRun) return { status: 200, body: dryRunOf(outcome) }
  const { ids, existing } = outcome
  if (existing !== null) return { status: 200, body: await viewOf(filing, existing, []) }
  for (const id of ids) await sendSubmission(service, id)
  return { status: 201, body: await viewOf(filing, present(ids.at(-1)), ids.slice(0, -1), outcome.heldBack) }
}

/**
 * The errors Inland Revenue would return for the pays of a run. The pays are processed in this transaction,
 * which is rolled back.
 */
export async function checkRunFiling(filing: Filing, tx: Tx, runId: number): Promise<ReportError[]> {
  // Filing refuses an empty run, but there is nothing to correct in it here.
  if ((await selectPays(tx, filing.company.id, { pay_run_id: runId })).length === 0) return []
  const { prepared } = await file(filing, tx, { pay_run_id: runId, dry_run: true, is_strict: true })
  return prepared.flatMap((one) => one.errors)
}

async function file(
  filing: Filing,
  tx: Tx,
  body: PaydaySelection,
  resentId: number | null = null,
): Promise<Outcome> {
  const { company } = filing
  await lockCompanyPays(tx, company.id)
  const selected = await selectPays(tx, company.id, body)
  const where = {
    dates: [...new Set(selected.map((pay) => pay.processed_date))],
    from: body.from_date ?? null,
    to: body.to_date ?? null,
    runId: body.pay_run_id ?? null,
  }
  const filed = await loadFiled(tx, company.id, where, { isExpected: true })
  const isFinal = (body.is_final_return ?? false) && (await hasFinalReturn(tx, company.id)) === null
  if (selected.length === 0 && filed.length === 0 && !isFinal)
    throw badRequest('There are no processed pays to file.')
  const held = new Set(body.hold_back ?? [])
  const outcome: Outcome = {
    prepared: [],
    heldBack: await nameHeldBack(
      tx,
      company.id,
      selected.map((pay) => pay.employee_id).filter((id) => held.has(id)),
    ),
    ids: [],
    lodged: [],
    existing: null,
  }
  const asked = paydaysOf(body, selected, filed, isFinal)
  requireAsked(body, selected, filed, asked.at(-1)?.payDate)
  const paydays = await withRefusedRequests(filing.service, tx, company.id, asked, resentId)
  const employeeIds = [...new Set([...selected, ...filed].map((each) => each.employee_id))]
  const [known, filer, formers] = await settleAll([
    loadFilingContext(filing.service, tx, company.id, paydays, employeeIds),
    filerOf(filing, tx),
    loadFormerIdentities(tx, filing.service.cipher, company.id),
  ])
  const context = { service: filing.service, known, filer, formers }
  for (const payday of paydays) await fileOne(filing, tx, body, payday, context, outcome)
  await recordPaysUpdated(filing.service, tx, company, [...new Set(outcome.lodged)])
  if (outcome.ids.length > 0 || body.dry_run) return outcome
  if (body.kiwisaver_opt_outs?.length)
    throw badRequest('A KiwiSaver opt-out is part of a return: send it with a payday that is not filed yet.')
  const earlier = [
    ...selected.map((pay) => pay.submission_id ?? 0),
    ...filed.map((line) => line.submission_id),
  ]
  const existing = Math.max((await hasFinalReturn(tx, company.id)) ?? 0, ...earlier)
  const faults = outcome.heldBack.flatMap((held) => held.errors)
  if (faults.length > 0) throw reportProblem(faults)
  if (existing === 0) throw badRequest('Everyone who is not filed yet is held back.')
  expectOutcome(200)
  return { ...outcome, existing }
}

/** Files one payday. Leaves out employees whom Inland Revenue would refuse, unless the request is strict. */
async function fileOne(
  filing: Filing,
  tx: Tx,
  body: PaydaySelection,
  payday: Payday,
  context: Parameters<typeof prepareFilings>[0],
  outcome: Outcome,
): Promise<void> {
  const { known } = context
  let { filings, same, sameLines } = prepareFilings(context, payday)
  const faulty = Map.groupBy(
    filings.flatMap((one) => one.errors),
    (error) => error.employee_id,
  )
  // A negative line makes the totals negative, too.
  const people = [...faulty.keys()].flatMap((id) => id ?? [])
  if (!isStrict(body) && people.length > 0) {
    const without = new Set([...payday.without, ...people])
    const rest = prepareFilings(context, { ...payday, without })
    if (!rest.filings.some((one) => one.errors.some((error) => error.employee_id === null))) {
      ;({ filings, same, sameLines } = rest)
      for (const [id, errors] of faulty)
        if (id !== null)
          outcome.heldBack.push({ employee_id: id, employee: errors[0]?.employee ?? '', errors })
    }
  }
  const [joined] = await settleAll([
    joinFiled(tx, sameLines, filing.service.clock.now()),
    markAsReported(tx, same),
    markSamePersons(tx, sameLines),
  ])
  outcome.lodged.push(...joined)
  addSame(known, same, joined)
  for (const one of filings) {
    if (one.errors.length > 0 && !body.dry_run) throw reportProblem(one.errors)
    outcome.prepared.push(one)
    if (one.errors.length > 0) continue
    const queued = await queueFiling(filing, tx, one, known, outcome.heldBack)
    outcome.ids.push(queued.id)
    outcome.lodged.push(...queued.payIds)
  }
}

/**
 * The filer: the company's contact, or the signed-in user if the company has no contact that Inland Revenue
 * accepts.
 */
async function filerOf({ company, userId }: Filing, tx: Tx): Promise<Filer> {
  const user = await loadUser(tx, userId)
  const emails = [company.email_address, user.email].flatMap((email) => email || [])
  return {
    irdNumber: company.ird_number ?? '',
    contactName: company.contact_name || user.name,
    contactPhone: company.phone ?? '',
    contactEmail: emails.find(isInlandRevenueEmail) ?? emails[0] ?? '',
    software: `Tasman_Payroll_v${RELEASE}`,
  }
}

async function viewOf(
  { service, company }: Filing,
  id: number,
  related: readonly number[],
  heldBack?: readonly HeldBack[],
): Promise<SubmissionView> {
  const row = await findSubmission(service.database.query, company.id, 'IR', id)
  if (!row) throw new Error(`submission ${id} has gone`)
  return viewSubmission(service.database.query, row, related, heldBack)
}

function dryRunOf({ prepared, heldBack }: Outcome): DryRunView {
  const errors = prepared.flatMap((filing) => filing.errors)
  return {
    dry_run: true,
    is_valid: errors.length === 0,
    errors,
    held_back: viewHeldBack(heldBack),
    warnings: prepared.flatMap((filing) => filing.warnings),
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
