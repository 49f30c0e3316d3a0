import type { ActingContext } from './acting.ts'
import { type CivilDate, civilDate } from './values/dates.ts'

/** Tells the time; `createClock` is the only reader of the system's. */
export type Clock = {
  now(): Date
  /** The deployment's civil date, or that of another time zone. */
  today(timeZone?: string): CivilDate
}

/** A clock that tests and the CLOCK setting can move. */
export type MovableClock = Clock & { set(instant: Date): void; advance(ms: number): void }

const formats = new Map<string, Intl.DateTimeFormat>()

/** The civil date of an instant in a time zone: what a document or a mail calls the day. */
export function dayIn(timeZone: string, instant: Date): CivilDate {
  return civilDate(formatOf(timeZone).format(instant))
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  formats.set(timeZone, format)
  return format
}

/** A clock that runs on from `start` (or from the system's time) in this deployment's time zone. */
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

/** The clock of the customer that work is done for: a sandbox's runs ahead by its lead, all others have the service's. */
export function createActingClock(clock: Clock, timeZone: string, acting: ActingContext): Clock {
  return readFrom(() => new Date(clock.now().getTime() + (acting.sandbox()?.leadMs ?? 0)), timeZone)
}

function readFrom(now: () => Date, ownZone: string): Clock {
  // A zone that does not exist, such as the code of a country, fails here and not at the first question.
  formatOf(ownZone)
  return { now, today: (timeZone = ownZone) => dayIn(timeZone, now()) }
}

/** Milliseconds that only ever rise, for measuring how long something took. */
export function monotonicMs(): number {
  return performance.now()
}
