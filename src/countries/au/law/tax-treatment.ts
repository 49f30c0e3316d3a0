import type { EmploymentStatus, TaxDeclaration } from './input.ts'
import type { IncomeType } from './words.ts'

export type { IncomeType }

/** The income type of a pay by the declaration it was calculated with: a later change leaves earlier pays alone. */
export function incomeTypeOf(
  { isWorkingHolidayMaker }: Pick<TaxDeclaration, 'isWorkingHolidayMaker'>,
  status: EmploymentStatus,
): 'SAW' | 'WHM' | 'LAB' {
  if (isWorkingHolidayMaker) return 'WHM'
  return status === 'LABOUR_HIRE' ? 'LAB' : 'SAW'
}

/** Schemes that have a category of their own; no wire field reaches horticulture today. */
export type TaxScheme = 'horticulture'

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
> & { isTfnQuoted: boolean; scheme?: TaxScheme }

/** The six-character tax treatment code that Single Touch Payroll Phase 2 asks for. */
export function taxTreatmentCode(facts: TreatmentFacts): string {
  if (facts.isWorkingHolidayMaker) {
    if (!facts.isTfnQuoted) return 'HFXXXX'
    return facts.isEmployerRegistered ? 'HRXXXX' : 'HUXXXX'
  }
  if (!facts.isTfnQuoted) return facts.isForeignResident ? 'NFXXXX' : 'NAXXXX'
  if (facts.scheme === 'horticulture') return facts.isForeignResident ? 'CFXXXX' : 'CTXXXX'
  const loan = facts.hasStudyLoan ? 'S' : 'X'
  if (facts.isForeignResident) return `FF${loan}XXX`
  return `${categoryOf(facts)}${loan}X${exemptionOf(facts)}${reductionOf(facts)}`
}

const SENIORS = { SINGLE: 'SS', COUPLE: 'SM', ILLNESS_SEPARATED: 'SI' } as const

/** Schedule 9 is for those who claim the threshold; without it the senior is taxed, and reported, as anybody else. */
function categoryOf({ claimsTaxFreeThreshold, seniors }: TreatmentFacts): string {
  if (!claimsTaxFreeThreshold) return 'RN'
  return seniors ? SENIORS[seniors] : 'RT'
}

function exemptionOf(facts: TreatmentFacts): string {
  if (facts.medicareExemption === undefined) return 'X'
  return facts.medicareExemption === 'FULL' ? 'F' : 'H'
}

/** A reduction needs the threshold claimed, and a full exemption leaves nothing to reduce. */
function reductionOf(facts: TreatmentFacts): string {
  const claim = facts.medicareAdjustment
  if (!claim || !facts.claimsTaxFreeThreshold || facts.medicareExemption === 'FULL') return 'X'
  return claim.children >= 10 ? 'A' : claim.children.toString()
}
