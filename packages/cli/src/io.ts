/** The terminal as commands see it. */
export type Io = {
  /** What was asked for: one line of output. */
  out(line: string): void
  /** What a person may like to know; a program that reads the output does not see it. */
  note(line: string): void
  /** Writes over the last progress; undefined where nobody watches. */
  progress: ((text: string) => void) | undefined
  stopped: AbortSignal
  /** Whether a person is there to answer. */
  isTerminal: boolean
  /** Asks the person a question and answers what was typed. */
  ask(question: string): Promise<string>
}

type Cell = string | number | boolean | null | undefined
export type Row = Record<string, Cell>

/** A table for people. Numbers stand to the right. */
export function table(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  if (names.length === 0) return 'Nothing.'
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

/** A bar that fills up while a list is worked through. */
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
