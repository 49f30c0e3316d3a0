import { type CivilDate, civilDate, daysBetween } from '../../dates.ts'
import { allocate, type Decimal, whole } from '../../money.ts'
import type { TerminationReason } from '../input.ts'
import type { LeavingKey, LongServiceState } from '../rates.ts'

/** Whether unused long service leave is paid out: after the full years always, from the pro rata years by reason. */
export function paysLongService(
  state: LongServiceState,
  serviceYears: Decimal,
  reason: TerminationReason,
  cessation: string | null,
): boolean {
  if (serviceYears.gte(state.fullYears)) return true
  if (serviceYears.lt(state.proRataYears)) return false
  return state.paidBeforeFull[leavingKey(reason, cessation)]
}

const AUGUST_1978 = civilDate('1978-08-16')
const AUGUST_1993 = civilDate('1993-08-18')

export type EraSplit = { preAugust1978: Decimal; august1978ToAugust1993: Decimal; postAugust1993: Decimal }

/** Splits an amount by the days of service before 16 August 1978, up to 17 August 1993, and after (ITAA 1997 s 83-105). */
export function splitByEra(amount: Decimal, start: CivilDate, end: CivilDate): EraSplit {
  const last = daysBetween(start, end) + 1
  const before1978 = clamp(daysBetween(start, AUGUST_1978), last)
  const before1993 = clamp(daysBetween(start, AUGUST_1993), last)
  const [pre, middle, post] = allocate(amount, [
    whole(before1978),
    whole(before1993 - before1978),
    whole(last - before1993),
  ]) as [Decimal, Decimal, Decimal]
  return { preAugust1978: pre, august1978ToAugust1993: middle, postAugust1993: post }
}

function clamp(days: number, most: number): number {
  return Math.max(0, Math.min(days, most))
}

function leavingKey(reason: TerminationReason, cessation: string | null): LeavingKey {
  if (reason === 'REDUNDANCY') return 'redundancy'
  if (reason === 'INVALIDITY') return 'invalidity'
  if (reason !== 'TERMINATION') return 'death'
  if (cessation === 'F') return 'dismissed'
  if (cessation === 'C') return 'contract_ended'
  return cessation === 'T' ? 'transferred' : 'resigned'
}
