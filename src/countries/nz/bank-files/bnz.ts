import { amountFaults, refuseFaults } from '../../contract/bank-faults.ts'
import { bankText, cents } from '../../contract/bank-text.ts'
import { checkNzAccount, type NzAccount, readNzAccount } from './account.ts'

export type NzPayment = {
  /** The account and its owner for an error message: `bank account 2 of Mia Nguyen (7)`. */
  whose: string
  account: string
  name: string
  reference: string
  /** True or absent for wages, false for a general credit. */
  isWages?: boolean
  amount: string
}

const ALLOWED = /[A-Za-z0-9 \-'&/#?:_.]/
/** An amount has eleven digits. The format gives no width for the total, so the same limit applies to it. */
export const MOST = { cents: 99_999_999_999n, dollars: '999,999,999.99' }

/** The direct credit file of New Zealand's BNZ: comma-separated, with a hash total over the payees' accounts. */
export function bnzFile(
  payer: { name: string; account: string },
  payments: readonly NzPayment[],
  dates: { due: string; created: string },
  runReference: string,
): string {
  refuseFaults([...accountFaults(payer, payments), ...amountFaults(payments, MOST)])
  const total = payments.reduce((sum, payment) => sum + cents(payment.amount), 0n)
  const payerName = text(payer.name, 20)
  const header = ['1', '', '', '', digits(payer.account), '7', yymmdd(dates.due), yymmdd(dates.created), '']
  const lines = payments.map((payment) => [
    '2',
    digits(payment.account),
    codeOf(payment),
    cents(payment.amount).toString(),
    text(payment.name, 20),
    '',
    wordOf(payment),
    '',
    text(payment.reference, 12),
    payerName,
    '',
    text(runReference, 12),
    wordOf(payment),
  ])
  const control = [
    '3',
    total.toString(),
    payments.length.toString(),
    hashTotal(payments.map((p) => p.account)),
  ]
  return [header, ...lines, control]
    .map((fields) => fields.join(','))
    .join('\r\n')
    .concat('\r\n')
}

/**
 * Adds up the branch and the last seven base digits of every payee's account, read as one number. Returns the last eleven digits
 * of the sum.
 */
export function hashTotal(accounts: readonly string[]): string {
  const sum = accounts
    .map(partsOf)
    .reduce((total, { branch, base }) => total + BigInt(branch + base.slice(-7)), 0n)
  return sum.toString().slice(-11).padStart(11, '0')
}

export function accountFaults(payer: { account: string }, payments: readonly NzPayment[]): string[] {
  const own = checkNzAccount(payer.account)
  const faults = payments.flatMap(({ whose, account }) => {
    const fault = checkNzAccount(account)
    return fault ? [`Correct ${whose}: ${fault}. The employee’s list of bank accounts has room for it.`] : []
  })
  return own ? [`Correct bank_account_number of the company: ${own}.`, ...faults] : faults
}

/** Transaction code 52 is payroll, 50 is any other credit. */
export const codeOf = ({ isWages }: NzPayment) => (isWages === false ? '50' : '52')
export const wordOf = ({ isWages }: NzPayment) => (isWages === false ? 'PAYMENT' : 'WAGES')

export const text = (value: string, length: number) => bankText(value, length, ALLOWED)
const yymmdd = (date: string) => date.slice(2).replaceAll('-', '')

export function digits(account: string): string {
  const { bank, branch, base, suffix } = partsOf(account)
  return bank + branch + base + suffix
}

export function partsOf(account: string): NzAccount {
  const parts = readNzAccount(account)
  if (!parts) throw new Error('accounts are checked before a file is written')
  return parts
}
