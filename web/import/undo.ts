import type { PreparedRow } from './prepare.ts'

/* Undoes an import of employees: removes those it created, and restores the earlier values of those it changed. */

/** An employee as stored by the service. */
export type Person = { id: number; number: unknown } & Readonly<Record<string, unknown>>

export type Undo = {
  /** Employees that the import created. */
  created: number[]
  /** Earlier values of the employees it changed. */
  changed: ({ id: number } & Record<string, unknown>)[]
}

/** Numbers that the employee list masks, so their earlier values are unknown. */
const HIDDEN =
  /^(tax_file_number|ird_number|primary_bank_account_number|secondary_bank_account_number|default_employee_fund_member_number)$/

export function undoOf(
  rows: readonly PreparedRow[],
  before: readonly Person[],
  after: readonly Person[],
): Undo {
  const known = new Map(before.map((person) => [person.id, person]))
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
      if (!person) return []
      const former = Object.keys(row)
        .filter((name) => name !== 'number' && !HIDDEN.test(name))
        .map((name): [string, unknown] => [name, person[name] ?? null])
      return [{ id: person.id, ...Object.fromEntries(former) }]
    }),
  }
}
