import type { Employee } from '../../database/tables/employees.ts'
import { derivedFields } from './derived.ts'
import { BALANCES, FIELD_NAMES, fieldOf, VIEW_COLUMNS } from './fields.ts'
import type { LawRates } from './law-rates.ts'
import type { OpenEmployee } from './queries.ts'
import type { EmployeeView } from './schema.ts'

const NUMBERS = [...FIELD_NAMES.filter((name) => fieldOf(name).kind === 'decimal'), ...BALANCES]

type ViewRow = Pick<Employee, (typeof VIEW_COLUMNS)[number]>

/** The employee as the API and the events show it. */
export function employeeView(employee: OpenEmployee, law: LawRates): EmployeeView {
  const row: Record<string, unknown> = {}
  for (const name of VIEW_COLUMNS) row[name] = employee[name]
  return completeView(row as ViewRow, law)
}

/** Turns a row of the view's columns, opened, into the read model in place: a long list makes no second copy. */
export function completeView(row: ViewRow, law: LawRates): EmployeeView {
  const view = row as unknown as Record<string, unknown>
  const derived = derivedFields(row)
  for (const name of NUMBERS) {
    const text = row[name]
    if (text !== null) view[name] = Number(text)
  }
  view.super_rate ??= Number(law.super)
  view.compulsory_super_rate ??= Number(law.super)
  view.kiwisaver_employee_rate ??= Number(law.kiwisaverEmployee)
  view.kiwisaver_employer_rate ??= Number(law.kiwisaverEmployer)
  return Object.assign(view, derived) as EmployeeView
}
