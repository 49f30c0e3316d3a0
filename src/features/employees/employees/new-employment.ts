import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import { endSickLeave, findEnded, forgetServiceStart } from './new-employment-queries.ts'

/**
 * Takes back what does not go over into a new employment, where the law starts it again: the sick leave that was left, and an
 * earlier start of service out of the opening figures. The final pay carries the movement, so that deleting it gives the leave back.
 */
export async function startNewEmployment(tx: Tx, employee: Employee): Promise<string[]> {
  const ended = await findEnded(tx, employee)
  if (!ended || !countryOf(ended.jurisdiction).law.isServiceStartedAgain) return []
  const warnings: string[] = []
  if (decimal(employee.sick_hours).gt(ZERO) && ended.final_pay_id !== null) {
    await endSickLeave(tx, employee, ended.final_pay_id)
    warnings.push(
      `${decimal(employee.sick_hours).toFixed()} hours of sick leave ended with the earlier employment: the balance is 0.`,
    )
  }
  if (ended.service_start_date !== null) {
    await forgetServiceStart(tx, employee.id)
    warnings.push(
      `service_start_date ${ended.service_start_date} of the opening figures belonged to the earlier employment: it is removed.`,
    )
  }
  return warnings
}
