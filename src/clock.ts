import { type CivilDate, civilDate } from './payroll/dates.ts'
import { COUNTRIES, type Country, recordOf } from './payroll/words.ts'

/** The only reader of the system clock. */
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

/** A clock that runs on from `start` (or from the system's time) for this deployment's region. */
export function createClock(region: Country, start?: Date): MovableClock {
  let offsetMs = start ? start.getTime() - Date.now() : 0
  const now = () => new Date(Date.now() + offsetMs)
  return {
    now,
    today: (of = region) => civilDate(formats[of].format(now())),
    set: (instant) => {
      offsetMs = instant.getTime() - Date.now()
    },
    advance: (ms) => {
      offsetMs += ms
    },
  }
}

/** Milliseconds that only ever rise, for measuring how long something took. */
export function monotonicMs(): number {
  return performance.now()
}
