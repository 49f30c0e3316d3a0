import { addDays, addMonths, type CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, greater, ZERO } from '../../../../kernel/values/money.ts'
import { anniversariesUpTo } from '../input/anniversaries.ts'
import type { EntitlementTerms, NzHolidayInput } from '../input/input.ts'
import type { HolidayRates } from '../rates/rates.ts'

/*
 * The anniversaries that a pay reaches, and what each grants. An anniversary is often granted by a later pay: one after unpaid
 * weeks, or one entered before the pay of its week. So the terms of the anniversary decide, not those of the pay.
 */

export type YearOfLeave = { day: CivilDate; granted: Decimal }

type Reached = Pick<
  NzHolidayInput,
  'startDate' | 'periodEnd' | 'termination' | 'holidayHistory' | 'leaveSettings' | 'earlierEntitlements'
>

/** Wages paid after the final pay grant no leave for days after the end (ss 16 and 63). The final pay counted the day after it. */
export function lastDayOfService({
  leaveSettings: { endedOn },
  periodEnd,
}: Pick<Reached, 'leaveSettings' | 'periodEnd'>): CivilDate {
  return endedOn !== undefined && endedOn < periodEnd ? endedOn : periodEnd
}

/** Service includes the last day, so twelve months are complete on the day before the anniversary. */
const lastReached = (input: Reached): CivilDate =>
  input.termination ? addDays(input.termination.terminationDate, 1) : lastDayOfService(input)

type Settings = Pick<Reached, 'earlierEntitlements' | 'leaveSettings'>

function entitlementOn({ earlierEntitlements, leaveSettings }: Settings, day: CivilDate) {
  const terms: EntitlementTerms = earlierEntitlements?.find(({ to }) => day <= to) ?? leaveSettings
  return { ...terms, isLeaveEnabled: terms.isLeaveEnabled ?? leaveSettings.isLeaveEnabled }
}

/**
 * Whether an anniversary grants weeks. Holiday pay with the wages replaces them only while it is allowed: after twelve months of a
 * fixed term four weeks are owed despite the amounts paid (s 28(4)).
 */
export function hasWeeksOn(day: CivilDate, input: Settings): boolean {
  const { isLeaveEnabled, isHolidayPayPaidWithWages, isCasual } = entitlementOn(input, day)
  const isTooLong = input.leaveSettings.holidayPayReason === 'FIXED_TERM'
  return isLeaveEnabled && !isCasual && (!isHolidayPayPaidWithWages || isTooLong)
}

/** All anniversaries since a day, including those that grant nothing. */
export function anniversariesSince(since: CivilDate, input: Reached): CivilDate[] {
  const { yearStart, yearMoves } = input.holidayHistory
  const reached = anniversariesUpTo(yearStart ?? input.startDate, lastReached(input), yearMoves)
  return reached.filter((day) => day >= since)
}

/** The anniversaries since a day with the weeks of annual holidays that each grants (s 16). */
export function annualYearsSince(
  since: CivilDate,
  input: Reached,
  { annualWeeksPerYear: least }: Pick<HolidayRates, 'annualWeeksPerYear'>,
): YearOfLeave[] {
  return anniversariesSince(since, input).flatMap((day) => {
    if (!hasWeeksOn(day, input)) return []
    return { day, granted: greater(entitlementOn(input, day).annualWeeksPerYear ?? ZERO, least) }
  })
}

/**
 * The years of sick leave that began since a day, with the days that each grants (s 65). Days on which the employee was a casual
 * begin none: a casual's year begins once the hours test is met.
 */
export function sickYearsSince(
  since: CivilDate,
  input: Reached,
  { afterMonths, daysPerYear: least }: HolidayRates['sick'],
): YearOfLeave[] {
  const last = lastReached(input)
  const years: YearOfLeave[] = []
  for (let months = afterMonths; addMonths(input.startDate, months) <= last; months += 12) {
    const day = addMonths(input.startDate, months)
    const { isLeaveEnabled, isCasual, sickDaysPerYear } = entitlementOn(input, day)
    if (day >= since && isLeaveEnabled && !isCasual)
      years.push({ day, granted: greater(sickDaysPerYear ?? ZERO, least) })
  }
  return years
}
