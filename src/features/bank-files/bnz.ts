import { bankText, cents } from './text.ts'

export type NzPayment = { account: string; name: string; reference: string; amount: string }

const ALLOWED = /[A-Za-z0-9 \-'&/#?:_.]/

/** The direct credit file of New Zealand's BNZ: comma separated, with a hash total over the payees' accounts. */
export function bnzFile(
  payer: { name: string; account: string },
  payments: readonly NzPayment[],
  dates: { due: string; created: string },
  runReference: string,
): string {
  const total = payments.reduce((sum, payment) => sum + cents(payment.amount), 0n)
  const payerName = text(payer.name, 20)
  const header = ['1', '', '', '', digits(payer.account), '7', yymmdd(dates.due), yymmdd(dates.created), '']
  const lines = payments.map((payment) => [
    '2',
    digits(payment.account),
    '52',
    cents(payment.amount).toString(),
    text(payment.name, 20),
    '',
    'WAGES',
    '',
    text(payment.reference, 12),
    payerName,
    '',
    text(runReference, 12),
    'WAGES',
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

/** Branch and base of every payee's account as one number, added up; the last eleven digits of the sum. */
export function hashTotal(accounts: readonly string[]): string {
  const sum = accounts.reduce((total, account) => {
    const plain = digits(account)
    // 17 digits hold an eight-digit base; its last seven count.
    const base = plain.length === 17 ? plain.slice(7, 14) : plain.slice(6, 13)
    return total + BigInt(plain.slice(2, 6) + base)
  }, 0n)
  return sum.toString().slice(-11).padStart(11, '0')
}

const text = (value: string, length: number) => bankText(value, length, ALLOWED)
const yymmdd = (date: string) => date.slice(2).replaceAll('-', '')

/** An account with its parts at full width: bank 2, branch 4, base 7 or 8, suffix 2 or 3. */
function digits(account: string): string {
  const parts = account.split(/[- ]+/).filter(Boolean)
  if (parts.length !== 4) return account.replaceAll(/\D/g, '')
  const [bank = '', branch = '', base = '', suffix = ''] = parts
  return bank.padStart(2, '0') + branch.padStart(4, '0') + base.padStart(7, '0') + suffix.padStart(2, '0')
}
