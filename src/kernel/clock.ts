import type { ActingContext } from './acting.ts'
import { type CivilDate, civilDate } from './values/dates.ts'

/** Gives the time. Only `createClock` reads the system clock. */
export type Clock = {
  now(): Date
  /** The civil date in the deployment's time zone, or in another one. */
  today(timeZone?: string): CivilDate
}

/** A clock that tests and the CLOCK setting can change. */
export type MovableClock = Clock & { set(instant: Date): void; advance(ms: number): void }

const formats = new Map<string, Intl.DateTimeFormat>()

/** Since 1972 days begin, and offsets from UTC change, at these steps in every time zone. */
const STEP_MS = 15 * 60 * 1000
const lastDays = new Map<string, { step: number; day: CivilDate }>()

/**
 * The civil date of an instant in a time zone, as shown in a document or an email. The last one is remembered, because lists
 * of thousands of companies ask for today's date once for each.
 */
export function dayIn(timeZone: string, instant: Date): CivilDate {
  const step = Math.floor(instant.getTime() / STEP_MS)
  const last = lastDays.get(timeZone)
  if (last?.step === step) return last.day
  const day = civilDate(formatOf(timeZone).format(instant))
  lastDays.set(timeZone, { step, day })
  return day
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  formats.set(timeZone, format)
  return format
}

/** A clock that starts at `start` (or the system's time), in this deployment's time zone. */
export function createClock(timeZone: string, start?: Date): MovableClock {
  let offsetMs = start ? start.getTime() - Date.now() : 0
  return {
    ...readFrom(() => new Date(Date.now() + offsetMs), timeZone),
    set: (instant) => {
      offsetMs = instant.getTime() - Date.now()
    },
    advance: (ms) => {
      offsetMs += ms
    },
  }
}

/**
 * The clock of the customer that the current work is for. A sandbox's clock runs ahead by its lead, and all others use the
 * service's.
 */
export function createActingClock(clock: Clock, timeZone: string, acting: ActingContext): Clock {
  return readFrom(() => new Date(clock.now().getTime() + (acting.sandbox()?.leadMs ?? 0)), timeZone)
}

function readFrom(now: () => Date, ownZone: string): Clock {
  // An invalid time zone, such as a country code, fails here and not on first use.
  formatOf(ownZone)
  return { now, today: (timeZone = ownZone) => dayIn(timeZone, now()) }
}

/** Milliseconds that never go backwards, for measuring durations. */
export function monotonicMs(): number {
  return performance.now()
}
