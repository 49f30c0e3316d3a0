import { isInlandRevenueEmail, plainText } from '../../identifiers/reported-text.ts'
import type { ReportedEmployee, ReportingCompany } from '../contract/authority.ts'

/* Warns on entry about details that Inland Revenue would reject in a filing. */

/** The maximum length of a contact's name in Inland Revenue's header. */
const CONTACT_NAME_MAX = 20

export function companyAdvice(company: ReportingCompany): string[] {
  if (!company.is_payday_filing_enabled) return []
  const refused: string[] = []
  for (const field of ['ird_number', 'phone'] as const)
    if (!company[field])
      refused.push(`${field}: Inland Revenue would refuse a file without it (100). Set ${field}.`)
  if (plainText(company.contact_name ?? '').length > CONTACT_NAME_MAX)
    refused.push(
      `contact_name: Inland Revenue accepts ${CONTACT_NAME_MAX} characters, so files contain the first ${CONTACT_NAME_MAX}.`,
    )
  if (company.email_address && !isInlandRevenueEmail(company.email_address))
    refused.push(
      'email_address: Inland Revenue would refuse it (100), so the address of the person who files is sent: it accepts only letters, digits, @ . _ and -.',
    )
  return refused
}

export function employeeAdvice(employee: ReportedEmployee): string[] {
  const email = String(employee.email_address ?? '')
  return email === '' || isInlandRevenueEmail(email)
    ? []
    : [
        'email_address: Inland Revenue would refuse it (100), so it is left out of reports: it accepts only letters, digits, @ . _ and -.',
      ]
}
