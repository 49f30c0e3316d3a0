import type { EmployeePayRate } from '../../../database/tables/pay-rates.ts'
import { amount, formatName } from '../../../http/view.ts'
import type { PayRateRow, RateEmployee } from './queries.ts'
import type { CompanyPayRateView, EmployeePayRateView, PayRateGroup } from './schema.ts'

/** A company rate on its own, outside a group. */
export function viewPayRate(row: PayRateRow, employeeIds: readonly number[]): CompanyPayRateView {
  return {
    id: row.id,
    ...viewPrice(row),
    award_id: row.award_id,
    award_name: row.award_name,
    classification_id: row.group_id,
    classification_name: row.group_name,
    employee_ids: employeeIds.toSorted((a, b) => a - b),
  }
}

/** Groups company rates by award and classification, in the given order, with their employees if those are passed. */
export function viewGroups(rows: readonly PayRateRow[], employees?: readonly RateEmployee[]): PayRateGroup[] {
  const groups = Map.groupBy(rows, (row) => `${row.award_id}/${row.group_id}`)
  return [...groups.values()].flatMap((rates) => {
    const [first] = rates
    if (!first) return []
    const group: PayRateGroup = {
      award_id: first.award_id,
      award_name: first.award_name,
      classification_id: first.group_id,
      classification_name: first.group_name,
      pay_rates: rates.map((rate) => ({
        ...viewPrice(rate),
        ...(employees ? { employee_ids: idsOf(rate, employees) } : {}),
      })),
    }
    if (employees) group.employees = employeesOf(rates, employees)
    return [group]
  })
}

function idsOf({ id }: PayRateRow, employees: readonly RateEmployee[]): number[] {
  return employees.filter((employee) => employee.pay_rate_id === id).map((employee) => employee.id)
}

function employeesOf(rates: readonly PayRateRow[], employees: readonly RateEmployee[]) {
  const ids = new Set(rates.map((rate) => rate.id))
  const distinct = new Map(
    employees.filter((employee) => ids.has(employee.pay_rate_id)).map((employee) => [employee.id, employee]),
  )
  return [...distinct.values()].map((employee) => ({
    id: employee.id,
    format_name: formatName(employee),
    number: employee.number,
  }))
}

function viewPrice(row: PayRateRow) {
  return {
    reference: `company:${row.id}`,
    description: row.description,
    rate: amount(row.rate),
    multiplier: amount(row.multiplier),
  }
}

/** A company rate in an employee's list of rates. */
export function viewListedRate(row: PayRateRow): EmployeePayRateView {
  return {
    ...viewPrice(row),
    units: 'hours',
    award_name: row.award_name,
    classification_name: row.group_name,
  }
}

/** An individual rate of the employee. */
export function viewOwnRate(row: EmployeePayRate): EmployeePayRateView {
  return {
    reference: `employee:${row.id}`,
    description: row.description,
    rate: amount(row.rate),
    multiplier: amount(row.multiplier),
    units: row.units,
    award_name: null,
    classification_name: null,
  }
}

/** The hourly rate that every employee has, even before an amount is set. */
export function viewOrdinaryTime(payRatePerHour: string | null): EmployeePayRateView {
  return {
    reference: 'system:ordinary_time',
    description: 'Ordinary time',
    rate: amount(payRatePerHour),
    multiplier: null,
    units: 'hours',
    award_name: null,
    classification_name: null,
  }
}
