import type { Company } from '../../../database/tables/companies.ts'
import { isEmail, isInlandRevenueEmail, plainText } from '../../../identifiers/reported-text.ts'
import type { Country } from '../../../payroll/words.ts'

/* What an authority would refuse once the company reports: said as long as it stands, and accepted all the same. */

type Reported = Pick<
  Company,
  | 'jurisdiction'
  | 'legal_name'
  | 'abn'
  | 'ird_number'
  | 'country'
  | 'postcode'
  | 'contact_name'
  | 'email_address'
  | 'phone'
  | 'is_stp_enabled'
  | 'is_payday_filing_enabled'
>

const AUTHORITIES: Record<Country, (company: Reported) => string[]> = {
  AU: byTaxOffice,
  NZ: byInlandRevenue,
}

export function refusedLater(company: Reported): string[] {
  return AUTHORITIES[company.jurisdiction](company)
}

const ORGANISATION_NAME = /^[0-9a-zA-Z .,?(){}:;'|_=\\/@#$%*&"!-]*$/
const FIRST_POSTCODE = '0200'

function byTaxOffice(company: Reported): string[] {
  if (!company.is_stp_enabled) return []
  const refused: string[] = []
  const needs = (field: string, rule: string) =>
    refused.push(`${field}: Single Touch Payroll would refuse an event without it (${rule}). Set ${field}.`)
  if (!ORGANISATION_NAME.test(plainText(company.legal_name)))
    refused.push(
      'legal_name: Single Touch Payroll would refuse it (CMN.ATO.GEN.XML03): it takes letters, digits and common signs.',
    )
  if (!company.abn) needs('abn', 'CMN.ATO.GEN.200010')
  if (!company.phone) needs('phone', 'CMN.ATO.GEN.XML03')
  if ((company.country ?? 'AU') === 'AU') {
    if (!company.postcode) needs('postcode', 'CMN.ATO.GEN.000009')
    else if (company.postcode < FIRST_POSTCODE)
      refused.push(
        'postcode: Single Touch Payroll would refuse it (CMN.ATO.PAYEVNT.000179): it takes four digits from 0200 to 9999.',
      )
  }
  if (company.email_address && !isEmail(plainText(company.email_address)))
    refused.push(
      'email_address: Single Touch Payroll would refuse it (CMN.ATO.GEN.500029), so it is left out of events.',
    )
  return refused
}

/** Inland Revenue's header has room for so many characters of the contact's name. */
const CONTACT_NAME_MAX = 20

function byInlandRevenue(company: Reported): string[] {
  if (!company.is_payday_filing_enabled) return []
  const refused: string[] = []
  for (const field of ['ird_number', 'phone'] as const)
    if (!company[field])
      refused.push(`${field}: Inland Revenue would refuse a file without it (100). Set ${field}.`)
  if (plainText(company.contact_name ?? '').length > CONTACT_NAME_MAX)
    refused.push(
      `contact_name: Inland Revenue takes ${CONTACT_NAME_MAX} characters, so it is cut there in files.`,
    )
  if (company.email_address && !isInlandRevenueEmail(company.email_address))
    refused.push(
      'email_address: Inland Revenue would refuse it (100), so that of whoever files is sent: it takes letters, digits, @ . _ and - only.',
    )
  return refused
}
