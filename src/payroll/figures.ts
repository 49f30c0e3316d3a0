import type { CivilDate } from '../kernel/values/dates.ts'
import { type Decimal, isZero } from '../kernel/values/money.ts'
import type { Figure, PayTiming } from './history.ts'
import type { CommonFigures } from './result.ts'

/*
 * A figure of a pay is declared once, in the list of its country. The columns and values of the insert, the row type, the pay
 * history, the reported columns, the read model and the differences that a replay finds are derived from the list. Order has no
 * meaning in it: everything is found by name.
 */

/** What a value of each SQL type is, as the law has it. JSON comes as its text. */
type Values = { numeric: Decimal; date: CivilDate | null; text: string | null; bool: boolean; jsonb: string }

/** How later pays read a figure. */
type History = {
  /** SQL over a pay `p`, where it is not the column. */
  expression?: string
  /** Reads what is stored, where a text or a date means more than itself. */
  read?(stored: string | null, timing: PayTiming): unknown
  /** The day that counts where none is stored. */
  otherwise?(timing: PayTiming): CivilDate
} & (
  | {
      /** How the pays of earlier periods are combined; none: a sum of it means nothing, and no rule asks for it. */
      sum: 'sum' | 'max' | 'none'
      /** A pay that has it is never part of a sum. */
      isApart?: true
      isDetail?: never
    }
  /** Read only of pays that the law looks at closely. */
  | { isDetail: true; sum?: never; isApart?: never }
)

/** Where a value comes from. Replay and `affected_pays` compare the figures of the result, and leave out facts. */
type Source<Value, Input, Result> =
  | { from(result: Result): Value; fact?: never }
  | { fact(input: Input, result: Result): Value; from?: never }

/** The entry of a figure. Without a column it is not stored, and its history has an expression. */
type Entry<Type extends keyof Values, Input, Result> = Source<Values[Type], Input, Result> & {
  type: Type
  column?: string
  history?: History
  /** Reports to the authority are made of it. The number is its place in the stored hash and never changes. */
  reported?: number
  /** The member of the read model that shows it. */
  view?: string
  /** Pays of all countries show it: zero where a country has no such figure. */
  isShownEverywhere?: true
}

export type FigureEntry<Input, Result> = {
  [Type in keyof Values]: Entry<Type, Input, Result>
}[keyof Values]

export type FigureList<Input, Result> = Readonly<Record<string, FigureEntry<Input, Result>>>

/** A list whose functions are not called, for uses that need only names and columns. */
// biome-ignore lint/suspicious/noExplicitAny: functions of any country
export type AnyFigures = FigureList<any, any>

/** Declares the figures of a country. */
export function defineFigures<Input, Result>() {
  return <const List extends FigureList<Input, Result>>(list: List): List => list
}

/** What the pay of every country has; a country adds their history. */
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

type NamesWith<List, Shape> = { [Name in keyof List]: List[Name] extends Shape ? Name : never }[keyof List]

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

/** What later pays see of a pay: one member for each figure that has a history. */
export type HistoryOf<List> = {
  [Name in NamesWith<List, { history: { sum: string } }>]: HistoryValue<List[Name]>
}

/** What later pays see of one that they look at closely. */
export type DetailsOf<List> = {
  [Name in NamesWith<List, { history: { isDetail: true } }>]: HistoryValue<List[Name]>
}

/** The members of the read model: of all countries, and of this one alone. */
export type SharedView<List> = ViewName<List[NamesWith<List, { view: string; isShownEverywhere: true }>]>
export type OwnView<List> = Exclude<ViewName<List[NamesWith<List, { view: string }>]>, SharedView<List>>
type ViewName<Each> = Each extends { view: infer Name extends string } ? Name : never

/** The values of the columns, as they are selected. */
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

/** Figures by their columns, as text. */
export type FigureTexts = Record<string, string>
export type FigureCell = string | boolean | null

export const entriesOf = <Input, Result>(list: FigureList<Input, Result>) =>
  Object.entries(list).map(([name, entry]) => ({ name, ...entry }))

/** The columns that a country fills, with their SQL types. */
export const figureColumns = (list: AnyFigures): readonly (readonly [column: string, type: string])[] =>
  entriesOf(list).flatMap(({ column, type }) => (column === undefined ? [] : [[column, type] as const]))

/** The columns that reports are made of, in the order of the stored hash. */
export function reportedColumns(list: AnyFigures): readonly string[] {
  return entriesOf(list)
    .flatMap(({ column, reported }) => (column && reported !== undefined ? [{ column, reported }] : []))
    .sort((a, b) => a.reported - b.reported)
    .map(({ column }) => column)
}

/** A member of the read model, with the column that it shows. */
export type ShownFigure = { view: string; column: string; isShownEverywhere: boolean }

export const shownFigures = (list: AnyFigures): ShownFigure[] =>
  entriesOf(list).flatMap(({ view, column, isShownEverywhere = false }) =>
    view && column ? [{ view, column, isShownEverywhere }] : [],
  )

/** Most figures of most pays are zero. */
const textOf = (figure: Decimal) => (isZero(figure) ? '0' : figure.toFixed())

/** A figure that the law calculates: what replay and `affected_pays` compare. */
const isCompared = ({ from, type }: FigureEntry<never, never>) => from !== undefined && type === 'numeric'

/** The columns of the figures that are compared. */
export const comparedColumns = (list: AnyFigures): readonly string[] =>
  entriesOf(list).flatMap((entry) => (isCompared(entry) && entry.column ? [entry.column] : []))

/** Writes what is stored of a pay. */
export function figureWriter<Input, Result>(list: FigureList<Input, Result>) {
  const stored = entriesOf(list).flatMap((entry) =>
    entry.column === undefined ? [] : [{ ...entry, column: entry.column }],
  )
  const compared = stored.flatMap((entry) => (entry.from && entry.type === 'numeric' ? [entry] : []))
  const others = stored.filter((entry) => !(entry.from && entry.type === 'numeric'))
  // Copying one shape is several times as fast as growing an object by every figure.
  const empty: FigureTexts = Object.fromEntries(compared.map(({ column }) => [column, '']))
  return {
    /** The figures by their columns: what replay and `affected_pays` compare. */
    texts(result: Result): FigureTexts {
      const texts = { ...empty }
      for (const { column, from } of compared) texts[column] = textOf(from(result))
      return texts
    },
    /** Everything that is stored, by column. */
    cells(texts: FigureTexts, input: Input, result: Result): Record<string, FigureCell> {
      const cells: Record<string, FigureCell> = { ...texts }
      for (const entry of others) cells[entry.column] = cellOf(entry, input, result)
      return cells
    },
  }
}

/** The value of an entry as it is stored. */
export function cellOf<Input, Result>(
  { from, fact }: FigureEntry<Input, Result>,
  input: Input,
  result: Result,
): FigureCell {
  const value = from ? from(result) : fact(input, result)
  return value !== null && typeof value === 'object' ? textOf(value) : value
}
