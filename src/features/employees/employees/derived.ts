import { isVaried } from '../../../countries/au/law/declarations/on-day.ts'
import { type IncomeType, taxTreatmentCode } from '../../../countries/au/law/input/tax-treatment.ts'
import { STP_EMPLOYMENT_STATUSES } from '../../../countries/au/law/input/words.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { specialTfn } from '../../../identifiers/tfn.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { CLAIMS, claimsOf } from './claims.ts'

/** The columns from which the derived members are computed. */
export const DERIVED_FROM = [
  'id',
  'tax_file_number',
  'is_foreign_resident',
  'has_claimed_tax_free_threshold',
  'has_stsl_liability',
  'is_closely_held',
  'is_super_only_contractor',
  'working_holiday_tax_scale_applies',
  ...CLAIMS,
  'employment_status',
  'stp_employment_status',
] as const satisfies readonly (keyof Employee)[]

export type DerivedFrom = Pick<Employee, (typeof DERIVED_FROM)[number]>

/**
 * Members derived from the Australian declaration. All are null for an employee without one. A variation counts on the days
 * that it applies to; without a day it always counts.
 */
export function derivedFields(employee: DerivedFrom, day: CivilDate | null = null) {
  return {
    readable_stp_employment_status: STP_EMPLOYMENT_STATUSES[employee.stp_employment_status],
    is_australian_resident: employee.is_foreign_resident === null ? null : !employee.is_foreign_resident,
    income_stream: incomeStream(employee),
    stp_id: String(employee.id),
    tax_treatment_code: treatmentOf(employee, day),
    single_touch_residency_status: residency(employee),
    has_help_liability: employee.has_stsl_liability,
  }
}

/** The columns that decide the income type. */
export type IncomeFacts = Pick<
  DerivedFrom,
  | 'is_foreign_resident'
  | 'is_super_only_contractor'
  | 'working_holiday_tax_scale_applies'
  | 'special_tax_table'
  | 'is_closely_held'
  | 'employment_status'
>

/** The STP income type. Super-only contractors and employees without a declaration are not reported. */
export function incomeStream(employee: IncomeFacts): IncomeType | null {
  if (employee.is_foreign_resident === null || employee.is_super_only_contractor) return null
  if (employee.working_holiday_tax_scale_applies) return 'WHM'
  if (employee.special_tax_table === 'PALM' && employee.is_foreign_resident) return 'SWP'
  if (employee.is_closely_held) return 'CHP'
  return employee.employment_status === 'Labour Hire' ? 'LAB' : 'SAW'
}

function residency(employee: DerivedFrom): string | null {
  if (employee.is_foreign_resident === null) return null
  if (employee.working_holiday_tax_scale_applies) return 'WORKING_HOLIDAY_MAKER'
  return employee.is_foreign_resident ? 'FOREIGN_RESIDENT' : 'AUSTRALIAN_RESIDENT'
}

function treatmentOf(employee: DerivedFrom, day: CivilDate | null): string | null {
  if (employee.is_foreign_resident === null || employee.is_super_only_contractor) return null
  const isQuoted = employee.tax_file_number !== null && specialTfn(employee.tax_file_number) !== 'NOT_QUOTED'
  const { variation, ...claims } = claimsOf(employee)
  const isApplied = variation && (day === null || isVaried({ variation }, day))
  return taxTreatmentCode({
    isTfnQuoted: isQuoted,
    isForeignResident: employee.is_foreign_resident,
    claimsTaxFreeThreshold: employee.has_claimed_tax_free_threshold ?? false,
    hasStudyLoan: employee.has_stsl_liability ?? false,
    isWorkingHolidayMaker: employee.working_holiday_tax_scale_applies,
    // Companies have no registration field, so we assume that the employer is registered for working holiday makers.
    isEmployerRegistered: true,
    ...claims,
    ...(isApplied ? { variation } : {}),
  })
}
