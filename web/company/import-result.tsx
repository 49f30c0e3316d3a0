import { useMemo } from 'react'
import type { ImportKind, ImportResult } from '../api/types.ts'
import { words } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Field } from '../parts/field.tsx'
import { Panel } from '../parts/page.tsx'

type Matched = ImportResult['columns'][number]
type ColumnProps = { kind: ImportKind; columns: Matched[]; onMatch: (columns: Matched[]) => void }

/** Columns that no field is known for: somebody says what they mean, and it is remembered. */
export function ImportColumns({ kind, columns, onMatch }: ColumnProps) {
  const unknown = columns.filter((column) => column.field === null)
  if (unknown.length === 0) return null
  const taken = new Set(columns.map((column) => column.field))
  const match = (header: string, field: string) =>
    onMatch(columns.map((each) => (each.header === header ? { header, field: field || null } : each)))
  return (
    <Panel title="Columns that are left out">
      {unknown.map(({ header }) => (
        <Field key={header} label={header}>
          {(control) => (
            <select {...control} value="" onChange={(event) => match(header, event.target.value)}>
              <option value="">left out</option>
              {kind.fields
                .filter(({ name }) => !taken.has(name))
                .map(({ name }) => (
                  <option key={name} value={name}>
                    {words(name)}
                  </option>
                ))}
            </select>
          )}
        </Field>
      ))}
    </Panel>
  )
}

type ResultRow = ImportResult['rows'][number]

const saidOf = ({ errors, warnings }: ResultRow) =>
  [...errors.map((error) => error.message), ...warnings].join(' ')

const COLUMNS: Column<ResultRow>[] = [
  { id: 'row', title: 'Row', value: (row) => row.row, isNumber: true },
  { id: 'subject', title: 'Who', value: (row) => row.subject },
  { id: 'action', title: 'What it does', value: (row) => (row.action ? words(row.action) : '') },
  { id: 'said', title: 'Reasons and remarks', value: saidOf },
]

/** Every row with what it does; refused ones first. */
export function ImportRows({ result }: { result: ImportResult }) {
  const rows = useMemo(
    () =>
      result.rows.toSorted(
        (a, b) => Number(b.errors.length > 0) - Number(a.errors.length > 0) || a.row - b.row,
      ),
    [result.rows],
  )
  return <DataTable caption="Rows of the file" rows={rows} columns={COLUMNS} rowKey={(row) => row.row} />
}
