import { amountFaults, refuseFaults } from '../../contract/bank-faults.ts'
import { cents } from '../../contract/bank-text.ts'
import {
  accountFaults,
  bnzFile,
  codeOf,
  digits,
  hashTotal,
  MOST,
  type NzPayment,
  partsOf,
  text,
  wordOf,
} from './bnz.ts'

export type NzFormat = 'BNZ' | 'ANZ' | 'ASB' | 'WESTPAC' | 'KIWIBANK'

/** Writes the text of a file from the payer, the payments, the dates and the reference on the payer's statement. */
type Writer = typeof bnzFile

/* The field orders follow the reference on New Zealand bulk payment files. Every bank asks for a test upload first. */

/** ANZ "domestic extended" (published by a payroll vendor, one implementation): a control record with a hash total. */
const anzFile: Writer = (payer, payments, dates, reference) => {
  refuse(payer, payments)
  const account = digits(payer.account)
  const header = [
    '1',
    'C',
    yyyymmdd(dates.due),
    '',
    yyyymmdd(dates.created),
    account,
    '',
    'S',
    account,
    'PAYROLL',
    'WAGES',
    '',
    text(reference, 12),
    '',
    '',
    '',
  ]
  const lines = payments.map((payment) => [
    '2',
    digits(payment.account),
    codeOf(payment),
    cents(payment.amount).toString(),
    text(payment.name, 32),
    text(payment.reference, 12),
    wordOf(payment),
    ...Array.from({ length: 7 }, () => ''),
  ])
  const hash = hashTotal(payments.map((payment) => payment.account))
  const control = ['3', '', totalOf(payments).toString(), payments.length.toString(), hash, '', '', '']
  return joined([header, ...lines, control])
}

/** Westpac Deskbank (published, two implementations): no hash total and no trailer. */
const westpacFile: Writer = (payer, payments, dates, reference) => {
  refuse(payer, payments)
  const own = partsOf(payer.account)
  const name = text(payer.name, 20)
  const header = [
    'A',
    '1',
    own.bank,
    own.branch,
    text(payer.name, 30),
    '',
    text(reference, 20),
    ddmmyy(dates.due),
    '',
  ]
  const lines = payments.map((payment, index) => {
    const to = partsOf(payment.account)
    return [
      'D',
      String(index + 2),
      to.bank,
      to.branch,
      to.base,
      to.suffix,
      codeOf(payment),
      'DC',
      cents(payment.amount).toString(),
      text(payment.name, 20),
      text(payment.reference, 12),
      wordOf(payment),
      text(reference, 12),
      own.bank,
      own.branch,
      own.base,
      own.suffix,
      name,
      '',
    ]
  })
  return joined([header, ...lines])
}

/** ASB FastNet CSV (one implementation only, unverified): no header, amounts in dollars. */
const asbFile: Writer = (payer, payments, dates, reference) => {
  refuse(payer, payments)
  const account = digits(payer.account)
  const lines = payments.map((payment) => [
    text(reference, 20),
    dates.due.replaceAll('-', '/'),
    account,
    dollars(cents(payment.amount)),
    text(payment.reference, 12),
    wordOf(payment),
    '',
    digits(payment.account),
    wordOf(payment),
    '',
    text(reference, 12),
    text(payment.name, 32),
  ])
  return joined(lines)
}

/**
 * Kiwibank: unverified, because its guide could not be opened. A vendor's help page (infusionsoftware.zendesk.com, article
 * 4403401005967) describes a header, details and a trailer. The trailer's checksum adds up branch and account of every detail, as
 * BNZ's does. So the BNZ format is used.
 */
const kiwibankFile: Writer = bnzFile

export const NZ_FORMATS: Record<NzFormat, Writer> = {
  BNZ: bnzFile,
  ANZ: anzFile,
  ASB: asbFile,
  WESTPAC: westpacFile,
  KIWIBANK: kiwibankFile,
}

function refuse(payer: { account: string }, payments: readonly NzPayment[]): void {
  refuseFaults([...accountFaults(payer, payments), ...amountFaults(payments, MOST)])
}

const totalOf = (payments: readonly NzPayment[]) =>
  payments.reduce((sum, payment) => sum + cents(payment.amount), 0n)
const yyyymmdd = (date: string) => date.replaceAll('-', '')
const ddmmyy = (date: string) => `${date.slice(8)}${date.slice(5, 7)}${date.slice(2, 4)}`
const joined = (rows: readonly (readonly string[])[]) => rows.map((row) => `${row.join(',')}\r\n`).join('')

function dollars(amount: bigint): string {
  const padded = amount.toString().padStart(3, '0')
  return `${padded.slice(0, -2)}.${padded.slice(-2)}`
}
