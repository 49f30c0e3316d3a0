import { countryOf } from '../../../countries/index.ts'
import type { Caller } from '../../../http/caller.ts'
import { badRequest } from '../../../kernel/problem.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { readEmployments, requireEmployee } from '../../employees/employees/index.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { loadViolenceLeave } from './queries.ts'
import type { ViolenceLeave } from './schema.ts'

/**
 * Family and domestic violence leave in the year of service that includes a day. It has no balance and never appears on
 * payslips.
 */
export async function readViolenceLeave(
  service: Service,
  caller: Caller,
  employeeId: number,
  on: string | undefined,
): Promise<ViolenceLeave> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  const { query } = service.database
  const company = present(await findCompany(query, service.cipher, employee.company_id))
  const { leave, timeZone, name } = countryOf(company.jurisdiction)
  if (!leave.violenceLeaveLeft)
    throw badRequest(`Family and domestic violence leave in ${name} is not counted by the year of service.`)
  const employments = await readEmployments(service, caller, employeeId)
  const start = civilDate(employments.at(-1)?.service_start_date ?? employee.start_date)
  const day = on === undefined ? service.clock.today(timeZone) : civilDate(on)
  const taken = await loadViolenceLeave(query, employee.id, leave.violenceType)
  const hoursPerDay = decimal(employee.standard_hours_per_day)
  const year = leave.violenceLeaveLeft(service.rates, { start, day, hoursPerDay, taken })
  return {
    employee_id: employee.id,
    year_from: year.from,
    year_to: year.to,
    days_per_year: Number(year.owed.toFixed()),
    days_taken: Number(year.taken.toFixed()),
    days_left: Number(year.left.toFixed()),
  }
}
