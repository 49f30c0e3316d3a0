import { countryOf } from '../../../countries/index.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { YearSums } from './queries.ts'
import type { Termination, TerminationYearToDate } from './schema.ts'

export type TerminationParts = {
  /** The members of the result by wire name, as the pay stores and shows them. */
  result: Record<string, unknown>
  payId: number | null
  endDate: string
  status: 'pending' | 'processed'
  employee: Pick<Employee, 'id' | 'number'>
  isTerminated: boolean
}

/** A termination as the employee routes show it. */
export function terminationOf(parts: TerminationParts): Termination {
  const where = {
    pay_id: parts.payId,
    pay_date: parts.endDate,
    is_pay_processed: parts.status === 'processed',
    employee_id: parts.employee.id,
    employee_number: parts.employee.number,
    is_employee_terminated: parts.isTerminated,
  }
  return { ...parts.result, ...where } as Termination
}

/** The year to date as JSON numbers, with the members of its country. */
export function viewYear(sums: YearSums, from: string, jurisdiction: string): TerminationYearToDate {
  const common = {
    from_date: from,
    gross: Number(sums.gross),
    tax: Number(sums.tax),
    net: Number(sums.net),
  }
  const own = countryOf(jurisdiction).finalPay.yearFigures.map((name) => [name, Number(sums[name])] as const)
  return { ...common, ...Object.fromEntries(own) }
}
