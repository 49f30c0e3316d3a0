import type { Random } from './random.ts'

/*
 * Numbers with correct check digits, calculated with the published weights. Each employee has different ones, so that a
 * leak can be attributed.
 */

const digitsOf = (random: Random, count: number) => Array.from({ length: count }, () => random.int(0, 9))
const dot = (digits: readonly number[], weights: readonly number[]) =>
  digits.reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0)

export function tfn(random: Random): string {
  for (;;) {
    const digits = [random.int(1, 9), ...digitsOf(random, 8)]
    if (dot(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0) return digits.join('')
  }
}

export function abn(random: Random): string {
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
  for (;;) {
    const digits = [random.int(2, 9), ...digitsOf(random, 10)]
    if (dot([(digits[0] ?? 1) - 1, ...digits.slice(1)], weights) % 89 === 0) return digits.join('')
  }
}

export function ird(random: Random): string {
  for (;;) {
    const base = [random.int(1, 9), ...digitsOf(random, 7)].join('')
    if (Number(base) < 11_000_000 || Number(base) > 14_999_999) continue
    const digits = [...base].map(Number)
    const first = checkDigit(dot(digits, [3, 2, 7, 6, 5, 4, 3, 2]))
    const check = first === 10 ? checkDigit(dot(digits, [7, 4, 3, 2, 5, 2, 7, 6])) : first
    if (check !== 10) return base + check
  }
}

const checkDigit = (total: number) => (total % 11 === 0 ? 0 : 11 - (total % 11))

/**
 * An account of bank 01, branch 0902: its weights are 6, 3, 7, 9 over the branch, then 10, 5, 8, 4, 2, 1 over the account. Any suffix,
 * so that no two people of a company draw the same.
 */
export function nzAccount(random: Random): string {
  for (;;) {
    const base = random.int(100_000, 899_999)
    const digits = [...`010902${String(base).padStart(8, '0')}0000`].map(Number)
    if (dot(digits, [0, 0, 6, 3, 7, 9, 0, 0, 10, 5, 8, 4, 2, 1, 0, 0, 0, 0]) % 11 === 0)
      return `01-0902-0${base}-0${random.int(10, 99)}`
  }
}

export const auAccount = (random: Random): string => String(random.int(20_000_000, 98_999_999))
