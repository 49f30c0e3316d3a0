import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PaymentFile } from '../../../database/tables/payments.ts'
import type { Caller } from '../../../http/caller.ts'
import { badRequest, conflict, notFound } from '../../../kernel/problem.ts'
import { counted } from '../../../kernel/values/counted.ts'
import { decimal, sum } from '../../../kernel/values/money.ts'
import { quoteName } from '../../../kernel/values/quote-name.ts'
import type { Service } from '../../../service.ts'
import { openText, sealText } from '../../lodgements/lodgements/index.ts'
import { listFileAuthors, lockCompanyPays } from '../../pays/pays/index.ts'
import { reconstructSnapshots } from '../../pays/snapshots/index.ts'
import { requireApproval } from '../../platform/approvals/index.ts'
import { formatOf } from '../bank-files/index.ts'
import {
  type Collected,
  type Credit,
  collectCredits,
  type HeldBackPayment,
  lastPayDate,
  requireAccounts,
  withoutAccountOf,
} from './collect.ts'
import { type FileAbout, type FileOptions, leaveOutUnfit, textOf } from './fit.ts'
import { withoutHeldAccounts } from './held-accounts.ts'
import { leftOver, namesOf, unverified } from './left-over.ts'
import { type Item, loadItems } from './load-items.ts'
import { raisedIn, twiceIn } from './named-in-file.ts'
import { fromEarlierDays, paidAgain } from './paid-again.ts'
import {
  countRunPays,
  endLines,
  findFile,
  findRun,
  findUnknownPays,
  firstPayDate,
  insertLines,
  takeFileId,
} from './queries.ts'
import { returnedAccountWarnings } from './returned-accounts.ts'
import { nothingToPay, type Selection } from './selection.ts'
import { type SplitCredit, sealCredits } from './split-credits.ts'
import { dateWarnings, requirePast, valueDateOf } from './value-date.ts'

export type MadeFile = { file: PaymentFile; heldBack: HeldBackPayment[]; leftOver: string[] }

const COLUMN = 'payment_files.content'

/** Creates and stores a file of the open items. A lock ensures that no item is in two active files. */
export async function makeFile(
  service: Service,
  company: Company,
  caller: Pick<Caller, 'userId'>,
  selection: Selection,
  options: FileOptions,
): Promise<MadeFile> {
  await reconstructSnapshots(service, undefined, { companyId: company.id })
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const selected = await selectItems(tx, company, selection)
    const open = selected.chosen.filter((item) => item.open.gt(decimal('0')))
    const valueDate = valueDateOf(service, company, open, options.valueDate)
    const isEach = 'pay_ids' in selection || 'pay_date' in selection
    const waits = (item: Item) =>
      !isEach && !('pay_run_id' in selection && options.valueDate) && item.payDate > valueDate
    const due = selected.chosen.filter((item) => !waits(item))
    const { free: chosen, held } = await withoutHeldAccounts(service, tx, company, due)
    const collected = await collectCredits(service, tx, chosen, selected.all)
    collected.returned.push(...held)
    if (options.isStrict) requireAccounts(collected)
    const about = { runId: 'pay_run_id' in selection ? selection.pay_run_id : null, valueDate, options }
    const { fit, refused } = leaveOutUnfit(service, company, collected, about)
    const heldBack = [...withoutAccountOf(collected), ...collected.returned, ...refused]
    const [back] = collected.returned
    if (back && (options.isStrict || fit.credits.length === 0))
      throw conflict(`${back.employee}: ${back.reason}`)
    if (fit.credits.length === 0) {
      requireAccounts(collected)
      throw nothingToPay(selection, chosen, collected)
    }
    const file = await storeFile(service, tx, company, caller, about, fit)
    const later = selected.chosen.filter((item) => waits(item) && item.open.gt(decimal('0')))
    return {
      file,
      heldBack,
      leftOver: [
        ...heldBack.map(({ employee, reason }) => `${employee} was held back: ${reason}`),
        ...leftOver(chosen, collected),
        ...(await returnedAccountWarnings(service, tx, company, fit.credits)).map(({ sentence }) => sentence),
        ...dateWarnings(service, company, valueDate, fit.paid),
        ...(later.length > 0
          ? [`${namesOf(later)}: the pay date is after ${valueDate}, so it needs a separate file.`]
          : []),
        ...unverified(formatOf(company, file.format)),
      ],
    }
  })
}

/** The requested items, and all items of the same runs: amounts already sent in a run affect the account split. */
async function selectItems(
  tx: Tx,
  company: Company,
  selection: Selection,
): Promise<{ chosen: Item[]; all: Item[] }> {
  if ('pay_run_id' in selection) {
    await requireProcessedRun(tx, company, selection.pay_run_id)
    const all = await loadItems(tx, company.id, { runIds: [selection.pay_run_id] })
    return { chosen: all, all }
  }
  const chosen = await chooseItems(tx, company, selection)
  const runIds = [...new Set(chosen.map((item) => item.runId))]
  return { chosen, all: await loadItems(tx, company.id, { runIds }) }
}

async function chooseItems(tx: Tx, company: Company, selection: Exclude<Selection, { pay_run_id: number }>) {
  if ('pay_date' in selection)
    return loadItems(tx, company.id, { fromDate: selection.pay_date, toDate: selection.pay_date })
  if ('all_open' in selection) return loadItems(tx, company.id, {})
  const unknown = await findUnknownPays(tx, company.id, selection.pay_ids)
  if (unknown.length > 0) throw badRequest(`The company has no processed pay ${unknown.join(', ')}.`)
  const chosen = await loadItems(tx, company.id, { payIds: selection.pay_ids })
  const sent = chosen.find((item) => item.kind === 'net' && item.open.eq(decimal('0')))
  if (sent?.owed.eq(decimal('0')) && sent.sent.eq(decimal('0')))
    throw badRequest(`Pay ${sent.payId} of ${sent.name} has a net of zero: there is nothing to pay.`)
  if (sent)
    throw conflict(`Pay ${sent.payId} of ${sent.name} has nothing open: it is already in a file or settled.`)
  return chosen
}

export async function requireProcessedRun(
  tx: Parameters<typeof findRun>[0],
  company: Company,
  runId: number,
) {
  const run = await findRun(tx, company.id, runId)
  if (!run) throw notFound('There is no such pay run.')
  const pays = await countRunPays(tx, run.id)
  if (pays.all === 0 && (await loadItems(tx, company.id, { runIds: [run.id] })).length === 0)
    throw conflict('This pay run has no pays.')
  if (pays.pending > 0) throw conflict('This pay run has pays that are not processed. Process it first.')
  return run
}

async function storeFile(
  service: Service,
  tx: Tx,
  company: Company,
  caller: Pick<Caller, 'userId'>,
  about: FileAbout,
  { credits, paid }: Collected,
): Promise<PaymentFile> {
  const total = sum(credits.map((credit) => decimal(credit.amount)))
  if (!total.eq(sum(paid.map((item) => item.open))))
    throw new Error('the credits of a bank file do not add up to what it pays')
  const gate = { kind: 'file' as const, customerId: company.customer_id, companyId: company.id }
  await requireApproval(tx, gate, async () => ({
    summary: [
      `Creates a bank file of ${quoteName(company.legal_name)}: ${counted(credits.length, 'payment')}, $${total.toFixed(2)}, on ${about.valueDate}.`,
      ...(await paidAgain(tx, company.id, paid)),
      ...fromEarlierDays(paid),
      ...(await twiceIn(tx, company, paid)),
      ...(await raisedIn(tx, company, paid)),
    ].join(' '),
    outcome: credits.map(({ bsb, account, amount, reference }) => [bsb, account, amount, reference]),
    authors: await listFileAuthors(tx, company.id, paid),
  }))
  const id = await takeFileId(tx)
  const { runId, valueDate } = about
  const format = formatOf(company, about.options.format)
  const text = textOf(service, company, credits, about, id)
  const file = await tx
    .insertInto('payment_files')
    .values({
      id,
      customer_id: company.customer_id,
      company_id: company.id,
      pay_run_id: runId,
      format: format.name,
      name: `${runId === null ? `payments-${id}` : `pay-run-${runId}`}.${format.extension}`,
      content: sealText(service.cipher, COLUMN, String(id), text),
      split_credits: sealCredits(service.cipher, id, splitCreditsOf(credits)),
      pay_date: lastPayDate(paid),
      value_date: valueDate,
      total: total.toFixed(2),
      payment_count: credits.length,
      settled_on: null,
      reference: null,
      cancelled_at: null,
      cancel_reason: null,
      created_by: caller.userId,
      created_at: service.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const lines = paid.map((item) => ({ ...item, amount: item.open.toFixed() }))
  await insertLines(tx, company, { column: 'payment_file_id', id }, lines)
  return file
}

const splitCreditsOf = (credits: readonly Credit[]): SplitCredit[] =>
  credits.flatMap(({ employeeId, bsb, account, splitRuns }) =>
    splitRuns.map(({ runId, amount }) => ({
      employee_id: employeeId ?? 0,
      pay_run_id: runId,
      bsb,
      account_number: account,
      amount: amount.toFixed(2),
      returned: '0.00',
    })),
  )

export function fileText({ cipher }: Service, file: PaymentFile): string {
  return openText(cipher, COLUMN, String(file.id), file.content)
}

export async function requireFile(service: Service, company: Company, id: number): Promise<PaymentFile> {
  const file = await findFile(service.database.query, company.id, id)
  if (!file) throw notFound(`No bank file of this company has the id ${id}.`)
  return file
}

/** Cancels a file that the bank has not accepted. Its items are open again. */
export function cancelFile(
  service: Service,
  company: Company,
  id: number,
  reason: string | null,
): Promise<PaymentFile> {
  return changeFile(service, company, id, async (tx, file) => {
    if (file.status !== 'made')
      throw conflict(
        file.status === 'settled'
          ? `Bank file ${id} is marked as settled: the bank has accepted it. If it has not, clear the settlement first.`
          : `Bank file ${id} is already cancelled.`,
      )
    await endLines(tx, { column: 'payment_file_id', id })
    return { status: 'cancelled', cancelled_at: service.clock.now(), cancel_reason: reason }
  })
}

/** Records that the bank accepted the file, or reverses that. */
export function settleFile(
  service: Service,
  company: Company,
  id: number,
  settled: { on: string | null; reference: string | null },
): Promise<PaymentFile> {
  return changeFile(service, company, id, async (tx, file) => {
    if (file.status === 'cancelled') throw conflict(`Bank file ${id} is cancelled: create another one.`)
    if (settled.on !== null) {
      const first = await firstPayDate(tx, { column: 'payment_file_id', id })
      const earliest = [first, file.value_date].flatMap((day) => day ?? []).sort()[0] ?? null
      requirePast(service, company, 'settled_on', settled.on, earliest)
    }
    return {
      status: settled.on === null ? 'made' : 'settled',
      settled_on: settled.on,
      reference: settled.on === null ? null : settled.reference,
    }
  })
}

function changeFile(
  service: Service,
  company: Company,
  id: number,
  change: (tx: Tx, file: PaymentFile) => Promise<Partial<PaymentFile>>,
): Promise<PaymentFile> {
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const file = await findFile(tx, company.id, id, { lock: true })
    if (!file) throw notFound(`No bank file of this company has the id ${id}.`)
    const changes = await change(tx, file)
    return tx
      .updateTable('payment_files')
      .set(changes)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}
