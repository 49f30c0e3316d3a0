import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, isZero } from '../../../../kernel/values/money.ts'
import type { PastQuestion, PayTiming } from '../../../../payroll/history.ts'
import { readWorkDays, type WorkDays, workDaysFor } from '../../../../payroll/work-days.ts'
import { fixedPattern } from '../../../../payroll/work-pattern.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import type { WorkWeek } from '../input/work-week.ts'

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

/** The share of a period's working days on or after a day. */
export type ShareFrom = (
  day: CivilDate,
  period: Pick<PayTiming, 'periodStart' | 'periodEnd'>,
  employment: Pick<PastQuestion, 'startDate' | 'lastDay'>,
  days: WorkDays,
) => Decimal
