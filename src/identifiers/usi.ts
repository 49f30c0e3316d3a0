import { checkAbn } from './abn.ts'

/**
 * The problem with a fund's unique superannuation identifier, or null when it is valid. A USI is an ABN with
 * three digits, or has the SPIN format.
 */
export function checkUsi(text: string): string | null {
  const usi = text.trim().toUpperCase()
  if (/^[A-Z]{3}\d{4}AU$/.test(usi)) return null
  if (!/^\d{14}$/.test(usi)) {
    return 'A USI is the fund’s ABN with three digits, or three letters, four digits and AU.'
  }
  return checkAbn(usi.slice(0, 11)) === null ? null : 'The USI does not start with a valid ABN.'
}
