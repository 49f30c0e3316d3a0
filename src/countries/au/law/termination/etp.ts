import { addMonths, auIncomeYear, type CivilDate, completedYears } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  notBelowZero,
  smaller,
  toDollarDown,
  toNearestDollar,
  ZERO,
} from '../../../../kernel/values/money.ts'
import type { EtpCode } from '../input/input.ts'
import type { AgeRow, EtpRates } from '../rates/rates.ts'
import { workingHolidayTax } from '../tax/tax-table.ts'
import type { Withholder } from '../tax/withholder.ts'

/** Whether the payee reaches preservation age by the last day of the income year of payment. */
export function hasPreservationAge(dateOfBirth: CivilDate, payDate: CivilDate, rates: EtpRates): boolean {
  const row = ageRowFor(dateOfBirth, rates.preservationAges)
  return completedYears(dateOfBirth, auIncomeYear(payDate).end) >= row.years
}

/** Whether the payee has reached pension age on a day. From then on no redundancy pay is tax-free. */
export function hasPensionAge(dateOfBirth: CivilDate, day: CivilDate, rates: EtpRates): boolean {
  const row = ageRowFor(dateOfBirth, rates.pensionAges)
  return addMonths(dateOfBirth, row.years * 12 + row.months) <= day
}

export type EtpCapsLeft = { etpCap: Decimal; wholeOfIncomeCap: Decimal }

/** The cap for a code: the ETP cap, the smaller of both caps for codes O and P, or null for an estate. */
export function capFor(code: EtpCode, left: EtpCapsLeft): Decimal | null {
  if (code === 'T') return null
  return code === 'O' || code === 'P' ? smaller(left.etpCap, left.wholeOfIncomeCap) : left.etpCap
}

export type EtpTerms = { taxable: Decimal; rate: Decimal; aboveRate?: Decimal; cap?: Decimal }

/** The tax on a termination payment: the formula, its inputs, and the function that calculates it. */
export type EtpTax = { formula: string; inputs: EtpTerms; make: (terms: EtpTerms) => Decimal }

/**
 * Schedule 11: the code's rate up to its cap, and the top rate above. Without a tax file number, one rate on the whole
 * amount.
 */
export function withholdOnEtp(
  taxable: Decimal,
  code: EtpCode,
  cap: Decimal | null,
  isPreserved: boolean,
  by: Pick<Withholder, 'flat' | 'scale' | 'isForeignResident'>,
  rates: EtpRates,
): EtpTax {
  if (code === 'T') return { formula: 'nothing is withheld', inputs: { taxable, rate: ZERO }, make: times }
  if (by.flat && by.scale !== 'scale-4') {
    const { rate, dropsCents } = by.flat
    return dropsCents
      ? { formula: 'rate × whole dollars, cents dropped', inputs: { taxable, rate }, make: droppingCents }
      : {
          formula: 'rate × whole dollars, to the nearest dollar',
          inputs: { taxable, rate },
          make: toTheDollar,
        }
  }
  if (by.flat && code !== 'D') {
    const rate = by.isForeignResident ? rates.noTfn.foreign : rates.noTfn.resident
    return { formula: 'rate × payment, cents dropped', inputs: { taxable, rate }, make: times }
  }
  const less = by.isForeignResident ? rates.foreignResidentLess : ZERO
  return {
    formula: 'rate × the part within the cap + top rate × the rest, to the nearest dollar',
    inputs: {
      taxable,
      rate: notBelowZero(rateFor(code, isPreserved, rates).minus(less)),
      aboveRate: rates.overCap.minus(less),
      ...(cap && { cap }),
    },
    make: withinTheCap,
  }
}

/** The tax-free limit of a genuine redundancy: a base plus an amount for each completed year of service. */
export function redundancyTaxFreeLimit(terms: { base: Decimal; perYear: Decimal; years: Decimal }): Decimal {
  return terms.base.plus(terms.perYear.times(terms.years))
}

/** The code for a payment whose first part was paid in an earlier income year. */
export function splitCode(code: EtpCode, isSplit: boolean): EtpCode {
  if (!isSplit) return code
  if (code === 'R') return 'S'
  if (code === 'O') return 'P'
  return code === 'N' ? 'B' : code
}

function times({ taxable, rate }: EtpTerms): Decimal {
  return toDollarDown(taxable.times(rate))
}

function droppingCents({ taxable, rate }: EtpTerms): Decimal {
  return workingHolidayTax(taxable, rate, true)
}

function toTheDollar({ taxable, rate }: EtpTerms): Decimal {
  return workingHolidayTax(taxable, rate, false)
}

function withinTheCap({ taxable, rate, aboveRate = ZERO, cap }: EtpTerms): Decimal {
  const within = cap ? smaller(taxable, notBelowZero(cap)) : taxable
  return toNearestDollar(within.times(rate).plus(taxable.minus(within).times(aboveRate)))
}

function rateFor(code: EtpCode, isPreserved: boolean, rates: EtpRates): Decimal {
  if (code === 'D') return rates.deathDependant
  if (code === 'N' || code === 'B') return rates.deathNonDependant
  return isPreserved ? rates.preservationAge : rates.underPreservationAge
}

function ageRowFor(dateOfBirth: CivilDate, rows: readonly AgeRow[]): AgeRow {
  for (const row of rows) if (row.bornBefore === null || dateOfBirth < row.bornBefore) return row
  throw new RangeError('an age table without a last row')
}
