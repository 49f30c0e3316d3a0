import { plainText } from '../../identifiers/reported-text.ts'

/** Converts text to the form that banks accept: transliterated as for the tax authorities, only allowed characters, and cut to length. */
export function bankText(text: string, length: number, allowed: RegExp): string {
  return [...plainText(text)]
    .map((character) => (allowed.test(character) ? character : ' '))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, length)
}

/** The first text that is still readable after conversion: it contains a Latin letter or a digit. */
export function firstPrintable(texts: readonly (string | null)[]): string | null {
  return texts.find((text) => text !== null && /[A-Za-z0-9]/.test(plainText(text))) ?? null
}

/** Converts dollars to whole cents. More than two decimals would lose money, so they are an error. */
export function cents(amount: string): bigint {
  if (!/^\d+(\.\d{1,2})?$/.test(amount)) throw new Error('a payment is a number of whole cents')
  const [dollars = '0', fraction = ''] = amount.split('.')
  return BigInt(dollars + fraction.padEnd(2, '0'))
}

/**
 * PAYRUN 42 on the payer's statement. A longer id is used alone, because cutting it to twelve characters would name another
 * run.
 */
export function runReference(runId: number): string {
  const reference = `PAYRUN ${runId}`
  return reference.length > 12 ? String(runId) : reference
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** PAY 19NOV on the payee's statement, for a pay date. */
export function payDay(date: string): string {
  return `PAY ${date.slice(8)}${MONTHS[Number(date.slice(5, 7)) - 1]}`
}
