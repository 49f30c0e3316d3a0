import type { Decimal } from '../../../../kernel/values/money.ts'
import type { WorkDays } from '../../../../payroll/work-days.ts'
import { fixedPattern } from '../../../../payroll/work-pattern.ts'

/* The agreed week. It may change during an employment, so earlier leave and periods are counted by the week of their own pay. */

export type WorkWeek = { hoursPerDay: Decimal; daysPerWeek: Decimal; days: WorkDays }

/** The fixed pattern or the working days of a record as text, or null when neither is known. */
export function recordedDays({
  workPattern,
  workDays,
}: {
  workPattern?: string | null
  workDays?: string | null
}): string | null {
  return fixedPattern(workPattern) ? (workPattern ?? null) : (workDays ?? null)
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
