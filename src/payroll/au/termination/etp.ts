import { addMonths, auIncomeYear, type CivilDate, completedYears } from '../../dates.ts'
import { type Decimal, notBelowZero, smaller, toDollarDown, toNearestDollar, ZERO } from '../../money.ts'
import type { EtpCode } from '../input.ts'
import type { AgeRow, EtpCaps, EtpRates } from '../rates.ts'
import { workingHolidayTax } from '../tax-table.ts'
import type { Withholder } from '../withholder.ts'

/** The tax-free part of a genuine redundancy: a base and an amount for each completed year of service. */
export function redundancyTaxFreeLimit(completedYearsOfService: Decimal, caps: EtpCaps): Decimal {
  return caps.redundancyBase.plus(caps.redundancyPerYear.times(completedYearsOfService))
}

/** Whether the payee reaches preservation age by the last day of the income year of payment. */
export function hasPreservationAge(dateOfBirth: CivilDate, payDate: CivilDate, rates: EtpRates): boolean {
  const row = ageRowFor(dateOfBirth, rates.preservationAges)
  return completedYears(dateOfBirth, auIncomeYear(payDate).end) >= row.years
}

/** Whether the payee has reached pension age on a day; from then on no redundancy is tax-free. */
export function hasPensionAge(dateOfBirth: CivilDate, day: CivilDate, rates: EtpRates): boolean {
  const row = ageRowFor(dateOfBirth, rates.pensionAges)
  return addMonths(dateOfBirth, row.years * 12 + row.months) <= day
}

export type EtpCapsLeft = { etpCap: Decimal; wholeOfIncomeCap: Decimal }

/** The cap that bounds a code: the ETP cap, for codes O and P the smaller of both, none for an estate. */
export function capFor(code: EtpCode, left: EtpCapsLeft): Decimal | null {
  if (code === 'T') return null
  return code === 'O' || code === 'P' ? smaller(left.etpCap, left.wholeOfIncomeCap) : left.etpCap
}

/** Schedule 11: the code's rate up to its cap, the top rate above, to the nearest dollar. */
export function withholdOnEtp(
  taxable: Decimal,
  code: EtpCode,
  cap: Decimal | null,
  isPreserved: boolean,
  by: Pick<Withholder, 'flat' | 'scale' | 'isForeignResident'>,
  rates: EtpRates,
): Decimal {
  if (code === 'T') return ZERO
  if (by.flat && by.scale !== 'scale-4') return workingHolidayTax(taxable, by.flat.rate, by.flat.dropsCents)
  if (by.flat && code !== 'D') {
    return toDollarDown(taxable.times(by.isForeignResident ? rates.noTfn.foreign : rates.noTfn.resident))
  }
  const within = cap === null ? taxable : smaller(taxable, notBelowZero(cap))
  const less = by.isForeignResident ? rates.foreignResidentLess : ZERO
  const rate = notBelowZero(rateFor(code, isPreserved, rates).minus(less))
  const above = rates.overCap.minus(less)
  return toNearestDollar(within.times(rate).plus(taxable.minus(within).times(above)))
}

/** The split code of a payment whose first part fell in an earlier income year. */
export function splitCode(code: EtpCode, isSplit: boolean): EtpCode {
  if (!isSplit) return code
  if (code === 'R') return 'S'
  if (code === 'O') return 'P'
  return code === 'N' ? 'B' : code
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
