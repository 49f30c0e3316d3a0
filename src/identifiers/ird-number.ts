/** The highest number in every specification so far. A later one may raise it. */
const HIGHEST_IRD_NUMBER = 150_000_000
const LOWEST_IRD_NUMBER = 10_000_000

const PRIMARY = [3, 2, 7, 6, 5, 4, 3, 2]
const SECONDARY = [7, 4, 3, 2, 5, 2, 7, 6]

/**
 * The problem with an IRD number, or null when it is valid. Spaces and hyphens between digits are allowed.
 */
export function checkIrdNumber(text: string, highest: number = HIGHEST_IRD_NUMBER): string | null {
  const digits = text.trim().replace(/(?<=\d)[ -](?=\d)/g, '')
  if (!/^\d{8,9}$/.test(digits)) return 'An IRD number has 8 or 9 digits.'
  const value = Number.parseInt(digits, 10)
  if (value < LOWEST_IRD_NUMBER || value > highest) return 'The IRD number is outside the range in use.'
  const padded = digits.padStart(9, '0')
  const base = [...padded.slice(0, 8)].map((digit) => Number.parseInt(digit, 10))
  const first = checkDigit(base, PRIMARY)
  const check = first === 10 ? checkDigit(base, SECONDARY) : first
  return check === Number.parseInt(padded.slice(8), 10) ? null : 'The check digit of the IRD number is wrong.'
}

/** 0 to 9, or 10 when these weights give no check digit. */
function checkDigit(base: readonly number[], weights: readonly number[]): number {
  const remainder = base.reduce((total, digit, index) => total + digit * (weights[index] ?? 0), 0) % 11
  return remainder === 0 ? 0 : 11 - remainder
}
