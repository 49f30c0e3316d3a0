import { digitsOf, weightedSum } from './check-digits.ts'

const WEIGHTS = [7, 9, 8, 4, 6, 3, 5, 1]

/** The problem with a registered tax or BAS agent number, or null when it is valid. */
export function checkAgentNumber(text: string): string | null {
  const digits = digitsOf(text)
  if (digits === null || digits.length !== 8) return 'A registered agent number has 8 digits.'
  return weightedSum(digits, WEIGHTS) % 11 === 0 ? null : 'The registered agent number fails its checksum.'
}
