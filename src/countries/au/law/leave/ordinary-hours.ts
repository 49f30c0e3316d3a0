import { type CivilDate, dayOfWeek, daysBetween } from '../../../../kernel/values/dates.ts'
import { type Decimal, whole, ZERO } from '../../../../kernel/values/money.ts'
import type { AuPayInput } from '../input/input.ts'

/** Ordinary hours between two dates. No setting records the working days, so the first days of the week are assumed. */
export function ordinaryHours(
  from: CivilDate,
  to: CivilDate,
  { hoursPerDay, daysPerWeek }: Pick<AuPayInput, 'hoursPerDay' | 'daysPerWeek'>,
): Decimal {
  if (to < from) return ZERO
  const days = daysPerWeek.gt(whole(6)) ? 7 : daysPerWeek.gt(whole(5)) ? 6 : 5
  const length = daysBetween(from, to) + 1
  const first = (dayOfWeek(from) + 6) % 7
  const rest = length % 7
  let counted = Math.floor(length / 7) * days
  for (let day = 0; day < rest; day++) if ((first + day) % 7 < days) counted++
  return whole(counted).times(hoursPerDay).times(daysPerWeek).div(whole(days))
}
