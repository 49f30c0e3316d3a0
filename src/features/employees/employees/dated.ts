import type { Company } from '../../../database/tables/companies.ts'
import type { EmployeeFields } from '../../../database/tables/employees.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { NewChange } from './change-queries.ts'
import { BALANCES, FIELD_NAMES, SENSITIVE_FIELDS } from './fields.ts'
import type { OpenEmployee } from './queries.ts'
import type { EmployeeInput } from './schema.ts'

/* What a change that carries its date means, and what is written down of it. */

const isSensitive = (name: string) => SENSITIVE_FIELDS.some((sensitive) => sensitive === name)

/** Numbers that are sealed are not kept twice. */
export function refusalOfSchedule(input: EmployeeInput): string | null {
  const sealed = Object.keys(input).filter(isSensitive)
  if (sealed.length === 0) return null
  return `Tax and bank account numbers change at once: send ${sealed.join(', ')} without effective_from.`
}

/** What a dated change leaves behind: the fields that were sent, and what stood there. */
export function changeRow(
  company: Company,
  employeeId: number,
  change: {
    effectiveFrom: CivilDate
    input: EmployeeInput
    before: EmployeeFields
    isScheduled: boolean
    now: Date
  },
): NewChange {
  const names = FIELD_NAMES.filter((name) => change.input[name] !== undefined)
  const open = names.filter((name) => !SENSITIVE_FIELDS.some((sensitive) => sensitive === name))
  return {
    customer_id: company.customer_id,
    company_id: company.id,
    employee_id: employeeId,
    effective_from: change.effectiveFrom,
    fields: Object.fromEntries(open.map((name) => [name, change.input[name] ?? null])),
    before: Object.fromEntries(open.map((name) => [name, change.before[name]])),
    status: change.isScheduled ? 'scheduled' : 'applied',
    created_at: change.now,
    applied_at: change.isScheduled ? null : change.now,
  }
}

/** Who becomes casual keeps the leave that was earned; nothing is added to it. */
export function leaveLeft(employee: OpenEmployee, status: EmployeeFields['employment_status']): string[] {
  const isWithoutLeave = status === 'Casual' || status === 'Labour Hire'
  if (status === employee.employment_status || !isWithoutLeave) return []
  const left = BALANCES.filter((name) => Number(employee[name]) > 0).map(
    (name) => `${name} ${Number(employee[name])}`,
  )
  if (left.length === 0) return []
  return [`The leave earned so far stays and is paid when it is taken or at the end: ${left.join(', ')}.`]
}
