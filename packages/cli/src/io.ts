/** The terminal as commands see it. */
export type Io = {
  /** Prints one line of the command's result. */
  out(line: string): void
  /** Prints a message for people. It is not part of the output that a program reads. */
  note(line: string): void
  /** Overwrites the last progress text. Undefined when the output is not a terminal. */
  progress: ((text: string) => void) | undefined
  stopped: AbortSignal
  /** Whether a person can answer questions. */
  isTerminal: boolean
  /** Asks a question and returns the typed answer. */
  ask(question: string): Promise<string>
}

/** The text for a list without rows. */
const EMPTY = 'None found.'

type Cell = string | number | boolean | null | undefined
export type Row = Record<string, Cell>

/** Formats rows as a table. Numbers are right-aligned. */
export function table(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  if (names.length === 0) return EMPTY
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => text(row[name]).length)))
  const line = (cells: readonly Cell[]) =>
    cells
      .map((cell, at) => {
        const width = widths[at] ?? 0
        return typeof cell === 'number' ? text(cell).padStart(width) : text(cell).padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [
    line(names),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map((row) => line(names.map((name) => row[name]))),
  ].join('\n')
}

const text = (cell: Cell) => (cell === null || cell === undefined ? '' : String(cell))

/** A progress bar for a list. */
export function bar(io: Io, total: number) {
  let done = 0
  return (count = 1) => {
    done += count
    const filled = Math.round((done / Math.max(total, 1)) * 24)
    io.progress?.(
      `[${'#'.repeat(filled)}${' '.repeat(24 - filled)}] ${done}/${total}${done >= total ? '\n' : ''}`,
    )
  }
}
