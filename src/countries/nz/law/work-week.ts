import { type Decimal, decimal, isZero } from '../../../kernel/values/money.ts'
import { readWorkDays, type WorkDays, workDaysFor } from '../../../payroll/work-days.ts'
import { fixedPattern } from '../../../payroll/work-pattern.ts'
import type { NzLeaveSettings } from './input.ts'
import type { NzPastPay } from './past-pay.ts'

/* The agreed week. It may change during an employment, so earlier leave and periods are counted by the week of their own pay. */

export type WorkWeek = { hoursPerDay: Decimal; daysPerWeek: Decimal; days: WorkDays }

/** The fixed pattern or the working days of a record as text, or null when neither is known. */
export function recordedDays({
  workPattern,
  workDays,
}: Pick<NzLeaveSettings, 'workPattern' | 'workDays'>): string | null {
  return fixedPattern(workPattern) ? (workPattern ?? null) : (workDays ?? null)
}

/** The week of an earlier pay. Pays of the first versions, and histories from other systems, have the current one. */
export function weekOfPay({ details }: Pick<NzPastPay, 'details'>, current: WorkWeek): WorkWeek {
  if (details === null) return current
  const [hoursPerDay, daysPerWeek] = [decimal(details.hoursPerDay), decimal(details.daysPerWeek)]
  if (isZero(hoursPerDay) || isZero(daysPerWeek)) return current
  return { hoursPerDay, daysPerWeek, days: daysOf(details.workDays, daysPerWeek, current) }
}

function daysOf(recorded: string | null, daysPerWeek: Decimal, current: WorkWeek): WorkDays {
  if (recorded) return fixedPattern(recorded) ?? readWorkDays(recorded)
  return daysPerWeek.eq(current.daysPerWeek) ? current.days : workDaysFor(daysPerWeek)
}

export function isSameWeek(one: WorkWeek, other: WorkWeek): boolean {
  if (one === other) return true
  const [a, b] = [one.days, other.days]
  return (
    one.hoursPerDay.eq(other.hoursPerDay) &&
    one.daysPerWeek.eq(other.daysPerWeek) &&
    a.firstDay === b.firstDay &&
    a.cycle.length === b.cycle.length &&
    a.cycle.every((isWorked, index) => isWorked === b.cycle[index])
  )
}
