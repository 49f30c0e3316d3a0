import { derivedFields } from './derived.ts'
import { isDecimal, VIEW_COLUMNS } from './fields.ts'
import type { LawRates } from './law-rates.ts'
import type { OpenEmployee } from './queries.ts'
import type { EmployeeView } from './schema.ts'

const NUMBERS = VIEW_COLUMNS.filter(isDecimal)
const DECIMALS = new Set<string>(NUMBERS)

/** The employee as the API and the events show it. */
export function viewEmployee(employee: OpenEmployee, law: LawRates): EmployeeView {
  const view: Record<string, unknown> = {}
  for (const name of VIEW_COLUMNS) view[name] = employee[name]
  for (const name of NUMBERS) if (view[name] !== null) view[name] = Number(view[name])
  view.super_rate ??= Number(law.super)
  view.compulsory_super_rate ??= Number(law.super)
  view.kiwisaver_employee_rate ??= Number(law.kiwisaverEmployee)
  view.kiwisaver_employer_rate ??= Number(law.kiwisaverEmployer)
  return Object.assign(view, derivedFields(employee)) as EmployeeView
}

/** Makes the view of many new employees: only what differs from the blank row is converted. */
export function createViewer(blank: OpenEmployee, law: LawRates): (employee: OpenEmployee) => EmployeeView {
  const base: Record<string, unknown> = viewEmployee(blank, law)
  return (employee) => {
    const view = { ...base }
    for (const name of VIEW_COLUMNS) {
      const value = employee[name]
      if (value !== blank[name]) view[name] = value !== null && DECIMALS.has(name) ? Number(value) : value
    }
    return Object.assign(view, derivedFields(employee)) as EmployeeView
  }
}
