/*
 * A second calculation of PAYE, student loan, KiwiSaver and ESCT for a plain New Zealand pay, written from
 * the published steps and figures of the tax year from 1 April 2026 in whole numbers (BigInt), without any
 * code from src. Amounts are in cents, and everything is truncated, not rounded.
 */

const RATES = { M: null, ME: null, S: 1750n, SH: 3000n, ND: 4500n } as const
export type TaxCode = keyof typeof RATES
export const isTaxCode = (code: unknown): code is TaxCode => typeof code === 'string' && code in RATES

type Frequency = 'WEEKLY' | 'FORTNIGHTLY'
const WEEKS: Record<Frequency, bigint> = { WEEKLY: 1n, FORTNIGHTLY: 2n }

/* Rates in ten-thousandths, and whole dollars. */
const LEVY = 175n
const LEVY_FROM = 156_641n
const MOST_LEVY = 27_412_200n
const BANDS: readonly { to: bigint | null; rate: bigint; less: bigint }[] = [
  { to: 15_600n, rate: 1050n, less: 0n },
  { to: 53_500n, rate: 1750n, less: 10_920_000n },
  { to: 78_100n, rate: 3000n, less: 77_795_000n },
  { to: 180_000n, rate: 3300n, less: 101_225_000n },
  { to: null, rate: 3900n, less: 209_225_000n },
]
const CREDIT = { from: 24_000n, falls: 66_000n, ends: 70_000n, whole: 5_200_000n, rate: 1300n }
const LOAN_PERCENT = 12n
const LOAN_FROM_A_WEEK = 464n
const LEAST_KIWISAVER = '0.035'

const dollars = (cents: bigint) => cents / 100n

/** Primary codes use the year's bands. Any other code has one rate for every dollar, including the levy. */
export function payeOf(code: TaxCode, frequency: Frequency, cents: bigint): bigint {
  const rate = RATES[code]
  if (rate !== null) return (dollars(cents) * (rate + LEVY)) / 100n
  const weeks = WEEKS[frequency]
  const year = (cents * (52n / weeks)) / 100n
  const band = BANDS.find(({ to }) => to === null || year <= to)
  if (!band) throw new Error(`no band for ${year}`)
  const levy = year < LEVY_FROM ? year * LEVY : MOST_LEVY
  const total = year * band.rate - band.less + levy - (code === 'ME' ? creditOf(year) : 0n)
  // Truncated to the cent for a week first, then for the period.
  return (total / 5200n) * weeks
}

function creditOf(year: bigint): bigint {
  if (year < CREDIT.from || year >= CREDIT.ends) return 0n
  return year <= CREDIT.falls ? CREDIT.whole : CREDIT.whole - (year - CREDIT.falls) * CREDIT.rate
}

/** 12% above the threshold, 12% of every dollar with a secondary code, and nothing without a declaration. */
export function studentLoanOf(code: TaxCode, frequency: Frequency, cents: bigint): bigint {
  if (code === 'ND') return 0n
  const from = RATES[code] === null ? LOAN_FROM_A_WEEK * WEEKS[frequency] : 0n
  const above = dollars(cents) - from
  return above > 0n ? above * LOAN_PERCENT : 0n
}

/**
 * For a member between 16 and 65 with the employer's compulsory contribution. Without a chosen rate, the
 * minimum applies.
 */
export function kiwiSaverOf(
  cents: bigint,
  rates: { employee: string | null; employer: string | null; esct: string },
): { employee: bigint; employer: bigint; esct: bigint } {
  const share = (rate: string | null) => (cents * tenThousandths(rate ?? LEAST_KIWISAVER)) / 10_000n
  const employer = share(rates.employer)
  return {
    employee: share(rates.employee),
    employer,
    esct: (dollars(employer) * tenThousandths(rates.esct)) / 100n,
  }
}

function tenThousandths(rate: string): bigint {
  const [whole = '0', part = ''] = rate.split('.')
  return BigInt(whole + part.padEnd(4, '0'))
}
