import { Type } from 'typebox'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { listEmployeeIds, loadEmployees } from '../../employees/employees/index.ts'
import type { ImportField } from './kinds.ts'
import { type ImportRow, refuseRow } from './rows.ts'

/** Identifies the employee of a row, by the client's number, by our id, or by a name that only one employee has. */
export const PERSON_FIELDS: readonly ImportField[] = [
  { name: 'employee_number', schema: Type.String({ maxLength: 60 }), isRequired: false, example: 'E100' },
  { name: 'employee_id', schema: Type.Integer(), isRequired: false, example: '' },
  { name: 'employee_name', schema: Type.String({ maxLength: 180 }), isRequired: false, example: '' },
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
  const isByName = rows.some((row) => isNamed(row))
  const names = isByName ? namesOf(await loadCompanyEmployees(tx, company)) : new Map<string, Employee[]>()
  return rows.flatMap((row) => {
    const { employee_id: id, employee_number: number } = row.values
    const found = isNamed(row) ? (names.get(keyOf(String(row.values.employee_name))) ?? []) : []
    const employee = isNamed(row)
      ? found[0]
      : id === undefined
        ? numbers.get(String(number))
        : ids.get(Number(id))
    if (employee && !employee.is_deleted && found.length < 2) {
      row.subject = `${employee.first_name} ${employee.last_name}${employee.number ? ` (${employee.number})` : ''}`
      return [{ row, employee }]
    }
    if (isNamed(row)) refuseRow(row, 'employee_name', nameProblem(String(row.values.employee_name), found))
    else if (id === undefined && number === undefined)
      refuseRow(row, 'employee_number', 'Name the employee by employee_number, employee_id or employee_name.')
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

/** The name counts only in a row without a number and an id. */
const isNamed = ({ values }: ImportRow) =>
  values.employee_name !== undefined &&
  values.employee_id === undefined &&
  values.employee_number === undefined

/** `Nguyen, Mia` and `Mia Nguyen` are the same name, whatever the accents, apostrophes and capitals. */
function keyOf(name: string): string {
  const [last = '', first] = name.split(',')
  return (first === undefined ? last : `${first} ${last}`)
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** A file that names people is about many of them, so all are read at once. */
const loadCompanyEmployees = async (tx: Tx, company: Company): Promise<Employee[]> =>
  loadEmployees(tx, company.id, { ids: await listEmployeeIds(tx, company.id, undefined) })

function namesOf(employees: readonly Employee[]): Map<string, Employee[]> {
  return Map.groupBy(
    employees.filter(({ is_deleted }) => !is_deleted),
    ({ first_name, last_name }) => keyOf(`${first_name} ${last_name}`),
  )
}

const nameProblem = (name: string, found: readonly Employee[]) =>
  found.length > 1
    ? `${found.length} employees are called ${name}. Send employee_number instead.`
    : `No employee of this company is called ${name}.`

/** Thousands of rows may name one employee, who is looked up once. */
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

/** The row without the fields that identify the employee. */
export function withoutPerson({ values }: ImportRow): Record<string, unknown> {
  const { employee_number: _number, employee_id: _id, employee_name: _name, ...rest } = values
  return rest
}
