import type { Tx } from '../../../database/connect.ts'
import type { EmployeeHistory } from '../../../database/tables/employee-history.ts'
import type { Service } from '../../../service.ts'
import type { OpenEmployee } from './queries.ts'
import { markReturned, type ReturnedPerson } from './returning-numbers-queries.ts'

/* An authority knows a person by tax number and birth date. When these return to what a report had, it is current again. */

const IDENTITY = ['tax_file_number', 'ird_number', 'date_of_birth'] as const
const COLUMN = 'employees.tax_file_number'

type Person = Pick<OpenEmployee, (typeof IDENTITY)[number]>
type Changed = { opened: OpenEmployee; current: OpenEmployee; changed: readonly string[] }

const isOther = ({ changed }: Changed) => IDENTITY.some((name) => changed.includes(name))

const numberOf = (row: Person) => JSON.stringify([row.tax_file_number, row.ird_number])
const personOf = (row: Person) =>
  JSON.stringify([row.tax_file_number, row.ird_number, row.date_of_birth ?? null])

/** The hashes for the history entry of a change; null if the change concerns none of these fields. */
export function identityOf({ cipher }: Service, change: Changed): EmployeeHistory['identity'] {
  if (!isOther(change)) return null
  const hash = (text: string) => cipher.fingerprints(COLUMN, text)[0].toString('hex')
  const hashesOf = (row: Person) => ({ number: hash(numberOf(row)), person: hash(personOf(row)) })
  return { before: hashesOf(change.opened), after: hashesOf(change.current) }
}

/** Marks reports with these numbers as current. Called after the history entries of the changes. */
export async function recogniseReturned(
  { cipher }: Service,
  tx: Tx,
  changes: readonly Changed[],
): Promise<void> {
  const hashes = (text: string) => cipher.fingerprints(COLUMN, text).map((hash) => hash.toString('hex'))
  const returned = changes.filter(isOther).map(
    ({ current }): ReturnedPerson => ({
      employee_id: current.id,
      number: hashes(numberOf(current)),
      person: hashes(personOf(current)),
    }),
  )
  if (returned.length > 0) await markReturned(tx, returned)
}
