import type { Company } from '../../database/tables/companies.ts'
import { formatName } from '../../http/view.ts'
import { type Decimal, decimal, sum, ZERO } from '../../payroll/money.ts'
import { present } from '../../payroll/present.ts'
import { badRequest, conflict, notFound } from '../../problem.ts'
import { mask } from '../../security/field-encryption.ts'
import type { Service } from '../../service.ts'
import { openAccountNumber } from '../companies/index.ts'
import { abaFile } from './aba.ts'
import { loadPayeeAccounts } from './accounts.ts'
import { bnzFile, runReference } from './bnz.ts'
import { findRun, listRunPays } from './queries.ts'
import { type AccountPayment, splitNet } from './split.ts'
import { firstPrintable } from './text.ts'

type RunPayment = AccountPayment & { employeeId: number; employeeNumber: string | null; name: string }

/** What a run pays by bank, and what it pays in other ways. */
type RunPayments = {
  runId: number
  payDate: string
  payments: RunPayment[]
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
  const { extension, write } = FILES[company.jurisdiction]
  const text = write(service, company, run, options.isSelfBalancing)
  return {
    name: `pay-run-${runId}.${extension}`,
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
    format: FILES[company.jurisdiction].format,
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

/**
 * A fixed amount is meant for the period, so several pays of one employee are split once, as the sum of their nets.
 * A negative one thereby lowers the others; where nothing above zero is left, the employee is not in the file.
 */
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
  for (const [employeeId, own] of Map.groupBy(pays, (pay) => pay.id)) {
    const employee = present(own[0])
    const net = sum(own.map((pay) => decimal(pay.net)))
    if (employee.pay_method === 'CASH') collected.cash = collected.cash.plus(net)
    else if (employee.pay_method === 'OTHER') collected.other = collected.other.plus(net)
    else if (net.gt(ZERO)) {
      const payee = { employeeId, employeeNumber: employee.number, name: formatName(employee) }
      const payments = splitNet(net, accounts.get(employeeId) ?? [])
      if (payments.length === 0) collected.withoutAccount.push({ employee_id: employeeId, name: payee.name })
      collected.payments.push(...payments.map((payment) => ({ ...payment, ...payee })))
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
  return abaFile(
    {
      name: payerName(company),
      bankCode: company.bank_name_code ?? '',
      userId: company.direct_entry_user_id ?? '',
      bsb: company.bank_bsb ?? '',
      account: openAccountNumber(service.cipher, company) ?? '',
      isSelfBalancing,
    },
    run.payments.map((payment) => ({
      whose: whose(payment),
      bsb: payment.account.bsb ?? '',
      account: payment.account.accountNumber,
      title: payeeName(payment),
      reference: firstPrintable([payment.account.reference]) ?? `${payDay(run)}${run.payDate.slice(0, 4)}`,
      amount: payment.amount.toFixed(2),
    })),
    run.payDate,
  )
}

function nzFile(service: Service, company: Company, run: RunPayments): string {
  requireBankDetails({ bank_account_number: company.bank_account_number })
  return bnzFile(
    {
      name: payerName(company),
      account: openAccountNumber(service.cipher, company) ?? '',
    },
    run.payments.map((payment) => ({
      whose: whose(payment),
      account: payment.account.accountNumber,
      name: payeeName(payment),
      reference: firstPrintable([payment.account.reference]) ?? payDay(run),
      amount: payment.amount.toFixed(2),
    })),
    { due: run.payDate, created: service.clock.today() },
    runReference(run.runId),
  )
}

function requireBankDetails(details: Record<string, string | null>): void {
  const missing = Object.entries(details)
    .filter(([, value]) => !value)
    .map(([name]) => name)
  if (missing.length > 0) throw badRequest(`Set ${missing.join(', ')} of the company first.`)
}

/** A bank file holds Latin letters only, and the payer's name in it must not be blank. */
function payerName(company: Company): string {
  const name = firstPrintable([company.bank_account_name, company.legal_name, company.trading_name])
  if (name === null)
    throw badRequest(
      'Set bank_account_name of the company to its name in Latin letters: the bank takes no others.',
    )
  return name
}

function payeeName({ account, name, employeeNumber, employeeId }: RunPayment): string {
  // A longer number, or one the bank would change, is not the employee's number any more.
  const number = /^[A-Za-z0-9-]{1,11}$/.test(employeeNumber ?? '') ? employeeNumber : employeeId
  return firstPrintable([account.accountName, name]) ?? `EMPLOYEE ${number}`
}

const whose = ({ account, name, employeeId }: RunPayment) => `${account.label} of ${name} (${employeeId})`

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** PAY 19NOV on the payee's statement; an ABA record has room for the year too. */
function payDay({ payDate }: RunPayments): string {
  return `PAY ${payDate.slice(8)}${MONTHS[Number(payDate.slice(5, 7)) - 1]}`
}

/** The bank file of each country. */
const FILES = {
  AU: { format: 'ABA', extension: 'aba', write: auFile },
  NZ: { format: 'BNZ', extension: 'txt', write: nzFile },
} as const
