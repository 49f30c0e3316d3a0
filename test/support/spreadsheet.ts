/*
 * A model of a spreadsheet of numbers, without a browser and without the app. It gives the expected result of a sequence of keys
 * and clicks.
 */

type Spot = { row: number; column: number }
type Change = Spot & { before: number; after: number }
export type Rules = { rowMost: number }

/** A user's action, which the driver repeats in a real browser. */
export type Move =
  | { kind: 'click'; row: number; column: number }
  | { kind: 'double'; row: number; column: number }
  | { kind: 'text'; text: string }
  | { kind: 'key'; key: string }
  | { kind: 'paste'; rows: string[][] }
  | { kind: 'fill' }

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  Enter: [1, 0],
  'Shift+Enter': [-1, 0],
  Tab: [0, 1],
  'Shift+Tab': [0, -1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

export class Spreadsheet {
  readonly cells: number[][]
  readonly rules: Rules
  at: Spot = { row: 0, column: 0 }
  mode: 'ready' | 'replace' | 'edit' = 'ready'
  #text = ''
  #caret = 0
  /** The column in which a series of Tabs began. */
  #tabbedFrom: number | null = null
  #done: Change[][] = []
  #undone: Change[][] = []

  constructor(cells: number[][], rules: Rules) {
    this.cells = cells.map((row) => [...row])
    this.rules = rules
  }

  do(move: Move): void {
    if (move.kind === 'click' || move.kind === 'double') this.#point(move)
    else if (move.kind === 'text') for (const letter of move.text) this.#letter(letter)
    else if (move.kind === 'paste') this.#paste(move.rows)
    else if (move.kind === 'fill') this.#fill()
    else if (this.mode === 'ready') this.#keyReady(move.key)
    else this.#keyTyping(move.key)
  }

  #point({ kind, row, column }: Spot & { kind: string }): void {
    // A click on another cell discards invalid text. A click on the same cell keeps it open.
    const isOwn = row === this.at.row && column === this.at.column
    if (!this.#commit()) {
      if (isOwn) return
      this.mode = 'ready'
    }
    this.at = { row, column }
    this.#tabbedFrom = null
    if (kind === 'double') this.#edit()
  }

  #edit(): void {
    const value = this.#value(this.at)
    this.mode = 'edit'
    this.#text = value === 0 ? '' : String(value)
    this.#caret = this.#text.length
  }

  #letter(letter: string): void {
    if (this.mode === 'ready') {
      this.mode = 'replace'
      this.#text = ''
      this.#caret = 0
    }
    this.#text = this.#text.slice(0, this.#caret) + letter + this.#text.slice(this.#caret)
    this.#caret += 1
  }

  #keyReady(key: string): void {
    if (STEPS[key]) this.#step(key)
    else if (key === 'Home') this.#jump(0)
    else if (key === 'End') this.#jump(this.#width - 1)
    else if (key === 'F2') this.#edit()
    else if (key === 'Delete') this.#write([{ ...this.at, value: 0 }])
    else if (key === 'Control+z') this.#walk(this.#done, this.#undone, 'before')
    else if (key === 'Control+Shift+Z' || key === 'Control+y') this.#walk(this.#undone, this.#done, 'after')
  }

  #keyTyping(key: string): void {
    const isCaret = this.mode === 'edit' && (key === 'ArrowLeft' || key === 'ArrowRight')
    if (key === 'Escape') this.mode = 'ready'
    else if (key === 'F2') this.mode = 'edit'
    else if (key === 'Backspace') {
      this.#text = this.#text.slice(0, Math.max(0, this.#caret - 1)) + this.#text.slice(this.#caret)
      this.#caret = Math.max(0, this.#caret - 1)
    } else if (isCaret)
      this.#caret = Math.min(this.#text.length, Math.max(0, this.#caret + (key === 'ArrowLeft' ? -1 : 1)))
    else if (STEPS[key] && this.#commit()) this.#step(key)
  }

  /** Whether the text of the open cell cannot be accepted. */
  get isImpossible(): boolean {
    return this.mode !== 'ready' && !this.#isPossible()
  }

  #isPossible(): boolean {
    if (!/^(-?\d{1,7}(\.\d{1,6})?)?$/.test(this.#text)) return false
    const write = { ...this.at, value: this.#text === '' ? 0 : Number(this.#text) }
    return write.value === this.#value(this.at) || this.#fits([write], write)
  }

  /** Accepts the typed text. Returns false when it is invalid, and the cell stays open. */
  #commit(): boolean {
    if (this.mode === 'ready') return true
    if (!this.#isPossible()) return false
    this.mode = 'ready'
    this.#write([{ ...this.at, value: this.#text === '' ? 0 : Number(this.#text) }])
    return true
  }

  /** Whether a number fits the limit of its row, including everything else written at the same time. */
  #fits(writes: (Spot & { value: number })[], { row, column, value }: Spot & { value: number }): boolean {
    const total = (this.cells[row] ?? []).reduce((sum, other, place) => {
      const own = writes.find((write) => write.row === row && write.column === place)
      return sum + (own ? own.value : other)
    }, 0)
    const isLess = value <= this.#value({ row, column })
    return value >= 0 && value <= this.rules.rowMost && (isLess || total <= this.rules.rowMost)
  }

  #write(writes: (Spot & { value: number })[]): void {
    const changes = writes
      .filter((write) => this.#fits(writes, write) && write.value !== this.#value(write))
      .map(({ value, ...spot }) => ({ ...spot, before: this.#value(spot), after: value }))
    if (changes.length === 0) return
    for (const change of changes) this.#set(change, change.after)
    this.#done.push(changes)
    this.#undone.length = 0
  }

  #paste(rows: string[][]): void {
    this.#write(
      rows.flatMap((line, down) =>
        line.flatMap((text, right) => {
          const spot = { row: this.at.row + down, column: this.at.column + right }
          return spot.row < this.cells.length && spot.column < this.#width
            ? [{ ...spot, value: Number(text) }]
            : []
        }),
      ),
    )
  }

  /** Shift+ArrowDown and Ctrl+D copy the cell to the one below. In the last row they copy the cell above into it. */
  #fill(): void {
    const { row, column } = this.at
    this.#tabbedFrom = null
    const isLast = row === this.cells.length - 1
    const [from, to] = isLast ? [row - 1, row] : [row, row + 1]
    this.#write([{ row: to, column, value: this.#value({ row: from, column }) }])
  }

  #walk(from: Change[][], to: Change[][], side: 'before' | 'after'): void {
    const changes = from.pop()
    if (!changes) return
    for (const change of changes) this.#set(change, change[side])
    to.push(changes)
    const [first] = changes
    if (!first) return
    this.at = { row: first.row, column: first.column }
    this.#tabbedFrom = null
  }

  /** Enter moves down in the column where the preceding Tabs began. Any other movement ends the series. */
  #step(key: string): void {
    const [down, right] = STEPS[key] ?? [0, 0]
    const began = this.#tabbedFrom ?? this.at.column
    const column = key.endsWith('Enter') ? began : this.at.column
    this.#tabbedFrom = key.endsWith('Tab') ? began : null
    this.at = {
      row: Math.min(this.cells.length - 1, Math.max(0, this.at.row + down)),
      column: Math.min(this.#width - 1, Math.max(0, column + right)),
    }
  }

  #jump(column: number): void {
    this.at = { ...this.at, column }
    this.#tabbedFrom = null
  }

  get #width(): number {
    return this.cells[0]?.length ?? 0
  }
  #value({ row, column }: Spot): number {
    return this.cells[row]?.[column] ?? 0
  }
  #set({ row, column }: Spot, value: number): void {
    const line = this.cells[row]
    if (line) line[column] = value
  }
}

/** Pseudo-random numbers between 0 and 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const IMPOSSIBLE = ['999', '-3', '7,5', '380']
const TEXTS = ['30', '40', '7.6', '0', '8', '12.25', '20', '38', '999', '-3', '160']
const KEYS = [
  'Enter',
  'Enter',
  'Tab',
  'Shift+Enter',
  'Shift+Tab',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
]
const READY = [
  'F2',
  'Escape',
  'Delete',
  'Home',
  'End',
  'Control+z',
  'Control+z',
  'Control+Shift+Z',
  'Control+y',
]

/** A possible next action in the current state of the sheet. */
export function anyMove(random: () => number, sheet: Spreadsheet, isFirst: boolean): Move {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const spot = () => ({
    row: Math.floor(random() * sheet.cells.length),
    column: Math.floor(random() * (sheet.cells[0]?.length ?? 1)),
  })
  const point = (kind: 'click' | 'double'): Move => {
    const at = spot()
    const isOwn = sheet.mode !== 'ready' && at.row === sheet.at.row && at.column === sheet.at.column
    return isOwn ? { kind: 'key', key: 'Enter' } : { kind, ...at }
  }
  // Something impossible was typed: often another cell is clicked next, and typed into.
  if (sheet.isImpossible && random() < 0.5) return point(random() < 0.5 ? 'click' : 'double')
  const chance = random()
  if (isFirst || chance < 0.16) return point('click')
  if (chance < 0.24) return point('double')
  if (chance < 0.52)
    return { kind: 'text', text: pick(sheet.mode === 'ready' && chance < 0.3 ? IMPOSSIBLE : TEXTS) }
  if (chance < 0.76) {
    const key = pick(KEYS)
    const isNative = sheet.mode === 'edit' && (key === 'ArrowUp' || key === 'ArrowDown')
    return { kind: 'key', key: isNative ? 'Enter' : key }
  }
  if (sheet.mode !== 'ready') return { kind: 'key', key: pick(['Escape', 'F2', 'Backspace', 'Enter', 'Tab']) }
  if (chance < 0.84) {
    const width = 1 + Math.floor(random() * 2)
    const line = () => Array.from({ length: width }, () => pick(['10', '20', '7.6', '30', '0']))
    return { kind: 'paste', rows: Array.from({ length: 1 + Math.floor(random() * 3) }, line) }
  }
  return chance < 0.88 ? { kind: 'fill' } : { kind: 'key', key: pick(READY) }
}
