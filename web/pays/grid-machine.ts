/* The grid as a spreadsheet: where it is, what is being typed, and what each action does. Knows no browser. */

/** A cell by its pay and its column, so that rows may come and go while someone types. */
export type Cell = { pay: number; column: string }
export type Edit = Cell & { value: number }
/** Arrow keys leave the cell while its content is replaced, and move within it while it is edited. */
export type Typing = { text: string; mode: 'replace' | 'edit'; problem: string | null }

export type GridState = {
  at: Cell | null
  /** The far corner of what is selected; null: one cell. */
  to: Cell | null
  typing: Typing | null
  /** The column in which a run of Tabs began: Enter goes down there, as in a spreadsheet. */
  tabbedFrom: string | null
  /** What a paste or fill had to leave out. */
  refused: readonly string[]
}

export type Step = readonly [down: number, right: number]
/** Where a key leads, and what it does to a run of Tabs; without a word the run is over. */
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
  | { do: 'clear' }
  | { do: 'paste'; text: string }
  | { do: 'fill' }

/** What the machine asks of the grid around it. */
export type Sheet = {
  pays: readonly number[]
  columns: readonly string[]
  /** What the cell shows; null: several rows, which only the editor can distinguish. */
  value: (cell: Cell) => number | null
  /** Why the cell cannot be typed into; null: it can. */
  fixed: (cell: Cell) => string | null
  /** Why a row cannot be added by typing into the empty cell; null: it can. */
  adds: (cell: Cell) => string | null
  read: (cell: Cell, text: string) => number | null
  /** Why numbers cannot go into their cells, each beside its place. */
  problems: (edits: readonly Edit[]) => (string | null)[]
  name: (cell: Cell) => string
}

export type Outcome = { state: GridState; edits: Edit[]; opens?: Cell }

export const START: GridState = { at: null, to: null, typing: null, tabbedFrom: null, refused: [] }

export const NOT_A_NUMBER = 'This is not a number. Write 7.6, 7:36 or 1,200.50.'

/** What an action makes of the state, and which cells it changes. */
export function step(state: GridState, action: Action, sheet: Sheet): Outcome {
  switch (action.do) {
    case 'select':
      return afterCommit(state, sheet, (free) => select(free, action.cell, action.isRange))
    case 'move':
      return only(move(state, action, action.isRange, sheet))
    case 'type':
      // The keys that follow must not go into an editor that opens under them.
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
    case 'clear':
      return write(
        state,
        sheet,
        cellsIn(state, sheet).map((cell) => ({ ...cell, text: '' })),
      )
    case 'paste':
      return write({ ...state, typing: null }, sheet, pastedCells(state, sheet, action.text))
    case 'fill':
      return write(state, sheet, filledCells(state, sheet))
  }
}

const only = (state: GridState): Outcome => ({ state, edits: [] })
const textOf = (value: number) => (value === 0 ? '' : String(value))

function typing(state: GridState, change: Partial<Typing>): Outcome {
  return only(state.typing ? { ...state, typing: { ...state.typing, ...change } } : state)
}

/** The cell the keyboard is at: the first one until someone goes elsewhere. */
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

/** Takes what was typed, then goes on; what cannot be taken stays open with the reason. */
function afterCommit(state: GridState, sheet: Sheet, then: (free: GridState) => GridState): Outcome {
  const { at, typing: typed } = state
  if (!typed || !at) return only(then(state))
  const before = sheet.value(at)
  const free = { ...state, typing: null }
  if (before !== null && typed.text === textOf(before)) return only(then(free))
  const value = sheet.read(at, typed.text)
  const problem = value === null ? NOT_A_NUMBER : (sheet.problems([{ ...at, value }])[0] ?? null)
  if (value === null || (problem !== null && value !== before))
    return only({ ...state, typing: { ...typed, problem } })
  return { state: then(free), edits: value === before ? [] : [{ ...at, value }] }
}

/** Writes many cells at once; what cannot be written is named and left out. */
function write(state: GridState, sheet: Sheet, cells: readonly (Cell & { text: string })[]): Outcome {
  const refused: string[] = []
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

/** The cells of what is selected, row by row. */
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

/** What is selected, as a spreadsheet takes it. */
export function copied(state: GridState, sheet: Sheet): string {
  const { pays, columns } = rangeOf(state, sheet)
  return pays.map((pay) => columns.map((column) => sheet.value({ pay, column }) ?? '').join('\t')).join('\n')
}

/** Cells of a spreadsheet laid over the grid from the selection on; a single one goes into all that is selected. */
function pastedCells(state: GridState, sheet: Sheet, text: string): (Cell & { text: string })[] {
  const lines = text.replaceAll('\r', '').replace(/\n+$/, '').split('\n')
  const rows = lines.map((line) => line.split('\t'))
  const { pays, columns } = rangeOf(state, sheet)
  const [first] = rows
  if (rows.length === 1 && first?.length === 1)
    return cellsIn(state, sheet).map((cell) => ({ ...cell, text: first[0] ?? '' }))
  const top = sheet.pays.indexOf(pays[0] ?? -1)
  const left = sheet.columns.indexOf(columns[0] ?? '')
  return rows.flatMap((row, down) =>
    row.map((cell, right) => ({
      pay: sheet.pays[top + down] ?? -1,
      column: sheet.columns[left + right] ?? '',
      text: cell,
    })),
  )
}

/** The first row of what is selected goes into the rows below it; a single row takes the one above it. */
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
