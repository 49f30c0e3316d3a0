import { digitsOf, weightedSum } from './check-digits.ts'

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 1]

/** The problem with an Australian company number, or null when it is valid. */
export function checkAcn(text: string): string | null {
  const digits = digitsOf(text)
  if (digits === null || digits.length !== 9) return 'An ACN has 9 digits.'
  const check = (10 - (weightedSum(digits.slice(0, 8), WEIGHTS) % 10)) % 10
  return check === digits[8] ? null : 'The ACN fails its check digit.'
}
