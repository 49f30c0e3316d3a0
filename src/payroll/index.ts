import type { AuPayInput } from './au/input.ts'
import { calculateAuPay } from './au/pay.ts'
import type { AuRates } from './au/rates.ts'
import type { AuPayResult } from './au/result.ts'
import type { NzPayInput } from './nz/input.ts'
import { calculateNzPay } from './nz/pay.ts'
import type { NzRates } from './nz/rates.ts'
import type { NzPayResult } from './nz/result.ts'

export type Rates = { au: AuRates; nz: NzRates }

/** A pay to be calculated, with the country whose rules hold. */
export type PayInput = { jurisdiction: 'AU'; input: AuPayInput } | { jurisdiction: 'NZ'; input: NzPayInput }

/** A pay that was calculated, with its country. */
export type PayResult =
  | { jurisdiction: 'AU'; result: AuPayResult }
  | { jurisdiction: 'NZ'; result: NzPayResult }

/** Calculates one pay by the rules of its country; the pay date chooses the tables. */
export function calculatePay(pay: PayInput, rates: Rates): PayResult {
  return pay.jurisdiction === 'AU'
    ? { jurisdiction: 'AU', result: calculateAuPay(pay.input, rates.au) }
    : { jurisdiction: 'NZ', result: calculateNzPay(pay.input, rates.nz) }
}
