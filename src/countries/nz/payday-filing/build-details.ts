import { isInlandRevenueEmail } from '../../../identifiers/reported-text.ts'
import { type Filer, fileDate, fileText, irdDigits } from './build.ts'
import { nationalPhone } from './phone.ts'
import { type FileRecord, writeRecord } from './records.ts'

/** The details filed with Inland Revenue for an employee who joined or left. */
export type EmployeeDetails = {
  irdNumber: string | null
  title: string | null
  firstName: string
  middleName: string | null
  lastName: string
  dateOfBirth: string | null
  startDate: string
  finishDate: string | null
  /** NE new employee, EE existing member, EA existing exempt. Null when it is not reported. */
  kiwisaverEligibility: 'NE' | 'EE' | 'EA' | null
  kiwisaverStatus: string | null
  email: string | null
  mobile: string | null
  phone: string | null
  address: { street: string; suburb: string | null; city: string; postcode: string; country: string }
  taxCodes: readonly string[]
  /** A KiwiSaver opt-out, with the account for refunded contributions. */
  optOut: OptOut | null
}

export type OptOut = {
  signedDate: string
  /** Bank, branch, account and suffix, with or without hyphens. */
  account: string
  accountHolder: string
  /** Why it was signed more than 56 days after the start. `OTHR` needs an explanation. */
  lateReason: string | null
  otherLateReason: string | null
}

function detailsRecord(details: EmployeeDetails): FileRecord {
  const { address } = details
  const [mobile, phone] = [nationalPhone(details.mobile), nationalPhone(details.phone)]
  return {
    ird_number: irdDigits(details.irdNumber),
    name: fileText(`${details.firstName} ${details.lastName}`, 255),
    title: TITLES.get((details.title ?? '').replace('.', '').toLowerCase()) ?? '',
    first_name: fileText(details.firstName, 50),
    middle_name: fileText(details.middleName ?? '', 50),
    last_name: fileText(details.lastName, 50),
    date_of_birth: fileDate(details.dateOfBirth),
    start_date: fileDate(details.startDate),
    finish_date: fileDate(details.finishDate),
    kiwisaver_eligibility: details.kiwisaverEligibility ?? '',
    kiwisaver_status: details.kiwisaverStatus ?? '',
    email: details.email && isInlandRevenueEmail(details.email) ? details.email : '',
    mobile_country: mobile?.country ?? '',
    mobile_number: mobile?.number ?? '',
    phone_country: phone?.country ?? '',
    phone_number: phone?.number ?? '',
    address_country: COUNTRIES[address.country] ?? '',
    ...(COUNTRIES[address.country]
      ? {
          street: fileText(address.street, 510),
          suburb: fileText(address.suburb ?? '', 60),
          city: fileText(address.city, 100),
          postcode: fileText(address.postcode, 30),
        }
      : {}),
    ...(details.optOut ? optOutFields(details.optOut) : {}),
  }
}

function optOutFields(optOut: OptOut): FileRecord {
  const digits = optOut.account.replace(/\D/g, '')
  return {
    has_opted_out: 'Y',
    bank: digits.slice(0, 2),
    branch: digits.slice(2, 6),
    account: digits.slice(6, 13).padStart(8, '0'),
    suffix: digits.slice(13).padStart(4, '0'),
    account_holder: fileText(optOut.accountHolder, 31),
    opt_out_signed: fileDate(optOut.signedDate),
    late_reason: optOut.lateReason ?? '',
    other_late_reason: fileText(optOut.otherLateReason ?? '', 500),
  }
}

/** The opt-out in a record written by `detailsRecord`, or null when it has none. */
export function readOptOut(record: FileRecord): OptOut | null {
  if (record.has_opted_out !== 'Y') return null
  const { bank = '', branch = '', account = '', suffix = '', opt_out_signed: signed = '' } = record
  return {
    signedDate: signed.replace(/^(....)(..)(..)$/, '$1-$2-$3'),
    account: `${bank}-${branch}-${account.slice(1)}-${suffix.slice(-3)}`,
    accountHolder: record.account_holder ?? '',
    lateReason: record.late_reason || null,
    otherLateReason: record.other_late_reason || null,
  }
}

/** The file with the details of employees who joined or left, each followed by the tax codes in use. */
export function buildDetails(filer: Filer, people: readonly EmployeeDetails[]): string[] {
  const head = {
    employer_ird_number: irdDigits(filer.irdNumber),
    package: filer.software,
    detail_lines: String(people.length),
  }
  return [
    writeRecord('HED2', head),
    ...people.flatMap((person) => [
      writeRecord('DED', detailsRecord(person)),
      ...person.taxCodes.map((code) => writeRecord('TED', { tax_code: code })),
    ]),
  ]
}

const TITLES = new Map(['Mr', 'Mrs', 'Ms', 'Miss', 'Mx', 'Dr'].map((title) => [title.toLowerCase(), title]))
const COUNTRIES: Record<string, string> = { NZ: 'NZL', AU: 'AUS' }
