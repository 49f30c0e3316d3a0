import type { Service } from '../../../service.ts'
import type { DueWork, Waited } from './queries.ts'

/** Work that falls due as time passes. */
export type TimedWork = {
  what: DueWork
  run: (service: Service, stopped: AbortSignal) => Promise<unknown>
}

/**
 * The work to run now: the work that is due and everything after it in the order, because earlier work can
 * create later work.
 */
export function dueOf(
  { works, firsts }: Waited,
  now: Date,
  timed: readonly TimedWork[],
): readonly TimedWork[] {
  const isDue = (first: Date | null | undefined) => first != null && first <= now
  const due = works?.filter((_, index) => isDue(firsts?.[index])) ?? []
  const place = timed.findIndex(({ what }) => due.includes(what))
  return place < 0 ? [] : timed.slice(place)
}
