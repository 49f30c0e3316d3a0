import type { Company } from '../../database/tables/companies.ts'
import { formatName } from '../../http/view.ts'
import { type Decimal, decimal, sum, ZERO } from '../../payroll/money.ts'
import { badRequest, conflict, notFound } from '../../problem.ts'
import { mask } from '../../security/field-encryption.ts'
import type { Service } from '../../service.ts'
import { abaFile } from './aba.ts'
import { loadPayeeAccounts } from './accounts.ts'
import { bnzFile } from './bnz.ts'
import { findRun, listRunPays } from './queries.ts'
import { type AccountPayment, splitNet } from './split.ts'

/** What a run pays by bank, and what it pays in other ways. */
type RunPayments = {
  runId: number
  payDate: string
  payments: (AccountPayment & { employeeId: number; name: string })[]
  cash: Decimal
  other: Decimal
  /** Employees who should be paid by bank and have no account. */
  withoutAccount: { employee_id: number; name: string }[]
}

/** The bank file of a processed run: ABA in Australia, BNZ direct credit in New Zealand. */
export async function writeBankFile(
  service: Service,
  company: Company,
  runId: number,
  options: { isSelfBalancing: boolean },
): Promise<{ name: string; text: string; total: string; count: number }> {
  const run = await collectPayments(service, company, runId)
  if (run.withoutAccount.length > 0) {
    const names = run.withoutAccount.map(({ employee_id: id, name }) => `${name} (${id})`).join(', ')
    throw badRequest(`No bank account on file for ${names}. Add one, or change the pay method.`)
  }
  if (run.payments.length === 0) throw badRequest('Nobody in this run is paid by bank.')
  const text =
    company.jurisdiction === 'AU'
      ? auFile(service, company, run, options.isSelfBalancing)
      : nzFile(service, company, run)
  return {
    name: `pay-run-${runId}.${company.jurisdiction === 'AU' ? 'aba' : 'txt'}`,
    text,
    total: sum(run.payments.map((payment) => payment.amount)).toFixed(2),
    count: run.payments.length,
  }
}

/** The same in figures: who gets how much on which account, and what is left out of the file. */
export async function summariseBankFile(service: Service, company: Company, runId: number) {
  const run = await collectPayments(service, company, runId)
  return {
    pay_run_id: run.runId,
    pay_date: run.payDate,
    format: company.jurisdiction === 'AU' ? ('ABA' as const) : ('BNZ' as const),
    payment_count: run.payments.length,
    total: Number(sum(run.payments.map((payment) => payment.amount)).toFixed(2)),
    cash_total: Number(run.cash.toFixed(2)),
    other_total: Number(run.other.toFixed(2)),
    payments: run.payments.map(({ employeeId, name, account, amount }) => ({
      employee_id: employeeId,
      format_name: name,
      account_name: account.accountName,
      account_number: mask(account.accountNumber),
      amount: Number(amount.toFixed(2)),
    })),
    without_account: run.withoutAccount,
  }
}

async function collectPayments(service: Service, company: Company, runId: number): Promise<RunPayments> {
  const { query } = service.database
  const run = await findRun(query, company.id, runId)
  if (!run) throw notFound('There is no such pay run.')
  const pays = await listRunPays(query, run.id)
  if (pays.length === 0) throw conflict('This pay run has no pays.')
  if (pays.some((pay) => pay.status === 'pending'))
    throw conflict('This pay run has pays that are not processed. Process it first.')
  const accounts = await loadPayeeAccounts(query, service.cipher, pays)
  const collected: RunPayments = {
    runId: run.id,
    payDate: pays.reduce((latest, pay) => (pay.processed_date > latest ? pay.processed_date : latest), ''),
    payments: [],
    cash: ZERO,
    other: ZERO,
    withoutAccount: [],
  }
  for (const pay of pays) {
    const net = decimal(pay.net)
    if (pay.pay_method === 'CASH') collected.cash = collected.cash.plus(net)
    else if (pay.pay_method === 'OTHER') collected.other = collected.other.plus(net)
    else if (net.gt(ZERO)) {
      const own = accounts.get(pay.id) ?? []
      const name = formatName(pay)
      if (own.length === 0) collected.withoutAccount.push({ employee_id: pay.id, name })
      for (const payment of splitNet(net, own))
        collected.payments.push({ ...payment, employeeId: pay.id, name })
    }
  }
  return collected
}

function auFile(service: Service, company: Company, run: RunPayments, isSelfBalancing: boolean): string {
  const required = {
    bank_bsb: company.bank_bsb,
    bank_account_number: company.bank_account_number,
    bank_name_code: company.bank_name_code,
    direct_entry_user_id: company.direct_entry_user_id,
  }
  requireBankDetails(required)
  const withoutBsb = run.payments.find((payment) => !payment.account.bsb)
  if (withoutBsb) throw badRequest(`The bank account of ${withoutBsb.name} has no BSB.`)
  return abaFile(
    {
      name: company.bank_account_name ?? company.legal_name,
      bankCode: company.bank_name_code ?? '',
      userId: company.direct_entry_user_id ?? '',
      bsb: company.bank_bsb ?? '',
      account: service.cipher.decrypt(company.bank_account_number ?? ''),
      isSelfBalancing,
    },
    run.payments.map(({ account, amount }) => ({
      bsb: account.bsb ?? '',
      account: account.accountNumber,
      title: account.accountName,
      reference: account.reference ?? reference(run.payDate),
      amount: amount.toFixed(2),
    })),
    run.payDate,
  )
}

function nzFile(service: Service, company: Company, run: RunPayments): string {
  requireBankDetails({ bank_account_number: company.bank_account_number })
  return bnzFile(
    {
      name: company.bank_account_name ?? company.legal_name,
      account: service.cipher.decrypt(company.bank_account_number ?? ''),
    },
    run.payments.map(({ account, amount }) => ({
      account: account.accountNumber,
      name: account.accountName,
      reference: account.reference ?? reference(run.payDate),
      amount: amount.toFixed(2),
    })),
    { due: run.payDate, created: service.clock.today() },
    `PAYRUN ${run.runId}`,
  )
}

function requireBankDetails(details: Record<string, string | null>): void {
  const missing = Object.entries(details)
    .filter(([, value]) => !value)
    .map(([name]) => name)
  if (missing.length > 0) throw badRequest(`Set ${missing.join(', ')} of the company first.`)
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** PAY 19NOV2026 on the payee's statement. */
function reference(payDate: string): string {
  return `PAY ${payDate.slice(8)}${MONTHS[Number(payDate.slice(5, 7)) - 1]}${payDate.slice(0, 4)}`
}
