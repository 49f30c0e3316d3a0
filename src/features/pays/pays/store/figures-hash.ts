import { hash } from 'node:crypto'
import type { Cell } from '../../../../database/insert-rows.ts'
import type { PayCountry } from '../country/types.ts'

/** Stands for what a report says of a pay: another one means that the authority has to be told. */
export function figuresHash(country: PayCountry, cells: readonly Cell[]): string {
  const text = positionsOf(country)
    .map((position) => String(cells[position] ?? ''))
    .join('\n')
  return hash('sha1', text, 'base64url').slice(0, 16)
}

const known = new WeakMap<PayCountry, readonly number[]>()

/** Where the reported columns stand in a row, looked up once for a country and not for every pay. */
function positionsOf(country: PayCountry): readonly number[] {
  const { columns, reportedColumns } = country
  const positions =
    known.get(country) ?? reportedColumns.map((name) => columns.findIndex(([column]) => column === name))
  known.set(country, positions)
  return positions
}
