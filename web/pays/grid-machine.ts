import { NOT_A_NUMBER } from '../typed-numbers.ts'
import { pastedCells, rowsOf } from './grid-paste.ts'

/* The grid as a spreadsheet: the position, the typed text, and the effect of each action. Independent of the browser. */

/** A cell by its pay and column, so rows can appear and disappear while the user types. */
export type Cell = { pay: number; column: string }
export type Edit = Cell & { value: number }
/** In `replace` mode the arrow keys leave the cell. In `edit` mode they move within its text. */
export type Typing = { text: string; mode: 'replace' | 'edit'; problem: string | null }

export type GridState = {
  at: Cell | null
  /** The opposite corner of the selection, or null for a single cell. */
  to: Cell | null
  typing: Typing | null
  /** The column in which a series of Tabs began. Enter moves down from there, as in a spreadsheet. */
  tabbedFrom: string | null
  /** Cells that a paste or fill had to skip, with reasons. */
  refused: readonly string[]
  /** Invalid text of a cell, when the user clicked another cell. The cell shows its old value again. */
  dropped: readonly Dropped[]
}

export type Dropped = Cell & { text: string; problem: string }

export type Step = readonly [down: number, right: number]
/** The movement of a key, and its effect on a series of Tabs. Without `run` the series ends. */
export type Onward = { by: Step; run?: 'goes on' | 'ends' }
export type Action =
  | { do: 'select'; cell: Cell; isRange: boolean }
  | ({ do: 'move'; isRange: boolean } & Onward)
  | { do: 'type'; text: string }
  | { do: 'edit' }
  | { do: 'change'; text: string }
  | { do: 'caret' }
  | ({ do: 'commit' } & Partial<Onward>)
  | { do: 'cancel' }
  | { do: 'dismiss' }
  | { do: 'clear' }
  | { do: 'paste'; text: string }
  | { do: 'fill' }

/** The grid's data and rules for the state machine. */
export type Sheet = {
  pays: readonly number[]
  columns: readonly string[]
  /** The value of the cell. Null for several rows, which only the editor can distinguish. */
  value: (cell: Cell) => number | null
  /** Why the cell cannot be edited, or null when it can. */
  fixed: (cell: Cell) => string | null
  /** Why typing into the empty cell cannot add a row, or null when it can. */
  adds: (cell: Cell) => string | null
  read: (cell: Cell, text: string) => number | null
  /** Why each number cannot go into its cell, or null when it can. */
  problems: (edits: readonly Edit[]) => (string | null)[]
  name: (cell: Cell) => string
}

export type Outcome = { state: GridState; edits: Edit[]; opens?: Cell }

export const START: GridState = {
  at: null,
  to: null,
  typing: null,
  tabbedFrom: null,
  refused: [],
  dropped: [],
}

/** The next state after an action, and the cells it changes. */
export function step(state: GridState, action: Action, sheet: Sheet): Outcome {
  switch (action.do) {
    case 'select':
      return afterCommit(dropRefused(state, action.cell, sheet), sheet, (free) =>
        select(free, action.cell, action.isRange),
      )
    case 'move':
      return only(move(state, action, action.isRange, sheet))
    case 'type':
      // Shows a message instead of the editor. Otherwise the following keys would go into an editor that just opened.
      return severalSentence(
        open(state, sheet, () => ({ text: action.text, mode: 'replace', problem: null })),
        sheet,
      )
    case 'edit':
      return open(state, sheet, (value) => ({ text: textOf(value), mode: 'edit', problem: null }))
    case 'change':
      return typing(state, { text: action.text, problem: null })
    case 'caret':
      return typing(state, { mode: 'edit' })
    case 'commit':
      return afterCommit(state, sheet, (free) => {
        const { by, run } = action
        return by ? move(free, { by, ...(run && { run }) }, false, sheet) : free
      })
    case 'cancel':
      return only({ ...state, typing: null, to: null, refused: [] })
    case 'dismiss':
      return only({ ...state, dropped: [] })
    case 'clear':
      return write(
        state,
        sheet,
        cellsIn(state, sheet).map((cell) => ({ ...cell, text: '' })),
      )
    case 'paste':
      return paste({ ...state, typing: null }, sheet, action.text)
    case 'fill':
      return write(state, sheet, filledCells(state, sheet))
  }
}

const only = (state: GridState): Outcome => ({ state, edits: [] })
const textOf = (value: number) => (value === 0 ? '' : String(value))

function typing(state: GridState, change: Partial<Typing>): Outcome {
  return only(state.typing ? { ...state, typing: { ...state.typing, ...change } } : state)
}

/** The cell with the keyboard focus. The first one by default. */
export function activeCell({ at }: GridState, { pays, columns }: Sheet): Cell | null {
  const [pay, column] = [pays[0], columns[0]]
  if (at && pays.includes(at.pay) && columns.includes(at.column)) return at
  return pay === undefined || column === undefined ? null : { pay, column }
}

function select(state: GridState, cell: Cell, isRange: boolean): GridState {
  const place = isRange ? { to: cell } : { at: cell, to: null }
  return { ...state, ...place, typing: null, tabbedFrom: null, refused: [] }
}

function move(state: GridState, { by, run }: Onward, isRange: boolean, sheet: Sheet): GridState {
  const at = activeCell(state, sheet)
  if (!at) return state
  const [down, right] = by
  const from = (isRange && state.to) || at
  const began = state.tabbedFrom ?? at.column
  const start = run === 'ends' && sheet.columns.includes(began) ? began : from.column
  const pay = within(sheet.pays, sheet.pays.indexOf(from.pay) + down)
  const column = within(sheet.columns, sheet.columns.indexOf(start) + right)
  const next = select({ ...state, at }, { pay, column }, isRange)
  return run === 'goes on' ? { ...next, tabbedFrom: began } : next
}

function within<T>(list: readonly T[], place: number): T {
  return list[Math.min(Math.max(0, place), list.length - 1)] as T
}

function open(state: GridState, sheet: Sheet, start: (value: number) => Typing): Outcome {
  const at = activeCell(state, sheet)
  if (!at || state.typing) return only(state)
  const fixed = sheet.fixed(at)
  if (fixed !== null) return only({ ...state, refused: fixed ? [fixed] : [] })
  const value = sheet.value(at)
  if (value === null) return { ...only({ ...state, refused: [] }), opens: at }
  const added = value === 0 ? sheet.adds(at) : null
  if (added !== null) return only({ ...state, refused: [added] })
  return only({ ...state, at, to: null, typing: start(value), refused: [] })
}

function severalSentence({ opens, ...outcome }: Outcome, sheet: Sheet): Outcome {
  if (!opens) return outcome
  const sentence = `the pay of ${sheet.name(opens)} has several rows here. Open it with Ctrl+Enter`
  return { ...outcome, state: { ...outcome.state, refused: [sentence] } }
}

/** Commits the typed text, then continues. Invalid text stays open with the reason. */
function afterCommit(state: GridState, sheet: Sheet, then: (free: GridState) => GridState): Outcome {
  const { at, typing: typed } = state
  if (!typed || !at) return only(then(state))
  const before = sheet.value(at)
  const free = { ...state, typing: null, dropped: withoutCell(state.dropped, at) }
  if (before !== null && typed.text === textOf(before)) return only(then(free))
  const { value, problem } = readAt(at, typed.text, sheet)
  if (value === null || problem !== null) return only({ ...state, typing: { ...typed, problem } })
  return { state: then(free), edits: value === before ? [] : [{ ...at, value }] }
}

/** The number that was typed, and why the cell rejects it. */
function readAt(at: Cell, text: string, sheet: Sheet): { value: number | null; problem: string | null } {
  const value = sheet.read(at, text)
  if (value === null) return { value, problem: NOT_A_NUMBER }
  return {
    value,
    problem: value === sheet.value(at) ? null : (sheet.problems([{ ...at, value }])[0] ?? null),
  }
}

const isSame = (a: Cell, b: Cell) => a.pay === b.pay && a.column === b.column
const withoutCell = (list: readonly Dropped[], at: Cell) => list.filter((each) => !isSame(each, at))

/**
 * A click on another cell restores the old value of a cell with invalid text, and names the cell. If the cell
 * stayed open, the next keys would go to it, although the user sees the clicked cell as active.
 */
function dropRefused(state: GridState, clicked: Cell, sheet: Sheet): GridState {
  const { at, typing: typed } = state
  if (!at || !typed || isSame(at, clicked)) return state
  const { problem } = readAt(at, typed.text, sheet)
  if (problem === null) return state
  const dropped = [...withoutCell(state.dropped, at), { ...at, text: typed.text, problem }]
  return { ...state, typing: null, dropped }
}

/** Pastes spreadsheet cells over the grid, starting at the selection. A single cell fills the whole selection. */
function paste(state: GridState, sheet: Sheet, text: string): Outcome {
  const rows = rowsOf(text)
  const [first] = rows
  if (rows.length === 1 && first?.length === 1)
    return write(
      state,
      sheet,
      cellsIn(state, sheet).map((cell) => ({ ...cell, text: first[0] ?? '' })),
    )
  const { cells, refused } = pastedCells(rows, rangeOf(state, sheet), sheet)
  return write(state, sheet, cells, refused)
}

/** Writes many cells at once. Skips and names the cells that cannot be written. */
function write(
  state: GridState,
  sheet: Sheet,
  cells: readonly (Cell & { text: string })[],
  leftOut: readonly string[] = [],
): Outcome {
  const refused = [...leftOut]
  const edits = cells.flatMap((cell): Edit[] => {
    const { text, ...place } = cell
    const known = sheet.pays.includes(cell.pay) && sheet.columns.includes(cell.column)
    const before = known ? sheet.value(place) : null
    const value = known ? sheet.read(place, text) : null
    const added = known && before === 0 && value !== 0 ? sheet.adds(place) : null
    const fixed = known ? (sheet.fixed(place) ?? added) : `“${text}” is outside the grid`
    if (fixed !== null) refused.push(fixed)
    else if (before === null) refused.push(`${sheet.name(place)} has several such rows: edit the pay`)
    else if (value === null) refused.push(`“${text}” for ${sheet.name(place)} is not a number`)
    return fixed !== null || before === null || value === null ? [] : [{ ...place, value }]
  })
  const problems = sheet.problems(edits)
  const good = edits.filter((edit, index) => {
    const problem = problems[index]
    if (problem) refused.push(`${edit.value} for ${sheet.name(edit)}. ${problem}`)
    return !problem && edit.value !== sheet.value(edit)
  })
  return { state: { ...state, refused: refused.filter(Boolean) }, edits: good }
}

/** The pays and columns of the selection. */
export function rangeOf(
  state: GridState,
  sheet: Sheet,
): { pays: readonly number[]; columns: readonly string[] } {
  const at = activeCell(state, sheet)
  if (!at) return { pays: [], columns: [] }
  const to = state.to ?? at
  return {
    pays: between(sheet.pays, at.pay, to.pay),
    columns: between(sheet.columns, at.column, to.column),
  }
}

function between<T>(list: readonly T[], a: T, b: T): readonly T[] {
  const [from, to] = [list.indexOf(a), list.indexOf(b)].sort((x, y) => x - y) as [number, number]
  return from < 0 ? list.slice(to, to + 1) : list.slice(from, to + 1)
}

function cellsIn(state: GridState, sheet: Sheet): Cell[] {
  const { pays, columns } = rangeOf(state, sheet)
  return pays.flatMap((pay) => columns.map((column) => ({ pay, column })))
}

/** The selection as tab-separated text. */
export function copied(state: GridState, sheet: Sheet): string {
  const { pays, columns } = rangeOf(state, sheet)
  return pays.map((pay) => columns.map((column) => sheet.value({ pay, column }) ?? '').join('\t')).join('\n')
}

/** Copies the first selected row into the rows below it. A single selected row gets the values of the row above. */
function filledCells(state: GridState, sheet: Sheet): (Cell & { text: string })[] {
  const { pays, columns } = rangeOf(state, sheet)
  const above = sheet.pays[sheet.pays.indexOf(pays[0] ?? -1) - 1]
  const [from, ...into] = pays.length > 1 ? pays : [above, ...pays]
  if (from === undefined) return []
  return columns.flatMap((column) => {
    const value = sheet.value({ pay: from, column })
    return value === null ? [] : into.map((pay) => ({ pay: pay as number, column, text: textOf(value) }))
  })
}
