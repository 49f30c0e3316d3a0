import { digitsOf, weightedSum } from './check-digits.ts'

const WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

/** The problem with an Australian business number, or null when it is valid. */
export function checkAbn(text: string): string | null {
  const digits = digitsOf(text)
  if (digits === null || digits.length !== 11) return 'An ABN has 11 digits.'
  const [first = 0, ...rest] = digits
  return weightedSum([first - 1, ...rest], WEIGHTS) % 89 === 0 ? null : 'The ABN fails its checksum.'
}
