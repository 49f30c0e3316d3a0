import {
  addDays,
  addMonths,
  type CivilDate,
  daysBetween,
  yearsOfService,
} from '../../../../kernel/values/dates.ts'
import type { AuPayInput, AuState } from '../input/input.ts'
import type { AuRates, BridgedGap } from '../rates/rates.ts'

/** Whether the state's Act counts the earlier employment, given its end date and the start of the next one. */
export function isBridged(gap: BridgedGap, ended: CivilDate, started: CivilDate): boolean {
  const last = gap.months === null ? addDays(ended, (gap.weeks ?? 0) * 7) : addMonths(ended, gap.months)
  return started <= addDays(last, 1)
}

type ServiceFacts = Pick<AuPayInput, 'startDate' | 'earlierService'>

/**
 * The start date of a continuous service of the same length. Earlier employments count if the Act bridges the gaps between
 * them. The gaps themselves do not count.
 */
export function longServiceStart(
  { startDate, earlierService = [] }: ServiceFacts,
  state: AuState,
  day: CivilDate,
  rates: AuRates,
): CivilDate {
  const gap = rates.longServiceBridging.at(day).value[state]
  let counted = startDate
  let next = startDate
  let between = 0
  for (const { start, end } of earlierService.toReversed()) {
    if (!isBridged(gap, end, next)) break
    between += daysBetween(end, next) - 1
    counted = addDays(start, between)
    next = start
  }
  return counted
}

/** Says that long service counts earlier employments, because the gaps that an Act allows are not verified. */
export function bridgedServiceWarning(
  service: ServiceFacts,
  state: AuState,
  lastDay: CivilDate,
  rates: AuRates,
): string[] {
  const start = longServiceStart(service, state, lastDay, rates)
  if (start >= service.startDate) return []
  return [
    `Long service counts the earlier employment too, ${yearsOfService(start, lastDay)} years in all: ${state} counts across the gap between them. Check the Act; the limit is not verified.`,
  ]
}
