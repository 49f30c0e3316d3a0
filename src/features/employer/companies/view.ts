import type { Company } from '../../../database/tables/companies.ts'
import { formatName, timestamp } from '../../../http/view.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { openAccountNumber } from './numbers.ts'
import type { EmployeeName } from './queries.ts'
import type { CompanyView } from './schema.ts'

/** The company as the API and the events show it. */
export function viewCompany(
  cipher: FieldCipher,
  company: Company,
  employees: readonly EmployeeName[],
): CompanyView {
  const { customer_id: _customer, deleted_at: _deleted, ...rest } = company
  return {
    ...rest,
    bank_account_number: openAccountNumber(cipher, company),
    created_at: timestamp(company.created_at),
    updated_at: timestamp(company.updated_at),
    employees: employees.map(({ company_id: _company, ...employee }) => ({
      id: employee.id,
      number: employee.number,
      first_name: employee.first_name,
      last_name: employee.last_name,
      format_name: formatName(employee),
      is_terminated: employee.is_terminated,
    })),
  }
}
