import type { Pay } from '../api/types.ts'
import { type CellEdit, type GridColumn, readNumber } from './grid-columns.ts'

export type Place = { row: number; column: number }

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Enter: [1, 0],
  PageUp: [-10, 0],
  PageDown: [10, 0],
}

/** Where a key leads from a cell, within the grid; null: it leads nowhere. */
export function moved(
  place: Place,
  key: string,
  isShift: boolean,
  size: { rows: number; columns: number },
): Place | null {
  const within = (value: number, most: number) => Math.min(Math.max(0, value), most - 1)
  if (key === 'Home') return { ...place, column: 0 }
  if (key === 'End') return { ...place, column: size.columns - 1 }
  const move = MOVES[key]
  if (!move) return null
  const turn = key === 'Enter' && isShift ? -1 : 1
  return {
    row: within(place.row + turn * move[0], size.rows),
    column: within(place.column + move[1], size.columns),
  }
}

/** Cells of a spreadsheet laid over the grid from a cell on; what is no number is named and left out. */
export function pasted(
  text: string,
  at: Place,
  pays: readonly Pay[],
  columns: readonly GridColumn[],
): { edits: CellEdit[]; refused: string[] } {
  const refused: string[] = []
  const lines = text.replaceAll('\r', '').replace(/\n+$/, '').split('\n')
  const edits = lines.flatMap((line, down) =>
    line.split('\t').flatMap((cell, right): CellEdit[] => {
      const pay = pays[at.row + down]
      const column = columns[at.column + right]
      if (!pay || !column) {
        refused.push(`“${cell}” lies outside the grid`)
        return []
      }
      const value = readNumber(cell, column.unit)
      if (value === null) refused.push(`“${cell}” for ${pay.format_name} is not a number`)
      if (pay.status !== 'pending' || pay.termination)
        refused.push(`${pay.format_name} cannot be changed here`)
      return value === null || pay.status !== 'pending' || pay.termination ? [] : [{ pay, column, value }]
    }),
  )
  return { edits, refused }
}
