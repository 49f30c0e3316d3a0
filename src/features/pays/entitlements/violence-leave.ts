import { violenceLeaveLeft } from '../../../countries/au/law/violence-leave.ts'
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

/** Family and domestic violence leave of the year of service that a day belongs to. It has no balance and is on no payslip. */
export async function readViolenceLeave(
  service: Service,
  caller: Caller,
  employeeId: number,
  on: string | undefined,
): Promise<ViolenceLeave> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  const { query } = service.database
  const company = present(await findCompany(query, service.cipher, employee.company_id))
  if (company.jurisdiction !== 'AU')
    throw badRequest(
      'Only Australian employees have family and domestic violence leave by the year of service.',
    )
  const employments = await readEmployments(service, caller, employeeId)
  const start = civilDate(employments.at(-1)?.service_start_date ?? employee.start_date)
  const day = on === undefined ? service.clock.today(countryOf('AU').timeZone) : civilDate(on)
  const taken = await loadViolenceLeave(query, employee.id)
  const left = violenceLeaveLeft(
    { start, day, hoursPerDay: decimal(employee.standard_hours_per_day), taken },
    service.rates.au,
  )
  return { employee_id: employee.id, ...left }
}
