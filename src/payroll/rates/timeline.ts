import { CalculationError } from '../../kernel/values/calculation-error.ts'
import { addDays, type CivilDate } from '../../kernel/values/dates.ts'
import { present } from '../../kernel/values/present.ts'

export const SOURCE_STATUSES = ['published', 'third-party', 'derived', 'unverified'] as const

/** The source of a figure, and how reliable it is. */
export type Source = {
  title: string
  publisher: string
  href: string
  status: (typeof SOURCE_STATUSES)[number]
  /** Set when the page at this address has not been opened since it was recorded. */
  address?: 'unchecked'
}

/** A value with its source and the day it took effect, and its last day if known. */
export type Dated<T> = { from: CivilDate; to?: CivilDate; value: T; source: Source }

/** Days between two tables without a table, and the reason. */
export type Gap = { from: CivilDate; to: CivilDate; reason: string }

/**
 * Values through time. `at` returns the value in force, and throws for a day that no table covers. A table without a last day
 * applies until the next one begins. The last table applies indefinitely, because its law has no end.
 */
export class Timeline<T> {
  readonly name: string
  readonly entries: readonly Dated<T>[]
  readonly gaps: readonly Gap[]

  constructor(name: string, entries: readonly Dated<T>[], gaps: readonly Gap[] = []) {
    this.name = name
    this.entries = [...entries].sort((a, b) => (a.from < b.from ? -1 : 1))
    this.gaps = gaps
    this.#refuseOverlaps()
    this.#refuseGaps()
  }

  /** The entry in force on a day, if there is one. */
  find(date: CivilDate): Dated<T> | undefined {
    for (let i = this.entries.length - 1; i >= 0; i--) {
      const entry = present(this.entries[i])
      if (entry.from <= date) return entry.to === undefined || date <= entry.to ? entry : undefined
    }
    return undefined
  }

  /** The value in force, or the closest one. For display only, which must not fail when next year's tables are late. */
  nearest(date: CivilDate): T {
    return present(this.entries.findLast(({ from }) => from <= date) ?? this.entries[0]).value
  }

  at(date: CivilDate): Dated<T> {
    return this.find(date) ?? this.#refuse(date)
  }

  /** "2020-10-13 to 2024-06-30 and from 2026-07-01": the days that the tables cover. */
  covered(): string {
    const spans: { from: CivilDate; to: CivilDate | undefined }[] = []
    for (const { from, to } of this.entries) {
      const last = spans.at(-1)
      if (last && (last.to === undefined || addDays(last.to, 1) === from)) last.to = to
      else spans.push({ from, to })
    }
    return spans.map(({ from, to }) => (to ? `${from} to ${to}` : `from ${from}`)).join(' and ')
  }

  #refuse(date: CivilDate): never {
    const before = this.entries.findLast((entry) => entry.from <= date)
    const gap = this.gaps.find(({ from, to }) => from <= date && date <= to)
    const where = before
      ? `the last one before it ends on ${before.to}`
      : `the first one starts on ${this.entries[0]?.from}`
    throw new CalculationError(
      `No ${this.name} table covers ${date}; ${where}.${gap ? ` ${gap.reason}` : ''} Days covered: ${this.covered()}.`,
    )
  }

  #refuseOverlaps(): void {
    if (this.entries.length === 0) throw new RangeError(`${this.name}: there is no table`)
    for (const [index, entry] of this.entries.entries()) {
      const next = this.entries[index + 1]
      if (next && (next.from === entry.from || (entry.to !== undefined && entry.to >= next.from))) {
        throw new RangeError(`${this.name}: the tables from ${entry.from} and ${next.from} overlap`)
      }
    }
  }

  /** Days without a table between two tables must be declared as gaps. No other gap may be declared. */
  #refuseGaps(): void {
    const declared = new Set(this.gaps.map(({ from, to }) => `${from} to ${to}`))
    for (const [index, { to }] of this.entries.entries()) {
      const next = this.entries[index + 1]
      if (!next || to === undefined || addDays(to, 1) === next.from) continue
      const days = `${addDays(to, 1)} to ${addDays(next.from, -1)}`
      if (!declared.delete(days)) {
        throw new RangeError(
          `${this.name}: no table covers ${days}; declare the days as missing, with the reason`,
        )
      }
    }
    for (const days of declared)
      throw new RangeError(`${this.name}: ${days} is declared missing but is not a gap`)
  }
}
