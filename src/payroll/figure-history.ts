import type { CivilDate } from '../kernel/values/dates.ts'
import { present } from '../kernel/values/present.ts'
import { byName } from '../kernel/values/word-lists.ts'
import {
  type AnyFigures,
  cellOf,
  type DetailsOf,
  entriesOf,
  type FigureCell,
  type FigureEntry,
  type FigureList,
  type HistoryOf,
} from './figures.ts'
import type { PastPay, PayTiming } from './history.ts'

/*
 * The pay history of a list of figures: the SQL for each earlier pay, and how the law reads it. Columns and readers come from the
 * same list, so a value always belongs to the figure whose name it is read by.
 */

type Read = (stored: string, timing: PayTiming) => unknown

/** The columns selected from earlier pays. */
export type HistoryColumns = {
  /** SQL of each column for one pay (`p`). */
  each: readonly string[]
  /** SQL of each column for a sum of pays, empty where a sum has no meaning. Null when the law reads every pay separately. */
  sums: readonly string[] | null
  /** SQL condition for a pay that is never part of a sum. */
  isApart: string
}

/** An earlier pay as read from the database. Its cells match the columns above. */
export type HistoryRow = {
  timing: PayTiming
  id: number
  isTermination: boolean
  isSum: boolean
  cells: readonly string[]
}

const readersOf = <Input, Result>(list: FigureList<Input, Result>) =>
  entriesOf(list).flatMap(({ name, ...entry }) =>
    entry.history?.sum ? [{ name, entry, history: entry.history, read: readerOf(entry) }] : [],
  )

const detailsIn = <Input, Result>(list: FigureList<Input, Result>) =>
  entriesOf(list).flatMap(({ name, ...entry }) =>
    entry.history?.isDetail ? [{ name, entry, read: readerOf(entry) }] : [],
  )

/** Zero, false and null are stored as nothing. */
function readerOf({ type, history }: FigureEntry<never, never>): Read {
  const { read, otherwise } = history ?? {}
  if (otherwise) return (stored, timing) => stored || otherwise(timing)
  if (read) return (stored, timing) => read(stored || null, timing)
  if (type === 'numeric') return (stored) => stored || '0'
  if (type === 'bool') return (stored) => stored !== ''
  return (stored) => stored || null
}

/** Converts a newly calculated value to the text that `readerOf` reads. */
function storedText(cell: FigureCell): string {
  if (typeof cell === 'boolean') return cell ? 't' : ''
  return cell ?? ''
}

function sourceOf({ column, history }: FigureEntry<never, never>): string {
  return history?.expression ?? `p.${present(column)}`
}

/** Keeps rows short: most figures of most pays are zero, and half a million of them may be read at once. */
function shortened(type: FigureEntry<never, never>['type'], source: string): string {
  if (type === 'numeric') return `nullif(${source}, 0)`
  return type === 'bool' ? `nullif(${source}, false)` : source
}

export function historyColumns(list: AnyFigures): HistoryColumns {
  const readers = readersOf(list)
  const isSummed = readers.some(({ history }) => history.sum !== 'none')
  return {
    each: readers.map(({ entry }) => shortened(entry.type, sourceOf(entry))),
    sums: isSummed
      ? readers.map(({ entry, history }) =>
          history.sum === 'none' ? '' : shortened(entry.type, `${history.sum}(${sourceOf(entry)})`),
        )
      : null,
    isApart:
      readers
        .filter(({ history }) => history.isApart)
        .map(({ entry }) => `${sourceOf(entry)} is not null`)
        .join(' or ') || 'false',
  }
}

/** SQL of the details of one pay, by name. */
export const detailColumns = (list: AnyFigures): Readonly<Record<string, string>> =>
  Object.fromEntries(detailsIn(list).map(({ name, entry }) => [name, sourceOf(entry)]))

/**
 * Reads earlier pays as the law sees them. A figure is parsed only when a rule asks for it, and most never are. Parsing all of
 * them takes ten times as long. A copy made by spreading has no figures.
 */
export function historyReader<List extends AnyFigures, Details>(
  list: List,
): (row: HistoryRow, details: Details | null) => PastPay & HistoryOf<List> & { details: Details | null } {
  class EarlierPay implements PastPay {
    readonly payDate: CivilDate
    readonly payPeriod: PayTiming['payPeriod']
    readonly periodStart: CivilDate
    readonly periodEnd: CivilDate
    readonly id: number
    readonly isTermination: boolean
    declare readonly isSum?: true
    readonly details: Details | null
    readonly #cells: readonly string[]

    constructor({ timing, id, isTermination, isSum, cells }: HistoryRow, details: Details | null) {
      this.payDate = timing.payDate
      this.payPeriod = timing.payPeriod
      this.periodStart = timing.periodStart
      this.periodEnd = timing.periodEnd
      this.id = id
      this.isTermination = isTermination
      this.details = details
      this.#cells = cells
      if (isSum) this.isSum = true
    }

    cell(index: number): string {
      return this.#cells[index] ?? ''
    }
  }
  for (const [index, { name, read }] of readersOf(list).entries()) {
    Object.defineProperty(EarlierPay.prototype, name, {
      get(this: EarlierPay) {
        return read(this.cell(index), this)
      },
    })
  }
  // The loop above gives the class every member of `HistoryOf`.
  return (row, details) => new EarlierPay(row, details) as EarlierPay & HistoryOf<List>
}

/** An earlier pay with some figures changed. Copying it by spreading would lose the others. */
export function withFigures<Pay extends object, List extends AnyFigures>(
  list: List,
  pay: Pay & HistoryOf<List>,
  change: Partial<HistoryOf<List>>,
): Pay & HistoryOf<List> {
  const figures = byName<HistoryOf<List>>(
    readersOf(list).map(({ name }) => [name, Reflect.get(pay, name)] as const),
  )
  return { ...pay, ...figures, ...change }
}

/** The history entry of a newly calculated pay, for later pays of the same call. */
export function historyEntry<Input, Result, const List extends FigureList<Input, Result>>(
  list: List & FigureList<Input, Result>,
): (timing: PayTiming, input: Input, result: Result) => HistoryOf<List> {
  const readers = readersOf(list)
  return (timing, input, result) => valuesOf(readers, timing, input, result)
}

export function detailsEntry<Input, Result, const List extends FigureList<Input, Result>>(
  list: List & FigureList<Input, Result>,
): (timing: PayTiming, input: Input, result: Result) => DetailsOf<List> {
  const readers = detailsIn(list)
  return (timing, input, result) => valuesOf(readers, timing, input, result)
}

function valuesOf<Input, Result, Values>(
  readers: readonly { name: string; entry: FigureEntry<Input, Result>; read: Read }[],
  timing: PayTiming,
  input: Input,
  result: Result,
): Values {
  return byName(
    readers.map(({ name, entry, read }) => [name, read(storedText(cellOf(entry, input, result)), timing)]),
  )
}

/** The history of a pay without figures, and its details. */
export const emptyHistory = <List extends AnyFigures>(list: List, timing: PayTiming): HistoryOf<List> =>
  byName(readersOf(list).map(({ name, read }) => [name, read('', timing)]))

export const emptyDetails = <List extends AnyFigures>(list: List, timing: PayTiming): DetailsOf<List> =>
  detailsReader(list)({}, timing)

/** Reads the details of a stored pay. */
export function detailsReader<List extends AnyFigures>(
  list: List,
): (columns: Readonly<Record<string, string | null>>, timing: PayTiming) => DetailsOf<List> {
  const readers = detailsIn(list)
  return (columns, timing) =>
    byName(readers.map(({ name, read }) => [name, read(columns[name] ?? '', timing)]))
}
