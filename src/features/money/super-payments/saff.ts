import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { checkAbn } from '../../../identifiers/abn.ts'
import type { Gender } from '../../../payroll/words.ts'
import type { Share } from './contributions.ts'

const GROUPS = parse(readFileSync(join(import.meta.dirname, 'saff-columns.yaml'), 'utf8')) as {
  group: string
  columns: string[]
}[]
/** Columns as `Group/Name`, because names repeat between groups. */
const COLUMNS = GROUPS.flatMap(({ group, columns }) => columns.map((name) => `${group}/${name}`))

export type Sender = {
  abn: string
  name: string
  contactFamilyName: string
  contactGivenName: string
  email: string
  phone: string
  bsb: string
  accountNumber: string
  accountName: string
}

export type Member = {
  tfn: string | null
  familyName: string
  givenName: string
  otherName: string | null
  gender: Gender
  dateOfBirth: string
  address1: string
  address2: string | null
  city: string
  state: string
  postcode: string
  country: string
  email: string | null
  landline: string | null
  mobile: string | null
  payrollNumber: string
  startDate: string
  endDate: string | null
  /** The tax office's code for the reason employment ended. */
  endReason: string | null
  employmentStatus: 'Full-time' | 'Part-time' | 'Casual' | 'Labour Hire'
}

/** The employer who owes a contribution: a former one has other numbers than the sender. */
export type Employer = Pick<Sender, 'abn' | 'name'>

export type SaffLine = {
  member: Member
  employer: Employer
  share: Share
  periodStart: string
  periodEnd: string
  paymentReference: string
}

/** Why an employment ended, by the cessation code of Single Touch Payroll. */
const END_REASONS: Readonly<Record<string, string>> = {
  V: 'Voluntary cessation',
  I: 'Ill health',
  D: 'Deceased',
  R: 'Redundancy',
  F: 'Dismissal',
  C: 'Contract cessation',
  T: 'Transfer',
}

const SEX = { MALE: '1', FEMALE: '2', INDETERMINATE: '3', UNKNOWN: '0' }
const STATUS = {
  'Full-time': 'Full time',
  'Part-time': 'Part time',
  Casual: 'Casual',
  'Labour Hire': 'Contractor',
}

/** The contribution file of a run: four kinds of rows, 133 columns, every cell quoted. */
export function writeSaff(
  fileId: string,
  sender: Sender,
  transactionDate: string,
  lines: readonly SaffLine[],
): string {
  const groupRow = GROUPS.flatMap(({ group, columns }, index) => [
    index === 0 ? 'LINE ID' : group,
    ...columns.slice(1).map(() => ''),
  ])
  const rows = [
    ['VERSION', '1.0', 'NEGATIVES SUPPORTED', 'FALSE', 'FILE ID', fileId],
    groupRow,
    GROUPS.flatMap(({ columns }) => columns),
    ...lines.map((line, index) => cellsOf(index + 1, line, sender, transactionDate)),
  ]
  return `${rows.map((row) => row.map(quote).join(',')).join('\r\n')}\r\n`
}

function cellsOf(id: number, line: SaffLine, sender: Sender, transactionDate: string): string[] {
  const values = valuesOf(id, line, sender, transactionDate)
  return COLUMNS.map((column) => values[column] ?? '')
}

function valuesOf(
  id: number,
  line: SaffLine,
  sender: Sender,
  transactionDate: string,
): Record<string, string> {
  const { member, employer, share } = line
  const { fund } = share
  const abn = digits(sender.abn)
  const tfn = member.tfn && !/^(000000000|111111111|333333333|444444444)$/.test(member.tfn) ? member.tfn : ''
  const common = 'Super Fund Member Common'
  const contributions = 'Super Fund Member Contributions'
  const registration = 'Super Fund Member Registration'
  return {
    'Line ID/ID': String(id),
    'Header/SourceEntityID': abn,
    'Header/SourceEntityIDType': 'abn',
    'Sender/ABN': abn,
    'Sender/Organisational Name Text': sender.name,
    'Sender/Family Name': sender.contactFamilyName,
    'Sender/Given Name': sender.contactGivenName,
    'Sender/E-mail Address Text': sender.email,
    'Sender/Telephone Minimal Number': digits(sender.phone),
    'Payer/ABN': abn,
    'Payer/Organisational Name Text': sender.name,
    'Payer/BSB Number': digits(sender.bsb),
    'Payer/Account Number': digits(sender.accountNumber),
    'Payer/Account Name Text': sender.accountName,
    'Payee/Receiver/ABN': fundAbn(fund),
    'Payee/Receiver/USI': fund?.usi ?? '',
    'Payee/Receiver/Organisational Name Text': fund?.fund_name ?? '',
    'Payee/Receiver/TargetElectronicServiceAddress': fund?.esa ?? '',
    'Payee/Receiver/Payment Method Code': 'DirectCredit',
    'Payee/Receiver/Transaction Date': transactionDate,
    'Payee/Receiver/Payment/Customer Reference Number': line.paymentReference,
    'Payee/Receiver/Payment Amount': share.amount.toFixed(2),
    'Payee/Receiver/BSB Number': digits(fund?.bank?.bsb ?? ''),
    'Payee/Receiver/Account Number': digits(fund?.bank?.accountNumber ?? ''),
    'Payee/Receiver/Account Name Text': fund?.bank?.accountName ?? '',
    'Employer/ABN': digits(employer.abn),
    'Employer/Organisational Name Text': employer.name,
    [`${common}/TFN`]: tfn,
    [`${common}/Family Name`]: member.familyName,
    [`${common}/Given Name`]: member.givenName,
    [`${common}/Other Given Name`]: member.otherName ?? '',
    [`${common}/Sex Code`]: SEX[member.gender],
    [`${common}/Birth Date`]: member.dateOfBirth,
    [`${common}/Address Usage Code`]: 'RES',
    [`${common}/Address Details Line 1 Text`]: member.address1,
    [`${common}/Address Details Line 2 Text`]: member.address2 ?? '',
    [`${common}/Locality Name Text`]: member.city,
    [`${common}/Postcode Text`]: member.postcode,
    [`${common}/State or Territory Code`]: member.state,
    [`${common}/Country Code`]: member.country,
    [`${common}/E-mail Address Text`]: member.email ?? '',
    [`${common}/Telephone Minimal Number Landline`]: digits(member.landline ?? ''),
    [`${common}/Telephone Minimal Number Mobile`]: digits(member.mobile ?? ''),
    [`${common}/Member Client Identifier`]: fund?.member_number ?? '',
    [`${common}/Payroll Number Identifier`]: member.payrollNumber,
    [`${common}/Employment End Date`]: member.endDate ?? '',
    [`${common}/Employment End Reason Text`]: END_REASONS[member.endReason ?? ''] ?? '',
    [`${contributions}/Pay Period Start Date`]: line.periodStart,
    [`${contributions}/Pay Period End Date`]: line.periodEnd,
    [`${contributions}/Superannuation Guarantee Amount`]: share.guarantee.toFixed(2),
    [`${contributions}/Salary Sacrificed Amount`]: share.sacrificed.toFixed(2),
    [`${contributions}/Voluntary Amount`]: share.voluntary.toFixed(2),
    [`${registration}/Employment Start Date`]: member.startDate,
    [`${registration}/Employment Status Code`]: STATUS[member.employmentStatus],
  }
}

/** A fund's own ABN, or the first eleven digits of a numeric USI, which are an ABN. */
export function fundAbn(fund: Share['fund']): string {
  if (fund?.abn) return digits(fund.abn)
  const candidate = /^\d{14}$/.test(fund?.usi ?? '') ? (fund?.usi ?? '').slice(0, 11) : ''
  return candidate !== '' && checkAbn(candidate) === null ? candidate : ''
}

const digits = (text: string) => text.replace(/\D/g, '')

/**
 * Removes leading signs that a spreadsheet would read as a formula. No value of this format starts with one:
 * negative amounts are not supported, and telephone numbers are digits. They are not escaped, because an
 * apostrophe would become part of the value.
 */
export const cellText = (value: string) => value.replace(/\p{Cc}+/gu, ' ').replace(/^[\s=+\-@]+/, '')

const quote = (cell: string) => `"${cellText(cell).replaceAll('"', '""')}"`
