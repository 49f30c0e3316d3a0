import { type Filer, fileDate, fileText, irdDigits } from './build.ts'
import { type FileRecord, writeRecord } from './records.ts'

/** What Inland Revenue is told of someone who joined or left. */
export type EmployeeDetails = {
  irdNumber: string | null
  title: string | null
  firstName: string
  middleName: string | null
  lastName: string
  dateOfBirth: string | null
  startDate: string
  finishDate: string | null
  /** NE new employee, EE existing member, EA existing exempt; null: it is not said. */
  kiwisaverEligibility: 'NE' | 'EE' | 'EA' | null
  kiwisaverStatus: string | null
  email: string | null
  mobile: string | null
  phone: string | null
  address: { street: string; suburb: string | null; city: string; postcode: string; country: string }
  taxCodes: readonly string[]
}

/** The fields of an employee's details. */
export function detailsRecord(details: EmployeeDetails): FileRecord {
  const { address } = details
  const digits = (text: string | null) => (text ?? '').replace(/\D/g, '')
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
    email: details.email ?? '',
    mobile_country: details.mobile ? 'NZL' : '',
    mobile_number: digits(details.mobile),
    phone_country: details.phone ? 'NZL' : '',
    phone_number: digits(details.phone),
    address_country: COUNTRIES[address.country] ?? '',
    ...(COUNTRIES[address.country]
      ? {
          street: fileText(address.street, 510),
          suburb: fileText(address.suburb ?? '', 60),
          city: fileText(address.city, 100),
          postcode: fileText(address.postcode, 30),
        }
      : {}),
  }
}

/** The file with the details of those who joined or left: after each of them the tax codes in use. */
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
