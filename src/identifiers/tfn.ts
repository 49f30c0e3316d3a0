import { digitsOf, weightedSum } from './check-digits.ts'

const WEIGHTS_9 = [1, 4, 3, 7, 5, 8, 6, 9, 10]
const WEIGHTS_8 = [10, 7, 8, 4, 6, 3, 5, 1]

export const TFN_STATUSES = ['QUOTED', 'NOT_QUOTED', 'PENDING', 'UNDER_18', 'PENSIONER'] as const
export type TfnStatus = (typeof TFN_STATUSES)[number]
export type SpecialTfn = Exclude<TfnStatus, 'QUOTED'>

const SPECIAL: Readonly<Record<string, SpecialTfn>> = {
  '000000000': 'NOT_QUOTED',
  '111111111': 'PENDING',
  '333333333': 'UNDER_18',
  '444444444': 'PENSIONER',
}

/**
 * The problem with a tax file number, or null when it is valid. The tax office's special codes skip the
 * checksum.
 */
export function checkTfn(text: string): string | null {
  const digits = digitsOf(text)
  if (digits === null || (digits.length !== 8 && digits.length !== 9)) {
    return 'A tax file number has 8 or 9 digits.'
  }
  if (SPECIAL[digits.join('')]) return null
  const weights = digits.length === 9 ? WEIGHTS_9 : WEIGHTS_8
  return weightedSum(digits, weights) % 11 === 0 ? null : 'The tax file number fails the tax office checksum.'
}

/** The meaning of a special code. Null for an ordinary number. */
export function specialTfn(text: string): SpecialTfn | null {
  return SPECIAL[digitsOf(text)?.join('') ?? ''] ?? null
}

/** The TFN status for withholding, which never needs the number itself. */
export const tfnStatus = (tfn: string | null): TfnStatus =>
  tfn === null ? 'NOT_QUOTED' : (specialTfn(tfn) ?? 'QUOTED')
