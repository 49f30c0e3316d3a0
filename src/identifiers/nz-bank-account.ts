type Algorithm = { weights: readonly number[]; modulo: number; addsDigits?: boolean }

/* Weights over bank 2, branch 4, base 8 and suffix 4 digits, each part padded with zeros on the left. */
const ALGORITHMS: Readonly<Record<'A' | 'B' | 'D' | 'E' | 'F' | 'G' | 'X', Algorithm>> = {
  A: { weights: [0, 0, 6, 3, 7, 9, 0, 0, 10, 5, 8, 4, 2, 1, 0, 0, 0, 0], modulo: 11 },
  B: { weights: [0, 0, 0, 0, 0, 0, 0, 0, 10, 5, 8, 4, 2, 1, 0, 0, 0, 0], modulo: 11 },
  D: { weights: [0, 0, 0, 0, 0, 0, 0, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0], modulo: 11 },
  E: { weights: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 4, 3, 2, 0, 0, 0, 1], modulo: 11, addsDigits: true },
  F: { weights: [0, 0, 0, 0, 0, 0, 0, 1, 7, 3, 1, 7, 3, 1, 0, 0, 0, 0], modulo: 10 },
  G: { weights: [0, 0, 0, 0, 0, 0, 0, 1, 3, 7, 1, 3, 7, 1, 0, 3, 7, 1], modulo: 10, addsDigits: true },
  X: { weights: [], modulo: 1 },
}

/** Base numbers from here on take algorithm B instead of A. */
const FIRST_BASE_OF_B = 990_000

const A_OR_B = new Set(
  '01 02 03 04 05 06 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 27 30 35 38 88'.split(' '),
)
const OTHERS: Readonly<Record<string, keyof typeof ALGORITHMS>> = {
  '08': 'D',
  '09': 'E',
  '25': 'F',
  '26': 'G',
  '28': 'G',
  '29': 'G',
  '31': 'X',
  '33': 'F',
}

/** Says what is wrong with a New Zealand bank account, or null when it is good. Parts may be split by hyphens or spaces. */
export function checkNzBankAccount(text: string): string | null {
  const parts = partsOf(text.trim())
  if (!parts)
    return 'A bank account is bank (2), branch (up to 4), account (up to 8) and suffix (up to 4 digits).'
  const [bank, branch, base, suffix] = parts
  const algorithm = algorithmFor(bank, base)
  if (!algorithm) return `No bank with number ${bank} is known.`
  const digits = bank + branch.padStart(4, '0') + base.padStart(8, '0') + suffix.padStart(4, '0')
  const total = [...digits].reduce((sum, digit, index) => sum + product(digit, index, algorithm), 0)
  return total % algorithm.modulo === 0 ? null : 'The check digit of the bank account is wrong.'
}

type Parts = [bank: string, branch: string, base: string, suffix: string]

function partsOf(text: string): Parts | null {
  const split = /^(\d{2})[- ](\d{1,4})[- ](\d{1,8})[- ](\d{1,4})$/.exec(text)
  const joined = split ?? /^(\d{2})(\d{4})(\d{7})(\d{2,3})$/.exec(text)
  return joined ? [joined[1] ?? '', joined[2] ?? '', joined[3] ?? '', joined[4] ?? ''] : null
}

function algorithmFor(bank: string, base: string): Algorithm | null {
  if (A_OR_B.has(bank)) return ALGORITHMS[Number.parseInt(base, 10) < FIRST_BASE_OF_B ? 'A' : 'B']
  const name = OTHERS[bank]
  return name === undefined ? null : ALGORITHMS[name]
}

function product(digit: string, index: number, { weights, addsDigits }: Algorithm): number {
  const value = Number.parseInt(digit, 10) * (weights[index] ?? 0)
  return addsDigits ? digitSum(digitSum(value)) : value
}

function digitSum(value: number): number {
  return Math.floor(value / 10) + (value % 10)
}
