import type { EmployeeFields } from '../../../database/tables/employees.ts'
import { tfnStatus } from '../../../identifiers/tfn.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { type TermsChange, type TermValues, termOn, termsTimeline } from '../../../payroll/terms.ts'
import { SENSITIVE_FIELDS } from './fields.ts'
import type { EmployeeInput } from './schema.ts'

/*
 * Tax numbers by date. The timeline records only whether a number was quoted. The number itself, the latest one, is in
 * the employee's record.
 */

/** The status of the tax file number, which calculations read instead of the number. */
export const TAX_NUMBER_STATUS = 'tax_number_status'

type StatusChange = { fields: TermValues; before: TermValues }

/** The effect of an undated change on the status of the tax file number. */
export function changedStatus(before: EmployeeFields, after: EmployeeFields): StatusChange {
  const [was, is] = [tfnStatus(before.tax_file_number), tfnStatus(after.tax_file_number)]
  return was === is ? { fields: {}, before: {} } : statusChange(was, is)
}

/**
 * The status from a day on. It is recorded whenever a number is sent with a date, changed or not: the number that was
 * quoted on that day is no longer stored, so the two cannot be compared.
 */
export function datedStatus(
  before: EmployeeFields,
  after: EmployeeFields,
  { input, recorded, from }: { input: EmployeeInput; recorded: readonly TermsChange[]; from: CivilDate },
): StatusChange {
  if (input.tax_file_number === undefined) return { fields: {}, before: {} }
  const was = termOn(termsTimeline(recorded), TAX_NUMBER_STATUS, from) ?? tfnStatus(before.tax_file_number)
  return statusChange(String(was), tfnStatus(after.tax_file_number))
}

const statusChange = (was: string, is: string): StatusChange => ({
  fields: { [TAX_NUMBER_STATUS]: is },
  before: { [TAX_NUMBER_STATUS]: was },
})

/** The day of a later change of the tax file number that is already in effect, if there is one. */
export function laterTaxNumber(
  recorded: readonly TermsChange[],
  from: CivilDate,
  today: CivilDate,
): CivilDate | undefined {
  const changes = termsTimeline(recorded).get(TAX_NUMBER_STATUS)?.changes
  return changes?.find((change) => change.from > from && change.from <= today)?.from
}

/**
 * The numbers in the employee's record after a change with a past date. A number that a later change has replaced
 * stays.
 */
export function numbersToday(
  current: EmployeeFields,
  prepared: EmployeeFields,
  { isReplaced, isDeclaredAgain }: { isReplaced: boolean; isDeclaredAgain: boolean },
): Record<string, string | null> {
  return {
    ...Object.fromEntries(SENSITIVE_FIELDS.map((name) => [name, prepared[name]])),
    ...(isReplaced ? { tax_file_number: current.tax_file_number } : {}),
    // Without a declaration (NZ) there is no IRD number, but only on those days.
    ...(isDeclaredAgain ? { ird_number: current.ird_number } : {}),
  }
}
