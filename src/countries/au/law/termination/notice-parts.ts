import { addDays } from '../../../../kernel/values/dates.ts'
import { type Decimal, isZero, smaller, ZERO } from '../../../../kernel/values/money.ts'
import { rateFor } from '../input/ending.ts'
import type { AuPayInput, AuTerminationInput } from '../input/input.ts'
import { ordinaryHours } from '../leave/ordinary-hours.ts'

export type NoticePart = { hours: Decimal; rate: Decimal }

/**
 * The notice hours by rate. Payment in lieu is what the employee would have earned up to the end of the notice (Fair Work Act
 * 2009 s 117(2)(b)), so a rate that begins within the notice applies from its day. The notice begins after the last day.
 */
export function noticeParts(
  input: AuPayInput,
  { terminationDate, noticeHours }: AuTerminationInput,
): NoticePart[] {
  const hours = noticeHours ?? ZERO
  const parts: NoticePart[] = []
  let left = hours
  let rate = rateFor(hours, input)
  let from = addDays(terminationDate, 1)
  for (const later of input.laterRates ?? []) {
    const before = smaller(left, ordinaryHours(from, addDays(later.from, -1), input))
    if (!isZero(before)) parts.push({ hours: before, rate })
    left = left.minus(before)
    from = later.from
    rate = later.ratePerHour
    if (isZero(left)) return parts
  }
  return [...parts, { hours: left, rate }]
}
