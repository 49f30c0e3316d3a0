import type { EmployeeFields } from '../../../database/tables/employees.ts'
import {
  fits,
  isInlandRevenueEmail,
  plainText,
  REPORTED_TEXTS,
  STATES,
} from '../../../identifiers/reported-text.ts'
import type { Country } from '../../../payroll/words.ts'
import type { EmployeeField } from './fields.ts'

/* What the tax office would refuse once the employee is reported: said when it is entered, and accepted all the same. */

/** Where an address has one of the tax office's states. */
const HAS_STATES: readonly string[] = ['AU']

const AUTHORITIES: Record<Country, (employee: EmployeeFields) => string[]> = {
  AU: byTaxOffice,
  NZ: byInlandRevenue,
}

/** The fields of which an authority is told; a change of none of them says nothing new. */
const TOLD: readonly EmployeeField[] = [
  'first_name',
  'middle_name',
  'last_name',
  'address1',
  'address2',
  'city',
  'state',
  'postcode',
  'country',
  'email_address',
]

export function refusedLater(
  before: EmployeeFields | null,
  after: EmployeeFields,
  country: Country,
): string[] {
  if (before && TOLD.every((name) => before[name] === after[name])) return []
  return AUTHORITIES[country](after)
}

function byTaxOffice(employee: EmployeeFields): string[] {
  const text = (name: EmployeeField) => String(employee[name] ?? '')
  const texts: [EmployeeField, keyof typeof REPORTED_TEXTS, isOptional: boolean][] = [
    ['last_name', 'name', false],
    ['first_name', 'name', true],
    ['middle_name', 'name', true],
    ['city', 'city', false],
  ]
  const refused = texts.flatMap(([name, kind, isOptional]) =>
    text(name) === '' || fits(kind, text(name)) ? [] : refusal(name, kind, isOptional),
  )
  // A long address runs over two lines, so that only its characters count.
  for (const name of ['address1', 'address2'] as const)
    if (!REPORTED_TEXTS.addressLine.characters.test(plainText(text(name))))
      refused.push(...refusal(name, 'addressLine', name === 'address2'))
  if (!HAS_STATES.includes(text('country'))) return refused
  if (!STATES.some((state) => state === text('state').toUpperCase()))
    refused.push(
      `state: Single Touch Payroll would refuse "${text('state')}" (CMN.ATO.GEN.300006): it takes ${STATES.join(', ')}.`,
    )
  if (!/^\d{4}$/.test(text('postcode')) || text('postcode') < '0200')
    refused.push(
      'postcode: Single Touch Payroll would refuse it (CMN.ATO.PAYEVNTEMP.000034): it takes four digits from 0200 to 9999.',
    )
  return refused
}

function refusal(name: EmployeeField, kind: keyof typeof REPORTED_TEXTS, isOptional: boolean): string[] {
  const { rule, says } = REPORTED_TEXTS[kind]
  return [
    isOptional
      ? `${name}: Single Touch Payroll would refuse it (${rule}), so it is left out of reports: it takes ${says}.`
      : `${name}: Single Touch Payroll would refuse it (${rule}): it takes ${says}.`,
  ]
}

function byInlandRevenue(employee: EmployeeFields): string[] {
  const email = String(employee.email_address ?? '')
  return email === '' || isInlandRevenueEmail(email)
    ? []
    : [
        'email_address: Inland Revenue would refuse it (100), so it is left out of reports: it takes letters, digits, @ . _ and - only.',
      ]
}
