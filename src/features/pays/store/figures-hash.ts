import { hash } from 'node:crypto'
import type { Cell } from '../../../database/insert-rows.ts'
import type { PayCountry } from '../country/types.ts'

/** Stands for what a report says of a pay: another one means that the authority has to be told. */
export function figuresHash({ columns, reportedColumns }: PayCountry, cells: readonly Cell[]): string {
  const places = reportedColumns.map((name) => columns.findIndex(([column]) => column === name))
  const text = places.map((place) => String(cells[place] ?? '')).join('\n')
  return hash('sha1', text, 'base64url').slice(0, 16)
}
