/** The digits of a string without spaces and hyphens. Null when it contains anything else. */
export function digitsOf(text: string): number[] | null {
  const bare = text.replace(/[\s-]/g, '')
  return /^\d+$/.test(bare) ? [...bare].map((digit) => digit.charCodeAt(0) - 48) : null
}

/** The sum of each digit times its weight. */
export function weightedSum(digits: readonly number[], weights: readonly number[]): number {
  return digits.reduce((total, digit, index) => total + digit * (weights[index] ?? 0), 0)
}
