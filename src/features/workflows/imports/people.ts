import { Type } from 'typebox'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { loadEmployees } from '../../employees/employees/index.ts'
import type { ImportField } from './kinds.ts'
import { type ImportRow, refuseRow } from './rows.ts'

/** Identifies the employee of a row, by the client's number or by our id. */
export const PERSON_FIELDS: readonly ImportField[] = [
  { name: 'employee_number', schema: Type.String({ maxLength: 60 }), isRequired: false, example: 'E100' },
  { name: 'employee_id', schema: Type.Integer(), isRequired: false, example: '' },
]

export type OfEmployee = { row: ImportRow; employee: Employee }

/** The employees that the rows name, read together. A row without an employee is refused. */
export async function findPeople(
  tx: Tx,
  company: Company,
  rows: readonly ImportRow[],
): Promise<OfEmployee[]> {
  const given = (name: string) =>
    rows.flatMap((row) => (row.values[name] === undefined ? [] : [row.values[name]]))
  const [byNumber, byId] = [
    await loadEmployees(tx, company.id, { numbers: unique(given('employee_number').map(String)) }),
    await loadEmployees(tx, company.id, { ids: unique(given('employee_id').map(Number)) }),
  ]
  const numbers = new Map(byNumber.map((employee) => [employee.number, employee]))
  const ids = new Map(byId.map((employee) => [employee.id, employee]))
  return rows.flatMap((row) => {
    const { employee_id: id, employee_number: number } = row.values
    const employee = id === undefined ? numbers.get(String(number)) : ids.get(Number(id))
    if (employee && !employee.is_deleted) {
      row.subject = `${employee.first_name} ${employee.last_name}${employee.number ? ` (${employee.number})` : ''}`
      return [{ row, employee }]
    }
    if (id === undefined && number === undefined)
      refuseRow(row, 'employee_number', 'Name the employee by employee_number or employee_id.')
    else if (employee)
      refuseRow(row, 'employee_number', `Employee ${employee.id} is deleted. Restore the employee first.`)
    else
      refuseRow(
        row,
        id === undefined ? 'employee_number' : 'employee_id',
        `No employee of this company has the ${id === undefined ? `number ${number}` : `id ${id}`}.`,
      )
    return []
  })
}

/** Thousands of rows may name one employee, who is looked up once. */
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

/** The row without the fields that identify the employee. */
export function withoutPerson({ values }: ImportRow): Record<string, unknown> {
  const { employee_number: _number, employee_id: _id, ...rest } = values
  return rest
}
