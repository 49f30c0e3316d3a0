import { createYielder } from '../../../http/yield-to-event-loop.ts'
import type { ItemErrors } from '../../employees/employees/index.ts'
import {
  createEmployeesIn,
  EmployeeCreate,
  type EmployeeInput,
  EmployeeUpdate,
  loadEmployees,
  normaliseEmployee,
  updateEmployeesIn,
} from '../../employees/employees/index.ts'
import { factsOf, fieldsOf, type Importer } from './kinds.ts'
import { type ImportRow, isGood, refuseDuplicates, refuseRow, rowCheck } from './rows.ts'

const checkNew = rowCheck<EmployeeInput>(EmployeeCreate)
const checkChange = rowCheck<EmployeeInput>(EmployeeUpdate)
const { examples: [example = {}] = [] } = factsOf(EmployeeCreate)

/** Creates employees. A number that the company already has updates that employee. */
export const employeesImport: Importer = {
  about: 'One employee. A number that already exists changes that employee; empty cells change nothing.',
  fields: () => fieldsOf(EmployeeCreate, example),
  async run({ service, tx, company, onDone }, rows) {
    refuseDuplicates(rows, (row) => (row.values.number === undefined ? null : String(row.values.number)))
    const numbers = rows.flatMap((row) => row.values.number ?? []).map(String)
    const known = new Set(
      (await loadEmployees(tx, company.id, { numbers })).map((employee) => employee.number),
    )
    const today = service.clock.today()
    const yieldIfDue = createYielder()
    const inputs = new Map<ImportRow, EmployeeInput>()
    for (const [index, row] of rows.entries()) {
      row.subject = [row.values.first_name, row.values.last_name].filter(Boolean).join(' ')
      row.action = known.has(String(row.values.number)) ? 'update' : 'create'
      const values = normaliseEmployee(row.values)
      const input = row.action === 'create' ? checkNew(row, values) : checkChange(row, values)
      if (input) inputs.set(row, input)
      if (typeof input?.date_of_birth === 'string' && input.date_of_birth > today)
        refuseRow(row, 'date_of_birth', 'date_of_birth must not be in the future')
      onDone(index)
      await yieldIfDue()
    }
    const good = rows.filter(isGood)
    const created = good.filter((row) => row.action === 'create')
    const changed = good.filter((row) => row.action === 'update')
    const inputsOf = (some: readonly ImportRow[]) => some.flatMap((row) => inputs.get(row) ?? [])
    if (created.length > 0) tell(created, await createEmployeesIn(service, tx, company, inputsOf(created)))
    if (changed.length > 0)
      tell(
        changed,
        await updateEmployeesIn(service, tx, company, inputsOf(changed), {
          identifierType: 'employee_number',
          ifMatch: undefined,
        }),
      )
  },
}

function tell(
  rows: readonly ImportRow[],
  results: readonly { errors: ItemErrors; warnings?: string[] }[],
): void {
  for (const [index, { errors, warnings }] of results.entries()) {
    const row = rows[index]
    if (!row) continue
    for (const [field, message] of Object.entries(errors))
      refuseRow(row, field === 'detail' ? null : field, message)
    row.warnings.push(...(warnings ?? []))
  }
}
