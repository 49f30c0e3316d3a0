import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import { auIncomeYear, type CivilDate, completedYears } from '../../../../kernel/values/dates.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite } from '../../../../payroll/sources.ts'
import type { AuPayInput, TaxDeclaration } from '../input/input.ts'
import type { AuRates, Schedule8 } from '../rates/rates.ts'

/* Schedule 9: seniors and pensioners who claim their tax offset through lower withholding. */

const WORDS = {
  SINGLE: 'single',
  ILLNESS_SEPARATED: 'member of an illness-separated couple',
  COUPLE: 'member of a couple',
} as const

/** The table includes the offset and the Medicare thresholds for seniors. A study loan is added as a component. */
export function seniorsTable(
  { seniors = 'SINGLE', medicareExemption }: TaxDeclaration,
  payDate: CivilDate,
  rates: AuRates,
  schedule8: Dated<Schedule8> | null,
) {
  const table = rates.schedule9.at(payDate)
  const bands = table.value.scales[seniors][medicareExemption ?? 'NONE']
  if (!bands) {
    throw new CalculationError(
      `No Schedule 9 table with a Medicare levy exemption covers ${payDate}: set seniors_offset or medicare_levy_exemption to NONE.`,
    )
  }
  const tables: Dated<unknown>[] = schedule8 ? [table, schedule8] : [table]
  return {
    bands,
    plainBands: bands,
    rule: `Schedule 9, ${WORDS[seniors]}`,
    source: cite(...tables),
    tables,
    isLoanApart: schedule8 !== null,
  }
}

/** Warnings for the payroll officer about a claim for the seniors and pensioners tax offset. */
export function seniorsWarnings(input: AuPayInput, scale: string, rates: AuRates): string[] {
  const { declaration, dateOfBirth, payDate } = input
  if (!declaration.seniors) return []
  if (scale !== 'seniors')
    return [
      'The seniors and pensioners tax offset was not taken into account: it needs a resident with a tax file number who claims the tax-free threshold.',
    ]
  const { minimumAge, veteranMinimumAge } = rates.schedule9.at(payDate).value
  const yearEnd = auIncomeYear(payDate).end
  const isYoung = dateOfBirth !== null && completedYears(dateOfBirth, yearEnd) < minimumAge
  return [
    ...(isYoung
      ? [
          `The employee is under ${minimumAge} on ${yearEnd}: the seniors and pensioners tax offset is theirs only with a veteran’s pension or supplement, from ${veteranMinimumAge} on.`,
        ]
      : []),
    ...(declaration.medicareAdjustment
      ? ['Schedule 9 was used: the Medicare levy reduction of the declaration was not taken into account.']
      : []),
  ]
}
