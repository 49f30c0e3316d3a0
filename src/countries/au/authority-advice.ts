import {
  adaptSigns,
  adaptText,
  isAdapted,
  isEmail,
  plainText,
  REPORTED_TEXTS,
  type ReportedText,
  reportingName,
  STATES,
} from '../../identifiers/reported-text.ts'
import type { ReportedEmployee, ReportingCompany } from '../contract/authority.ts'

/* Warnings at data entry about values that the tax office would reject when they are reported. */

type Field = keyof ReportedEmployee

const ORGANISATION_NAME = /^[0-9a-zA-Z .,?(){}:;'|_=\\/@#$%*&"!-]*$/
const FIRST_POSTCODE = '0200'

export function companyAdvice(company: ReportingCompany): string[] {
  if (!company.is_stp_enabled) return []
  const refused: string[] = []
  const needs = (field: string, rule: string) =>
    refused.push(`${field}: Single Touch Payroll would refuse an event without it (${rule}). Set ${field}.`)
  if (!ORGANISATION_NAME.test(plainText(company.legal_name)))
    refused.push(
      'legal_name: Single Touch Payroll would refuse it (CMN.ATO.GEN.XML03): it accepts letters, digits and common punctuation marks.',
    )
  if (!company.abn) needs('abn', 'CMN.ATO.GEN.200010')
  if (!company.phone) needs('phone', 'CMN.ATO.GEN.XML03')
  if ((company.country ?? 'AU') === 'AU') {
    if (!company.postcode) needs('postcode', 'CMN.ATO.GEN.000009')
    else if (company.postcode < FIRST_POSTCODE)
      refused.push(
        'postcode: Single Touch Payroll would refuse it (CMN.ATO.PAYEVNT.000179): it accepts four digits from 0200 to 9999.',
      )
  }
  if (company.email_address && !isEmail(plainText(company.email_address)))
    refused.push(
      'email_address: Single Touch Payroll would refuse it (CMN.ATO.GEN.500029), so it is left out of events.',
    )
  return refused
}

export function employeeAdvice(employee: ReportedEmployee): string[] {
  const text = (name: Field) => String(employee[name] ?? '')
  const named = reportingName(employee)
  const texts: [Field, keyof typeof REPORTED_TEXTS, string][] = [
    ['last_name', 'name', named.last_name],
    ['first_name', 'name', named.first_name],
    ['middle_name', 'name', text('middle_name')],
    ['city', 'city', text('city')],
    ['address1', 'addressLine', text('address1')],
    ['address2', 'addressLine', text('address2')],
  ]
  const refused = texts.flatMap(([name, kind, written]) => {
    // A long address continues on a second line.
    const sent = kind === 'addressLine' ? adaptSigns(kind, written) : adaptText(kind, written)
    const isSame = kind === 'addressLine' ? sent === plainText(written) : !isAdapted(kind, written)
    return isSame ? [] : [adapted(name, sent, REPORTED_TEXTS[kind])]
  })
  if (text('country') !== 'AU') return refused
  if (!STATES.some((state) => state === text('state').toUpperCase()))
    refused.push(
      `state: Single Touch Payroll would refuse "${text('state')}" (CMN.ATO.GEN.300006): it accepts ${STATES.join(', ')}.`,
    )
  if (!/^\d{4}$/.test(text('postcode')) || text('postcode') < '0200')
    refused.push(
      'postcode: Single Touch Payroll would refuse it (CMN.ATO.PAYEVNTEMP.000034): it accepts four digits from 0200 to 9999.',
    )
  return refused
}

function adapted(name: Field, sent: string, { rule, says }: ReportedText): string {
  if (sent) return `${name}: Single Touch Payroll accepts ${says} (${rule}), so it is sent as "${sent}".`
  const way = name === 'last_name' || name === 'first_name' ? ` Enter reporting_${name}.` : ''
  return `${name}: Single Touch Payroll would refuse it (${rule}): it accepts ${says}.${way}`
}
