import { amountFaults, refuseFaults } from '../../contract/bank-faults.ts'
import { bankText, cents } from '../../contract/bank-text.ts'
import { auAccountNumber, checkAuAccount } from './account.ts'

/** The payer and the account that is debited. */
export type AbaPayer = {
  name: string
  bankCode: string
  userId: string
  bsb: string
  account: string
  /** Adds one debit of the total against the payer's account, for banks that require a balanced file. */
  isSelfBalancing: boolean
  /** Puts the payer's BSB and account in the header record, which a few banks require. */
  hasPayerInHeader?: boolean
  description?: string
}

export type AbaPayment = AbaEntry & {
  /** The account's owner for error messages, for example `the primary bank account of Mia Nguyen (7)`. */
  whose: string
  /** Defaults to true. False makes the payment a general credit. */
  isWages?: boolean
  amount: string
}

type AbaEntry = { bsb: string; account: string; title: string; reference: string }

const ALLOWED = /[A-Za-z0-9 &'()*+,\-./$!%:;=?@#[\]^_]/
const MOST = { cents: 9_999_999_999n, dollars: '99,999,999.99' }

/** Builds the direct entry (ABA) file of a run: records of exactly 120 characters, with totals that balance. */
export function abaFile(payer: AbaPayer, payments: readonly AbaPayment[], payDate: string): string {
  refuseFaults([...accountFaults(payer, payments), ...amountFaults(payments, MOST)])
  const total = payments.reduce((sum, payment) => sum + cents(payment.amount), 0n)
  const date = `${payDate.slice(8, 10)}${payDate.slice(5, 7)}${payDate.slice(2, 4)}`
  const details = payments.map((payment) =>
    detail(payer, payment, payment.isWages === false ? '50' : '53', cents(payment.amount)),
  )
  if (payer.isSelfBalancing)
    details.push(
      detail(
        payer,
        { bsb: payer.bsb, account: payer.account, title: payer.name, reference: 'PAYROLL' },
        '13',
        total,
      ),
    )
  const debit = payer.isSelfBalancing ? total : 0n
  return [header(payer, date), ...details, trailer(total, debit, details.length)].join('\r\n').concat('\r\n')
}

function accountFaults(payer: AbaPayer, payments: readonly AbaPayment[]): string[] {
  const own = checkAuAccount(payer.bsb, payer.account)
  const faults = payments.flatMap(({ whose, bsb, account }) => {
    const fault = checkAuAccount(bsb, account)
    return fault ? [`Correct ${whose}: ${fault}.`] : []
  })
  return own ? [`Correct bank_bsb or bank_account_number of the company: ${own}.`, ...faults] : faults
}

function header(payer: AbaPayer, date: string): string {
  return record([
    '0',
    payer.hasPayerInHeader ? `${hyphened(payer.bsb)}${accountField(payer.account)} ` : blank(17),
    '01',
    left(payer.bankCode, 3),
    blank(7),
    left(payer.name, 26),
    payer.userId.padStart(6, '0'),
    left(payer.description ?? 'PAYROLL', 12),
    date,
    blank(40),
  ])
}

function detail(payer: AbaPayer, entry: AbaEntry, code: string, amount: bigint): string {
  return record([
    '1',
    hyphened(entry.bsb),
    accountField(entry.account),
    ' ',
    code,
    zeroes(amount, 10),
    left(entry.title, 32),
    left(entry.reference, 18),
    hyphened(payer.bsb),
    accountField(payer.account),
    left(payer.name, 16),
    zeroes(0n, 8),
  ])
}

function trailer(credit: bigint, debit: bigint, count: number): string {
  const net = credit > debit ? credit - debit : debit - credit
  return record([
    '7',
    '999-999',
    blank(12),
    zeroes(net, 10),
    zeroes(credit, 10),
    zeroes(debit, 10),
    blank(24),
    count.toString().padStart(6, '0'),
    blank(40),
  ])
}

function record(fields: string[]): string {
  const line = fields.join('')
  if (line.length !== 120) throw new Error(`an ABA record has 120 characters, this one ${line.length}`)
  return line
}

const blank = (length: number) => ' '.repeat(length)
const left = (text: string, length: number) => bankText(text, length, ALLOWED).padEnd(length)
const accountField = (account: string) => auAccountNumber(account).padStart(9)
const zeroes = (amount: bigint, length: number) => amount.toString().padStart(length, '0')

function hyphened(bsb: string): string {
  const digits = bsb.replaceAll(/\D/g, '')
  return `${digits.slice(0, 3)}-${digits.slice(3)}`
}
