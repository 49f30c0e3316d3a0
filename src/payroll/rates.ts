import { CalculationError } from './calculation-error.ts'
import type { CivilDate } from './dates.ts'

/** Where a figure was read, and how sure we are of it. */
export type Source = {
  title: string
  publisher: string
  href: string
  status: 'published' | 'third-party' | 'derived' | 'unverified'
}

/** A value with the day it took effect (and the last day it holds, where that is known) and where it comes from. */
export type Dated<T> = { from: CivilDate; to?: CivilDate; value: T; source: Source }

/** A rate file as text: every scalar is a string, so that no figure ever becomes a float. */
export type RateFile = { path: string; data: RateNode }
export type RateNode = string | RateNode[] | { [key: string]: RateNode }

/** Values through time. `at` gives the one in force; a date before the first is an error, not a guess. */
export class Timeline<T> {
  readonly name: string
  readonly entries: readonly Dated<T>[]

  constructor(name: string, entries: readonly Dated<T>[]) {
    this.name = name
    this.entries = [...entries].sort((a, b) => (a.from < b.from ? -1 : 1))
  }

  /** The entry in force on a day, where there may be none. */
  find(date: CivilDate): Dated<T> | undefined {
    const last = this.entries.findLast((entry) => entry.from <= date)
    return last && (last.to === undefined || date <= last.to) ? last : undefined
  }

  at(date: CivilDate): Dated<T> {
    for (let i = this.entries.length - 1; i >= 0; i--) {
      const entry = this.entries[i] as Dated<T>
      if (entry.from > date) continue
      if (entry.to === undefined || date <= entry.to) return entry
      throw new CalculationError(
        `No ${this.name} table covers ${date}; the last one before it ends on ${entry.to}.`,
      )
    }
    const first = this.entries[0]?.from ?? 'any date'
    throw new CalculationError(`No ${this.name} table covers ${date}; the first one starts on ${first}.`)
  }
}
