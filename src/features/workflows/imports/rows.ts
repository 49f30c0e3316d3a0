import type { TSchema } from 'typebox'
import { createValidatorCompiler } from '../../../http/validation.ts'
import { FORMAT_CHECKS } from '../../../identifiers/index.ts'
import { InvalidRequest, Problem } from '../../../kernel/problem.ts'

/* A row during an import: its values, its errors and its action. */

export type RowAction = 'create' | 'update' | 'replace' | 'draft'

export type ImportRow = {
  /** The line of a file, or the index in a list. */
  place: number
  values: Record<string, unknown>
  /** The person or record that the row is about. */
  subject: string
  action: RowAction | null
  errors: { field: string | null; message: string }[]
  warnings: string[]
}

/** The maximum number of errors for one row. A row with more is probably from the wrong file. */
export const REASONS_MAX = 10

export function refuseRow(row: ImportRow, field: string | null, message: string): void {
  if (row.errors.length < REASONS_MAX) row.errors.push({ field, message })
}

export const emptyRow = (place: number): ImportRow => ({
  place,
  values: {},
  subject: '',
  action: null,
  errors: [],
  warnings: [],
})

export const isGood = (row: ImportRow) => row.errors.length === 0

/** Adds the reason of a refusal to the rows that it concerns. Other errors are rethrown. */
export function takeRefusal(rows: readonly ImportRow[], error: unknown): void {
  for (const row of rows) {
    if (error instanceof InvalidRequest)
      for (const { loc, msg } of error.data) refuseRow(row, fieldOf(loc), msg)
    else if (error instanceof Problem) refuseRow(row, null, error.message)
    else throw error
  }
}

const fieldOf = (loc: readonly (string | number)[]) =>
  loc.findLast((part): part is string => typeof part === 'string' && part !== 'body') ?? null

const compile = createValidatorCompiler(FORMAT_CHECKS)

/** Validates one row against a schema and adds every error to the row. Returns null if there is one. */
export function rowCheck<T>(schema: TSchema): (row: ImportRow, value: unknown) => T | null {
  const validate = compile({ schema, httpPart: 'body' })
  return (row, value) => {
    const result = validate(value)
    if ('error' in result && result.error) takeRefusal([row], result.error)
    // The schema guarantees the type.
    return isGood(row) ? (value as T) : null
  }
}

/** Later rows with the same key are refused. */
export function refuseDuplicates(rows: readonly ImportRow[], keyOf: (row: ImportRow) => string | null): void {
  const seen = new Map<string, number>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const first = seen.get(key)
    if (first === undefined) seen.set(key, row.place)
    else refuseRow(row, null, `The row repeats row ${first}. Remove one of them.`)
  }
}
