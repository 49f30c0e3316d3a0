import { replaceLongNumbers } from '../../../security/masking.ts'

const LONGEST = 2000

/** The body of an error for the log: long numbers masked, and limited in length. */
export function maskedError(body: string): string {
  const masked = replaceLongNumbers(body, (number) => `…${number.slice(-2)}`)
  return masked.length > LONGEST ? `${masked.slice(0, LONGEST)} …` : masked
}
