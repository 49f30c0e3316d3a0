import type { EmploymentStatus, TaxDeclaration } from './input.ts'
import type { IncomeType } from './words.ts'

export type { IncomeType }

/**
 * The income type of a pay, from the declaration used in its calculation. A later change does not affect earlier pays. The
 * PALM income type comes from the pay's snapshot.
 */
export function incomeTypeOf(
  { isWorkingHolidayMaker }: Pick<TaxDeclaration, 'isWorkingHolidayMaker'>,
  status: EmploymentStatus,
): 'SAW' | 'WHM' | 'LAB' {
  if (isWorkingHolidayMaker) return 'WHM'
  return status === 'LABOUR_HIRE' ? 'LAB' : 'SAW'
}

export type TreatmentFacts = Pick<
  TaxDeclaration,
  | 'isForeignResident'
  | 'claimsTaxFreeThreshold'
  | 'hasStudyLoan'
  | 'isWorkingHolidayMaker'
  | 'isEmployerRegistered'
  | 'medicareExemption'
  | 'medicareAdjustment'
  | 'seniors'
  | 'surcharge'
  | 'specialTable'
  | 'variation'
> & { isTfnQuoted: boolean }

/** The six-character tax treatment code of Single Touch Payroll Phase 2. */
export function taxTreatmentCode(facts: TreatmentFacts): string {
  if (facts.isWorkingHolidayMaker) {
    if (!facts.isTfnQuoted) return 'HFXXXX'
    return facts.isEmployerRegistered ? 'HRXXXX' : 'HUXXXX'
  }
  if (facts.specialTable === 'PALM' && facts.isForeignResident) return 'WPXXXX'
  if (!facts.isTfnQuoted) return facts.isForeignResident ? 'NFXXXX' : 'NAXXXX'
  const own = ownCategory(facts)
  if (own) return `${own}XXXX`
  const loan = facts.hasStudyLoan ? 'S' : 'X'
  if (facts.isForeignResident) return `FF${loan}XXX`
  if (facts.surcharge) return `${categoryOf(facts)}${loan}${TIERS[facts.surcharge]}XX`
  return `${categoryOf(facts)}${loan}X${exemptionOf(facts)}${reductionOf(facts)}`
}

const TIERS = { TIER_1: '1', TIER_2: '2', TIER_3: '3' } as const

/** The categories for a tax office notice and for the payee's work, by the same rules as withholding. */
function ownCategory({
  variation,
  specialTable,
  isForeignResident,
  claimsTaxFreeThreshold,
}: TreatmentFacts): string | null {
  if (variation) return 'DV'
  if (specialTable === 'PROMOTIONAL_ACTIVITY') return 'AP'
  if (specialTable === 'HORTICULTURE_SHEARING' && isForeignResident) return 'CF'
  if (specialTable === 'HORTICULTURE_SHEARING' && claimsTaxFreeThreshold) return 'CT'
  if (specialTable !== 'PERFORMING_ARTIST' || isForeignResident) return null
  return claimsTaxFreeThreshold ? 'AT' : 'AN'
}

const SENIORS = { SINGLE: 'SS', COUPLE: 'SM', ILLNESS_SEPARATED: 'SI' } as const

/** Schedule 9 requires a claim of the tax-free threshold. Without it, a senior is taxed and reported like any other payee. */
function categoryOf({ claimsTaxFreeThreshold, seniors }: TreatmentFacts): string {
  if (!claimsTaxFreeThreshold) return 'RN'
  return seniors ? SENIORS[seniors] : 'RT'
}

function exemptionOf(facts: TreatmentFacts): string {
  if (facts.medicareExemption === undefined) return 'X'
  return facts.medicareExemption === 'FULL' ? 'F' : 'H'
}

/** A reduction requires a claim of the threshold. A full exemption leaves nothing to reduce. */
function reductionOf(facts: TreatmentFacts): string {
  const claim = facts.medicareAdjustment
  if (!claim || !facts.claimsTaxFreeThreshold || facts.medicareExemption === 'FULL') return 'X'
  return claim.children >= 10 ? 'A' : claim.children.toString()
}
