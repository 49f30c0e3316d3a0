import { sql } from 'kysely'
import { countryOf } from '../../../countries/index.ts'
import type { Service } from '../../../service.ts'

export type AuditFilter = {
  limit?: number
  from_date?: string
  to_date?: string
  before?: number
  company_id?: number
  employee_id?: number
  user_id?: number
  client_id?: string
  action?: string
}

/**
 * The customer's entries, newest first. Dates are local dates of the deployment, and both ends are included.
 */
export function readAuditLog(service: Service, customerId: number, filter: AuditFilter) {
  const zone = countryOf(service.settings.region).timeZone
  let select = service.database.query
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.id', 'a.at', 'a.user_id', 'u.email as user_email', 'a.client_id', 'a.action', 'a.target'])
    .select(['a.outcome', 'a.ip', 'a.request_id', 'a.changes', 'a.reason', 'u.name as user_name'])
    .where('a.customer_id', '=', customerId)
  if (filter.from_date)
    select = select.where('a.at', '>=', sql<Date>`${filter.from_date}::date::timestamp at time zone ${zone}`)
  if (filter.to_date)
    select = select.where(
      'a.at',
      '<',
      sql<Date>`(${filter.to_date}::date + 1)::timestamp at time zone ${zone}`,
    )
  if (filter.before !== undefined)
    select = select.where(
      sql<boolean>`(a.at, a.id) < (select at, id from audit_log where id = ${filter.before} and customer_id = ${customerId})`,
    )
  if (filter.company_id !== undefined) select = select.where(isAbout(COMPANY_PATHS, filter.company_id))
  if (filter.employee_id !== undefined)
    select = select.where(({ or }) =>
      or([
        isAbout(EMPLOYEE_PATHS, filter.employee_id ?? 0),
        // A call for many employees names them in its changes.
        sql<boolean>`exists (select from json_array_elements(a.changes::json) change
          where change ->> 'about' ~ ${`^Employee ${filter.employee_id}\\M`})`,
        sql<boolean>`a.seen @> ${filter.employee_id}::int`,
        // Reads that covered the whole company without naming employees: exports, files and messages.
        sql<boolean>`a.seen is null and a.action = any(${SHOWS_EVERYONE}::text[]) and a.target ~ ('^/api/[a-z-]+/' || (
          select company_id from employees where id = ${filter.employee_id} and customer_id = ${customerId}) || '(/|$)')`,
      ]),
    )
  if (filter.user_id !== undefined) select = select.where('a.user_id', '=', filter.user_id)
  if (filter.client_id !== undefined) select = select.where('a.client_id', '=', filter.client_id)
  if (filter.action !== undefined) select = select.where('a.action', '=', filter.action)
  return select
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(filter.limit ?? 100)
    .execute()
}

/** Reads that show everyone's numbers at once. Their entries name no employee. */
export const SHOWS_EVERYONE = [
  'company.exported',
  'downloadPaymentFile',
  'getBankFile',
  'getSuperFile',
  'getStpSubmission',
  'getStpSubmissionXml',
  'getPaydaySubmission',
  'getPaydayFile',
  'listEmployees',
  'getPayslips',
]

/** The paths of a company's and an employee's records. */
const COMPANY_PATHS = '(company|super-payments|single-touch|payday-filing)'
const EMPLOYEE_PATHS = '(company/[0-9]+/)?employees'

const isAbout = (paths: string, id: number) => sql<boolean>`a.target ~ ${`^/api/${paths}/${id}(/|$)`}`
