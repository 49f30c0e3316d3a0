import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { EarlierEmployment } from '../../../database/tables/employments.ts'
import type { Caller } from '../../../http/caller.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import type { Employment } from '../../../payroll/employments.ts'
import type { Service } from '../../../service.ts'
import {
  endSickLeave,
  findEnded,
  findOpeningStart,
  insertEmployment,
  listEarlierEmployments,
  loadEarlierEmployments,
} from './employment-queries.ts'
import type { EmploymentView } from './employment-schema.ts'
import { requireEmployee } from './find.ts'

/**
 * Closes the employment that ended, where the employee is taken back. Unless service continues, sick leave ends with it where the law
 * starts it again; the final pay carries the movement, so that deleting it gives the leave back.
 */
export async function closeEmployment(
  tx: Tx,
  employee: Employee,
  { isContinuous, now }: { isContinuous: boolean; now: Date },
): Promise<string[]> {
  const ended = await findEnded(tx, employee)
  if (!ended) return []
  const earlier = (await loadEarlierEmployments(tx, [employee.id])).get(employee.id) ?? []
  const { start_date, termination_date } = employee
  await insertEmployment(tx, {
    customer_id: employee.customer_id,
    company_id: employee.company_id,
    employee_id: employee.id,
    start_date: civilDate(start_date),
    end_date: civilDate(termination_date ?? start_date),
    service_start_date: serviceStartOf(employee, earlier, ended.service_start_date),
    is_continued: isContinuous,
    final_pay_id: ended.final_pay_id,
    created_at: now,
  })
  if (isContinuous)
    return ['Service continues: leave, averages and long service count the earlier employment.']
  const said = ['A new employment begins: send is_continuous true where service continues.']
  if (!countryOf(ended.jurisdiction).law.isServiceStartedAgain) return said
  if (decimal(employee.sick_hours).gt(ZERO) && ended.final_pay_id !== null) {
    await endSickLeave(tx, employee, ended.final_pay_id)
    said.push(
      `${decimal(employee.sick_hours).toFixed()} hours of sick leave ended with the earlier employment: the balance is 0.`,
    )
  }
  return said
}

/** The first day of the service that counts in the employment that the employee has now. */
export function serviceStartOf(
  employee: Pick<Employee, 'start_date'>,
  earlier: readonly EarlierEmployment[],
  openingStart: string | null,
) {
  const before = earlier.at(-1)
  if (before?.is_continued) return before.service_start_date
  // Opening figures speak of the employment in which the company moved in: the first.
  return civilDate(before ? employee.start_date : (openingStart ?? employee.start_date))
}

/** All employments of an employee, the one they have now last. */
export function employmentsOf(
  employee: Pick<Employee, 'start_date' | 'termination_date'>,
  earlier: readonly EarlierEmployment[],
  openingStart: string | null,
): Employment[] {
  return [
    ...earlier.map((each) => ({
      start: each.start_date,
      end: each.end_date,
      serviceStart: each.service_start_date,
    })),
    {
      start: civilDate(employee.start_date),
      end: employee.termination_date === null ? null : civilDate(employee.termination_date),
      serviceStart: serviceStartOf(employee, earlier, openingStart),
    },
  ]
}

/** The employments of an employee as the API shows them, the first first. */
export async function readEmployments(
  service: Service,
  caller: Caller,
  employeeId: number,
): Promise<EmploymentView[]> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  const { query } = service.database
  const earlier = await listEarlierEmployments(query, employee.id)
  const rows = (await loadEarlierEmployments(query, [employee.id])).get(employee.id) ?? []
  const openingStart = await findOpeningStart(query, employee.id)
  return [
    ...earlier.map((each, index) => ({
      start_date: each.start_date,
      end_date: each.end_date,
      reason: each.reason,
      is_continuous: earlier[index - 1]?.is_continued ?? false,
      service_start_date: each.service_start_date,
      final_pay_id: each.final_pay_id,
    })),
    {
      start_date: civilDate(employee.start_date),
      end_date: employee.termination_date === null ? null : civilDate(employee.termination_date),
      reason: null,
      is_continuous: rows.at(-1)?.is_continued ?? false,
      service_start_date: serviceStartOf(employee, rows, openingStart),
      final_pay_id: null,
    },
  ]
}
