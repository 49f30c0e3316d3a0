import type { Company } from '../../../database/tables/companies.ts'
import type { PaymentFile } from '../../../database/tables/payments.ts'
import type { Caller } from '../../../http/caller.ts'
import { saying } from '../../../http/view.ts'
import { conflict } from '../../../kernel/problem.ts'
import { sum, ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { reconstructSnapshots } from '../../pays/snapshots/index.ts'
import { formatOf } from '../bank-files/index.ts'
import { collectCredits, shownCredit } from './collect.ts'
import { makeFile, requireProcessedRun } from './files.ts'
import type { FileOptions } from './fit.ts'
import { isToRecover, loadItems } from './load-items.ts'
import { findLastRunFile } from './queries.ts'
import { returnedAccountWarnings } from './returned-accounts.ts'

/**
 * The run's file. It is created if something is open and the caller may write; otherwise the last stored file
 * is returned. This is the only GET that writes, because the route is older than stored files.
 */
export async function runFile(
  service: Service,
  company: Company,
  caller: Pick<Caller, 'userId'> & { mayWrite: boolean },
  runId: number,
  options: FileOptions,
): Promise<{ file: PaymentFile; isMade: boolean }> {
  const { query } = service.database
  await requireProcessedRun(query, company, runId)
  const last = await findLastRunFile(query, company.id, runId)
  if (!caller.mayWrite) {
    if (last) return { file: last, isMade: false }
    throw conflict(
      `No bank file of this run is stored. POST /api/company/${company.id}/payments/files makes one; it needs payroll.write.`,
    )
  }
  if (last && !(await hasOpenByBank(service, company, runId))) return { file: last, isMade: false }
  const { file } = await makeFile(service, company, caller, { pay_run_id: runId }, options)
  return { file, isMade: true }
}

async function hasOpenByBank(service: Service, company: Company, runId: number): Promise<boolean> {
  const { query } = service.database
  const items = await loadItems(query, company.id, { runIds: [runId] })
  const { credits, withoutAccount } = await collectCredits(service, query, items, items)
  return credits.length > 0 || withoutAccount.length > 0
}

/** The run's bank payments, sent or not, its other payments, and its payment status. */
export async function summariseRun(service: Service, company: Company, runId: number) {
  const { query } = service.database
  await requireProcessedRun(query, company, runId)
  await reconstructSnapshots(service, undefined, { companyId: company.id })
  const items = await loadItems(query, company.id, { runIds: [runId] })
  const unsent = items.map((item) => ({ ...item, sent: ZERO, inFile: ZERO, open: item.owed }))
  const whole = await collectCredits(service, query, unsent, unsent)
  const figure = (values: readonly (typeof ZERO)[]) => Number(sum(values).toFixed(2))
  const last = await findLastRunFile(query, company.id, runId)
  const { credits } = await collectCredits(service, query, items, items)
  const warnings = await returnedAccountWarnings(service, query, company, credits)
  const summary = {
    pay_run_id: runId,
    pay_date: items.reduce((latest, item) => (item.payDate > latest ? item.payDate : latest), ''),
    format: formatOf(company, undefined).name,
    payment_count: whole.credits.length,
    total: figure(whole.paid.map((item) => item.open)),
    cash_total: Number(whole.cash.toFixed(2)),
    other_total: Number(whole.other.toFixed(2)),
    open_total: figure(items.filter((item) => !isToRecover(item)).map((item) => item.open)),
    in_file_total: figure(items.map((item) => item.inFile)),
    settled_total: figure(items.map((item) => item.sent.minus(item.inFile))),
    to_recover_total: figure(items.filter(isToRecover).map((item) => ZERO.minus(item.open))),
    last_file_id: last?.id ?? null,
    payments: whole.credits.map(shownCredit),
    without_account: whole.withoutAccount,
  }
  return saying(
    summary,
    warnings.map(({ sentence }) => sentence),
  )
}
