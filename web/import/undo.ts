import type { KeptImport } from './kept-imports.ts'
import type { PreparedRow } from './prepare.ts'

/** An employee as stored by the service. */
export type Person = { id: number; number: unknown } & Readonly<Record<string, unknown>>

/** The employees that an import created, and the fields that it set for each employee. */
export function touchedBy(
  rows: readonly PreparedRow[],
  before: readonly Person[],
  after: readonly Person[],
): Pick<KeptImport, 'created' | 'changed'> {
  const known = new Set(before.map(({ id }) => id))
  const byNumber = new Map(before.map((person) => [String(person.number ?? ''), person]))
  const isOfRow = (person: Person) =>
    rows.some((row) =>
      row.number === undefined
        ? row.first_name === person.first_name &&
          row.last_name === person.last_name &&
          row.date_of_birth === person.date_of_birth
        : String(row.number) === String(person.number),
    )
  return {
    created: after.filter((person) => !known.has(person.id) && isOfRow(person)).map(({ id }) => id),
    changed: rows.flatMap((row) => {
      const person = row.number === undefined ? undefined : byNumber.get(String(row.number))
      const fields = Object.keys(row).filter((name) => name !== 'number')
      return person ? [{ id: person.id, fields }] : []
    }),
  }
}
