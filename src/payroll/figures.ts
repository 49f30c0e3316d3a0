import type { CivilDate } from '../kernel/values/dates.ts'
import { type Decimal, isZero } from '../kernel/values/money.ts'
import type { Figure, PayTiming } from './history.ts'
import type { CommonFigures } from './result.ts'

/*
 * A figure of a pay is declared once, in the list of its country. These are derived from the list:
 * - the columns and values of the insert, and the row type;
 * - the pay history;
 * - the reported columns and the read model;
 * - the differences that a replay finds.
 * Order has no meaning, because everything is found by name.
 */

/** The value of each SQL type as the law uses it. JSON is passed as text. */
type Values = { numeric: Decimal; date: CivilDate | null; text: string | null; bool: boolean; jsonb: string }

/** The pays that a total adds up: the earlier ones of the tax year, or the other ones of the period. */
export type TotalOf = 'year' | 'period'

/** How later pays read a figure. */
type History = {
  /** SQL over a pay `p`, when it is not simply the column. */
  expression?: string
  /** Parses the stored value when it is a string or a date that needs interpretation. */
  read?(stored: string | null, timing: PayTiming): unknown
  /** The day to use when none is stored. */
  otherwise?(timing: PayTiming): CivilDate
} & (
  | {
      /** How the pays of earlier periods are combined. `none` when a sum has no meaning and no rule asks for it. */
      sum: 'sum' | 'max' | 'none'
      /** A pay with this figure is never part of a sum. */
      isApart?: true
      /** The law receives it as a total of these pays. */
      total?: TotalOf
      isDetail?: never
    }
  /** Read only from pays that the law examines in detail. */
  | { isDetail: true; sum?: never; isApart?: never; total?: never }
)

/** The origin of a value. Replay and `affected_pays` compare the figures of the result and ignore facts. */
type Source<Value, Input, Result> =
  | { from(result: Result): Value; fact?: never }
  | { fact(input: Input, result: Result): Value; from?: never }

/**
 * The members of an entry besides its type and source. Without a column it is not stored, and its history
 * needs an expression.
 */
export type FigureOptions = {
  column?: string
  history?: History
  /** Included in reports to the authority. The number is its position in the stored hash and never changes. */
  reported?: number
  /** The member of the read model that shows the figure. */
  view?: string
  /** Shown for pays of all countries, as zero where a country has no such figure. */
  isShownEverywhere?: true
}

type Entry<Type extends keyof Values, Input, Result> = Source<Values[Type], Input, Result> &
  FigureOptions & { type: Type }

export type FigureEntry<Input, Result> = {
  [Type in keyof Values]: Entry<Type, Input, Result>
}[keyof Values]

export type FigureList<Input, Result> = Readonly<Record<string, FigureEntry<Input, Result>>>

/** A list for uses that need only names and columns, and do not call its functions. */
// biome-ignore lint/suspicious/noExplicitAny: functions of any country
export type AnyFigures = FigureList<any, any>

export function defineFigures<Input, Result>() {
  return <const List extends FigureList<Input, Result>>(list: List): List => list
}

/** The figures of every country's pay. Each country adds their history. */
export const COMMON_FIGURES = defineFigures<unknown, { figures: CommonFigures }>()({
  gross: {
    column: 'gross',
    type: 'numeric',
    from: ({ figures }) => figures.gross,
    view: 'gross',
    isShownEverywhere: true,
  },
  tax: {
    column: 'tax',
    type: 'numeric',
    from: ({ figures }) => figures.tax,
    view: 'tax',
    isShownEverywhere: true,
  },
  net: {
    column: 'net',
    type: 'numeric',
    from: ({ figures }) => figures.net,
    view: 'net',
    isShownEverywhere: true,
  },
  deductions: { column: 'deductions', type: 'numeric', from: ({ figures }) => figures.deductions },
  workersCompensation: {
    column: 'workers_compensation',
    type: 'numeric',
    from: ({ figures }) => figures.workersCompensation,
    view: 'total_workers_compensation',
    isShownEverywhere: true,
  },
})

export type NamesWith<List, Shape> = {
  [Name in keyof List]: List[Name] extends Shape ? Name : never
}[keyof List]

type HistoryValue<Each> = Each extends { history: { read(...given: never[]): infer Value } }
  ? Frozen<Value>
  : Each extends { type: 'numeric' }
    ? Figure
    : Each extends { type: 'date' }
      ? CivilDate | (Each extends { history: { otherwise: unknown } } ? never : null)
      : Each extends { type: 'bool' }
        ? boolean
        : string | null

type Frozen<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value

/** The history of a pay for later pays: one member for each figure with a history. */
export type HistoryOf<List> = {
  [Name in NamesWith<List, { history: { sum: string } }>]: HistoryValue<List[Name]>
}

/** The details of a pay, for later pays that examine it closely. */
export type DetailsOf<List> = {
  [Name in NamesWith<List, { history: { isDetail: true } }>]: HistoryValue<List[Name]>
}

/** The members of the read model: those of all countries, and those of this one alone. */
export type SharedView<List> = ViewName<List[NamesWith<List, { view: string; isShownEverywhere: true }>]>
export type OwnView<List> = Exclude<ViewName<List[NamesWith<List, { view: string }>]>, SharedView<List>>
type ViewName<Each> = Each extends { view: infer Name extends string } ? Name : never

/** The values of the columns, as selected. */
export type ColumnsOf<List> = {
  [Column in ColumnName<List[keyof List]>]: ColumnValue<Extract<List[keyof List], { column: Column }>>
}
type ColumnName<Each> = Each extends { column: infer Name extends string } ? Name : never
type ColumnValue<Each> = Each extends { type: 'numeric' }
  ? string | null
  : Each extends { type: 'date' }
    ? CivilDate | null
    : Each extends { type: 'jsonb' }
      ? Record<string, unknown> | null
      : ValueOf<Each> | null
type ValueOf<Each> = Each extends { from(...given: never[]): infer Value }
  ? Value
  : Each extends { fact(...given: never[]): infer Value }
    ? Value
    : never

/** Figures by column, as text. */
export type FigureTexts = Record<string, string>
export type FigureCell = string | boolean | null

export const entriesOf = <Input, Result>(list: FigureList<Input, Result>) =>
  Object.entries(list).map(([name, entry]) => ({ name, ...entry }))

/** The columns that a country fills, with their SQL types. */
export const figureColumns = (list: AnyFigures): readonly (readonly [column: string, type: string])[] =>
  entriesOf(list).flatMap(({ column, type }) => (column === undefined ? [] : [[column, type] as const]))

/** The reported columns, in the order of the stored hash. */
export function reportedColumns(list: AnyFigures): readonly string[] {
  return entriesOf(list)
    .flatMap(({ column, reported }) => (column && reported !== undefined ? [{ column, reported }] : []))
    .sort((a, b) => a.reported - b.reported)
    .map(({ column }) => column)
}

/** A member of the read model, with its column. */
export type ShownFigure = { view: string; column: string; isShownEverywhere: boolean }

export const shownFigures = (list: AnyFigures): ShownFigure[] =>
  entriesOf(list).flatMap(({ view, column, isShownEverywhere = false }) =>
    view && column ? [{ view, column, isShownEverywhere }] : [],
  )

/** A shortcut, because most figures of most pays are zero. */
const textOf = (figure: Decimal) => (isZero(figure) ? '0' : figure.toFixed())

/** Whether the law calculates a figure, so that replay and `affected_pays` compare it. */
const isCompared = ({ from, type }: FigureEntry<never, never>) => from !== undefined && type === 'numeric'

/** The columns of the compared figures. */
export const comparedColumns = (list: AnyFigures): readonly string[] =>
  entriesOf(list).flatMap((entry) => (isCompared(entry) && entry.column ? [entry.column] : []))

/** The columns of the facts, which replay and `affected_pays` do not compare. */
export const factColumns = (list: AnyFigures): readonly string[] =>
  entriesOf(list).flatMap(({ fact, column }) => (fact && column ? [column] : []))

/** Writes the stored figures of a pay. */
export function figureWriter<Input, Result>(list: FigureList<Input, Result>) {
  const stored = entriesOf(list).flatMap((entry) =>
    entry.column === undefined ? [] : [{ ...entry, column: entry.column }],
  )
  const compared = stored.flatMap((entry) => (entry.from && entry.type === 'numeric' ? [entry] : []))
  const others = stored.filter((entry) => !(entry.from && entry.type === 'numeric'))
  // Copying an object of the same shape is several times as fast as adding every figure to an empty one.
  const empty: FigureTexts = Object.fromEntries(compared.map(({ column }) => [column, '']))
  return {
    /** The figures by column, for comparison by replay and `affected_pays`. */
    texts(result: Result): FigureTexts {
      const texts = { ...empty }
      for (const { column, from } of compared) texts[column] = textOf(from(result))
      return texts
    },
    /** All stored values, by column. */
    cells(texts: FigureTexts, input: Input, result: Result): Record<string, FigureCell> {
      const cells: Record<string, FigureCell> = { ...texts }
      for (const entry of others) cells[entry.column] = cellOf(entry, input, result)
      return cells
    },
  }
}

/** The stored value of an entry. */
export function cellOf<Input, Result>(
  { from, fact }: FigureEntry<Input, Result>,
  input: Input,
  result: Result,
): FigureCell {
  const value = from ? from(result) : fact(input, result)
  return value !== null && typeof value === 'object' ? textOf(value) : value
}
