/** The digits of a text once spaces and hyphens are gone; null when anything else is left. */
export function digitsOf(text: string): number[] | null {
  const bare = text.replace(/[\s-]/g, '')
  return /^\d+$/.test(bare) ? [...bare].map((digit) => digit.charCodeAt(0) - 48) : null
}

/** Sum of each digit times its weight. */
export function weightedSum(digits: readonly number[], weights: readonly number[]): number {
  return digits.reduce((total, digit, index) => total + digit * (weights[index] ?? 0), 0)
}
