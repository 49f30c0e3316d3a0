import { derivedFields } from './derived.ts'
import type { LawRates } from './law-rates.ts'
import type { OpenEmployee } from './queries.ts'
import type { EmployeeView } from './schema.ts'
import { VIEW_MEMBERS, type ViewMember } from './view-members.ts'

/** The employee as the API and events show it. `createTextWriter` writes the same as text. */
export function viewEmployee(employee: OpenEmployee, law: LawRates): EmployeeView {
  const view: Record<string, unknown> = {}
  for (const member of VIEW_MEMBERS) view[member.name] = show(member, employee, law)
  return Object.assign(view, derivedFields(employee, law.day)) as EmployeeView
}

/** Builds views of many new employees quickly by converting only the values that differ from the blank row. */
export function createViewer(blank: OpenEmployee, law: LawRates): (employee: OpenEmployee) => EmployeeView {
  const base: Record<string, unknown> = viewEmployee(blank, law)
  return (employee) => {
    const view = { ...base }
    for (const member of VIEW_MEMBERS)
      if (employee[member.name] !== blank[member.name]) view[member.name] = show(member, employee, law)
    return Object.assign(view, derivedFields(employee, law.day)) as EmployeeView
  }
}

function show({ name, kind, unset }: ViewMember, employee: OpenEmployee, law: LawRates): unknown {
  const value = employee[name] ?? (unset ? law[unset] : null)
  return kind === 'decimal' && value !== null ? Number(value) : value
}
