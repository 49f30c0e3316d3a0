import { bankText, cents } from './text.ts'

/** Who pays, from which account. */
export type AbaPayer = {
  name: string
  bankCode: string
  userId: string
  bsb: string
  account: string
  /** Adds one debit of the total against the payer's account, for banks that want the file to balance. */
  isSelfBalancing: boolean
}

export type AbaPayment = { bsb: string; account: string; title: string; reference: string; amount: string }

const ALLOWED = /[A-Za-z0-9 &'()*+,\-./$!%:;=?@#[\]^_]/
const MAX_CENTS = 9_999_999_999n

/** The direct entry (ABA) file of a run: records of exactly 120 characters, totals that balance. */
export function abaFile(payer: AbaPayer, payments: readonly AbaPayment[], payDate: string): string {
  const total = payments.reduce((sum, payment) => sum + cents(payment.amount), 0n)
  if (total > MAX_CENTS) throw new RangeError('An ABA file holds at most 99,999,999.99; split the run.')
  const date = `${payDate.slice(8, 10)}${payDate.slice(5, 7)}${payDate.slice(2, 4)}`
  const details = payments.map((payment) => detail(payer, payment, '53', cents(payment.amount)))
  if (payer.isSelfBalancing)
    details.push(
      detail(
        payer,
        { bsb: payer.bsb, account: payer.account, title: payer.name, reference: 'PAYROLL', amount: '' },
        '13',
        total,
      ),
    )
  const debit = payer.isSelfBalancing ? total : 0n
  return [header(payer, date), ...details, trailer(total, debit, details.length)].join('\r\n').concat('\r\n')
}

function header(payer: AbaPayer, date: string): string {
  return record([
    '0',
    blank(17),
    '01',
    left(payer.bankCode, 3),
    blank(7),
    left(payer.name, 26),
    payer.userId.padStart(6, '0'),
    left('PAYROLL', 12),
    date,
    blank(40),
  ])
}

function detail(payer: AbaPayer, payment: AbaPayment, code: string, amount: bigint): string {
  return record([
    '1',
    hyphened(payment.bsb),
    right(payment.account.replaceAll('-', ''), 9),
    ' ',
    code,
    zeroes(amount, 10),
    left(payment.title, 32),
    left(payment.reference, 18),
    hyphened(payer.bsb),
    right(payer.account.replaceAll('-', ''), 9),
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
const right = (text: string, length: number) => text.slice(0, length).padStart(length)
const zeroes = (amount: bigint, length: number) => amount.toString().padStart(length, '0')

function hyphened(bsb: string): string {
  const digits = bsb.replaceAll(/\D/g, '')
  return `${digits.slice(0, 3)}-${digits.slice(3, 6)}`
}
