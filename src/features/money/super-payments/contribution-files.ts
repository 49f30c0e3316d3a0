import { randomUUID } from 'node:crypto'
import { countryOf, todayOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { amount, saying, timestamp } from '../../../http/view.ts'
import { badRequest, conflict, invalid, notFound } from '../../../kernel/problem.ts'
import { counted } from '../../../kernel/values/counted.ts'
import { sum } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import { quoteName } from '../../../kernel/values/quote-name.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import type { Service } from '../../../service.ts'
import { lookUpFunds } from '../../employees/employees/index.ts'
import { openAccountNumber } from '../../employer/companies/index.ts'
import { openText, sealText } from '../../lodgements/lodgements/index.ts'
import { listFileAuthors, lockCompanyPays } from '../../pays/pays/index.ts'
import { reconstructSnapshots, sealParty } from '../../pays/snapshots/index.ts'
import { requireApproval } from '../../platform/approvals/index.ts'
import {
  endLines,
  findUnknownPays,
  firstPayDate,
  insertLines,
  loadFileLines,
  type NewLine,
  paidAgain,
  requirePast,
} from '../payments/index.ts'
import { type Batch, collectBatch } from './batch.ts'
import { totalOf, withoutNegatives } from './contributions.ts'
import { heldBackProblem, holdBack } from './hold-back.ts'
import { loadEmployers } from './load-employers.ts'
import { findCells, incompleteUsis, loadEnds } from './load-members.ts'
import { loadOwed, type Owed, openOf, viewContribution } from './owed.ts'
import {
  changeFile,
  findFile,
  findRun,
  LISTED,
  type ListedFile,
  nameRows,
  type SuperFilter,
} from './queries.ts'
import { type Sender, writeSaff } from './saff.ts'
import type { Contribution, SuperFileCreate, SuperFilePaid, SuperFileView } from './schema.ts'

/** Only countries that pay contributions to funds have a contribution file. */
export function requireContributionFile(company: Company): void {
  const { name, retirement, words } = countryOf(company.jurisdiction)
  if (retirement.contributionFile === null)
    throw badRequest(
      `Super payments are for Australian companies; ${name} has ${retirement.name}, paid with ${words.tax}.`,
    )
}

/** Today's date in the company's time zone. */
/** Every contribution of the company's processed pays, with its fund, due date and status. */
export async function listContributions(
  service: Service,
  company: Company,
  filter: SuperFilter & { status?: Contribution['status'] },
): Promise<Contribution[]> {
  requireContributionFile(company)
  await reconstructSnapshots(service, undefined, { companyId: company.id })
  const owed = await loadOwed(service, service.database.query, company.id, filter)
  const today = todayOf(service, company)
  const rows = owed.map((each) => viewContribution(each, today))
  return filter.status ? rows.filter((row) => row.status === filter.status) : rows
}

/**
 * Creates the contribution file of open items, for a run or for the whole company. Overpaid amounts are not
 * included.
 */
export async function createFile(
  service: Service,
  company: Company,
  wanted: SuperFileCreate,
): Promise<SuperFileView> {
  requireContributionFile(company)
  const runId = wanted.pay_run_id ?? null
  const ways = [wanted.pay_run_id, wanted.pay_ids, wanted.all_open].filter((way) => way !== undefined)
  if (ways.length !== 1) throw invalid(['body'], 'Send exactly one of pay_run_id, pay_ids or all_open')
  await reconstructSnapshots(service, undefined, { companyId: company.id })
  const filter = {
    ...(wanted.pay_run_id === undefined ? {} : { pay_run_id: wanted.pay_run_id }),
    ...(wanted.pay_ids === undefined ? {} : { pay_ids: wanted.pay_ids }),
  }
  const what = wanted.all_open ? 'company' : wanted.pay_ids ? 'selection' : 'run'
  // Query the registry before locking the company's pays.
  await lookUpFunds(
    service,
    incompleteUsis(await loadOwed(service, service.database.query, company.id, filter)),
  )
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    if (runId !== null && !(await findRun(tx, company.id, runId)))
      throw notFound(`No pay run of this company has the id ${runId}.`)
    if (wanted.pay_ids) {
      const unknown = await findUnknownPays(tx, company.id, wanted.pay_ids)
      if (unknown.length > 0) throw badRequest(`The company has no processed pay ${unknown.join(', ')}.`)
    }
    const all = await loadOwed(service, tx, company.id, filter)
    const whole = collectBatch(all)
    if (all.length === 0) throw badRequest(`This ${what} has no processed pay that owes super.`)
    if (whole.rows.length === 0) throw conflict(`Every contribution of this ${what} is already in a file.`)
    const { batch, heldBack, warnings } = await holdBack(service, tx, company, whole)
    if (heldBack.length > 0 && (wanted.is_strict || batch.rows.length === 0)) throw heldBackProblem(heldBack)
    const file = viewFile(service, await storeFile(service, tx, company, runId, batch))
    return saying({ ...file, held_back: heldBack }, warnings)
  })
}

async function storeFile(
  service: Service,
  tx: Tx,
  company: Company,
  runId: number | null,
  { rows, sent }: Batch,
): Promise<ListedFile> {
  const { cipher, clock } = service
  const sender = senderOf(service, company)
  const paid = rows.map(({ each }) => each)
  const { rows: members } = await findCells(service, tx, paid)
  const ends = await loadEnds(tx, paid)
  const employerOf = await loadEmployers(service, tx, company, paid)
  const fileId = randomUUID()
  const lines = rows.map(({ each, parts }, index) => {
    const fund = members[index]?.fund ?? null
    return {
      member: { ...present(members[index]).member, ...ends(each) },
      employer: employerOf(each.pay.id),
      share: { ...parts, fund, amount: totalOf(parts) },
      periodStart: each.pay.period_start,
      periodEnd: each.pay.period_end,
      paymentReference: `TAS${each.pay.pay_run_id}-${each.pay.id}-${fund?.rank ?? 0}`,
    }
  })
  const total = sum(sent.map(openOf)).toFixed(2)
  const gate = { kind: 'file' as const, customerId: company.customer_id, companyId: company.id }
  const items = sent.map((each) => ({ payId: each.pay.id, kind: 'super' as const, party: each.party }))
  await requireApproval(tx, gate, async () => ({
    summary: [
      `Creates a contribution file of ${quoteName(company.legal_name)}: ${counted(rows.length, 'contribution')}, $${total}.`,
      ...(await paidAgain(tx, company.id, items)),
    ].join(' '),
    outcome: lines.map(({ share, member: _member, ...line }) => [line, share.fund, share.amount.toFixed(2)]),
    authors: await listFileAuthors(tx, company.id, items),
  }))
  const file = await tx
    .insertInto('super_files')
    .values({
      customer_id: company.customer_id,
      company_id: company.id,
      pay_run_id: runId,
      file_id: fileId,
      content: sealText(
        cipher,
        'super_files.content',
        fileId,
        writeSaff(fileId, sender, todayOf(service, company), lines),
      ),
      total,
      contribution_count: rows.length,
      created_at: clock.now(),
      paid_on: null,
      received_on: null,
      cancelled_at: null,
    })
    .returning(LISTED)
    .executeTakeFirstOrThrow()
  const own = sent.map((each) => lineOf(cipher, each, withoutNegatives(each.open)))
  await insertLines(tx, company, { column: 'super_file_id', id: file.id }, own)
  await nameRows(tx, cipher, file.id, paid)
  return file
}

export function lineOf(cipher: FieldCipher, each: Owed, parts: Owed['open']): NewLine {
  return {
    payId: each.pay.id,
    employeeId: each.pay.employee_id,
    runId: each.pay.pay_run_id,
    payDate: each.pay.processed_date,
    kind: 'super',
    party: sealParty(cipher, each.pay.id, each.party),
    amount: openOf(each).toFixed(),
    sacrificed: parts.sacrificed.toFixed(),
    voluntary: parts.voluntary.toFixed(),
  }
}

/** Records that the contributions of a file were paid, or reverses that. */
export async function payFile(
  service: Service,
  company: Company,
  id: number,
  { paid_on: paidOn, received_on: received }: SuperFilePaid,
): Promise<SuperFileView> {
  requireContributionFile(company)
  const file = await requireFile(service, company, id)
  if (file.cancelled_at) throw conflict(`Contribution file ${id} is cancelled: create another one.`)
  if (paidOn !== null) {
    const first = await firstPayDate(service.database.query, { column: 'super_file_id', id })
    requirePast(service, company, 'paid_on', paidOn, first)
  }
  const receivedOn = paidOn === null ? null : received === undefined ? file.received_on : received
  if (received && paidOn === null)
    throw badRequest('received_on needs paid_on: funds cannot receive a file before it is paid.')
  if (receivedOn !== null && paidOn !== null)
    requirePast(service, company, 'received_on', receivedOn, paidOn, 'paid_on')
  const change = { paid_on: paidOn, received_on: receivedOn }
  return viewFile(service, await changeFile(service.database.query, id, change))
}

/** Cancels a file that was not paid. Its contributions are open again. */
export async function cancelFile(service: Service, company: Company, id: number): Promise<SuperFileView> {
  requireContributionFile(company)
  await requireFile(service, company, id)
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const file = await findFile(tx, company.id, id)
    if (file?.cancelled_at) throw conflict(`Contribution file ${id} is already cancelled.`)
    if (file?.transmission)
      throw conflict(`Contribution file ${id} was sent to the funds: record what they return instead.`)
    if (file?.paid_on)
      throw conflict(`Contribution file ${id} was paid on ${file.paid_on}: it cannot be cancelled.`)
    await endLines(tx, { column: 'super_file_id', id })
    const cancelled = viewFile(service, await changeFile(tx, id, { cancelled_at: service.clock.now() }))
    return saying(cancelled, [`${cancelled.total.toFixed(2)} that the file would have paid is open again.`])
  })
}

/** The file itself, as CSV text. */
export async function readFile(
  service: Service,
  company: Company,
  id: number,
): Promise<{ name: string; text: string }> {
  const file = await requireFile(service, company, id)
  const text = openText(service.cipher, 'super_files.content', file.file_id, file.content)
  return {
    name: file.pay_run_id === null ? `super-${file.id}.csv` : `super-run-${file.pay_run_id}-${file.id}.csv`,
    text,
  }
}

/** The contributions in a file by member, and their outcomes. */
export async function listFileLines(service: Service, company: Company, id: number) {
  const file = await requireFile(service, company, id)
  return loadFileLines(service.database.query, service.cipher, file.id, 'super_file_id')
}

async function requireFile(service: Service, company: Company, id: number) {
  const file = await findFile(service.database.query, company.id, id)
  if (!file) throw notFound(`No contribution file of this company has the id ${id}.`)
  return file
}

export function viewFile({ ports }: Pick<Service, 'ports'>, file: ListedFile): SuperFileView {
  return {
    id: file.id,
    company_id: file.company_id,
    pay_run_id: file.pay_run_id,
    file_id: file.file_id,
    total: amount(file.total),
    contribution_count: file.contribution_count,
    paid_on: file.paid_on,
    received_on: file.received_on,
    cancelled_at: timestamp(file.cancelled_at),
    created_at: timestamp(file.created_at),
    transmission: file.transmission,
    receipt: file.receipt,
    answer_notes: file.answer_notes,
    can_send: ports.superGateway !== null && file.transmission === null && file.cancelled_at === null,
  }
}

/** A clearing house requires all of these fields. */
export function senderOf(service: Service, company: Company): Sender {
  const needed = ['abn', 'email_address', 'phone', 'contact_name', 'bank_bsb', 'bank_account_number'] as const
  const missing = needed.filter((name) => !company[name])
  if (missing.length > 0)
    throw badRequest(`A contribution file needs more company details: set ${missing.join(', ')}.`)
  const [given = '', ...family] = (company.contact_name ?? '').trim().split(/\s+/)
  return {
    abn: company.abn ?? '',
    name: company.legal_name,
    contactGivenName: family.length > 0 ? given : '',
    contactFamilyName: family.join(' ') || given,
    email: company.email_address ?? '',
    phone: company.phone ?? '',
    bsb: company.bank_bsb ?? '',
    accountNumber: openAccountNumber(service.cipher, company) ?? '',
    accountName: company.bank_account_name ?? company.legal_name,
  }
}
