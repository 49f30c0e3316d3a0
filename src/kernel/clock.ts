import { COUNTRIES, type Country } from '../payroll/words.ts'
import type { ActingContext } from './acting.ts'
import { type CivilDate, civilDate } from './values/dates.ts'
import { recordOf } from './values/word-lists.ts'

/** Tells the time; `createClock` is the only reader of the system's. */
export type Clock = {
  now(): Date
  /** The deployment's civil date, or another region's. */
  today(region?: Country): CivilDate
}

/** A clock that tests and the CLOCK setting can move. */
export type MovableClock = Clock & { set(instant: Date): void; advance(ms: number): void }

export const ZONES: Record<Country, string> = { AU: 'Australia/Sydney', NZ: 'Pacific/Auckland' }

const formats = recordOf(
  COUNTRIES,
  (country) => new Intl.DateTimeFormat('en-CA', { timeZone: ZONES[country] }),
)

/** The civil date of an instant in a country: what a document or a mail calls the day. */
export function dayIn(country: Country, instant: Date): CivilDate {
  return civilDate(formats[country].format(instant))
}

/** A clock that runs on from `start` (or from the system's time) for this deployment's region. */
export function createClock(region: Country, start?: Date): MovableClock {
  let offsetMs = start ? start.getTime() - Date.now() : 0
  return {
    ...readFrom(() => new Date(Date.now() + offsetMs), region),
    set: (instant) => {
      offsetMs = instant.getTime() - Date.now()
    },
    advance: (ms) => {
      offsetMs += ms
    },
  }
}

/** The clock of whoever work is done for: a sandbox's runs ahead by its lead, all others have the service's. */
export function createActingClock(clock: Clock, region: Country, acting: ActingContext): Clock {
  return readFrom(() => new Date(clock.now().getTime() + (acting.sandbox()?.leadMs ?? 0)), region)
}

function readFrom(now: () => Date, region: Country): Clock {
  return { now, today: (of = region) => dayIn(of, now()) }
}

/** Milliseconds that only ever rise, for measuring how long something took. */
export function monotonicMs(): number {
  return performance.now()
}
