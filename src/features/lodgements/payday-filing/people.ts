import { fileText, irdDigits, NO_IRD_NUMBER } from '../../../countries/nz/payday-filing/build.ts'
import type { EmployeeDetails, OptOut } from '../../../countries/nz/payday-filing/build-details.ts'
import { nationalPhone } from '../../../countries/nz/payday-filing/phone.ts'
import type { FileRecord } from '../../../countries/nz/payday-filing/records.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { formatName } from '../../../http/view.ts'
import { isInlandRevenueEmail, reportingName } from '../../../identifiers/reported-text.ts'
import { addDays, type CivilDate, civilDate, daysBetween } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import type { ReportError } from '../lodgements/index.ts'
import type { ReportedDates } from './load.ts'

/** The employees of a filing, by id, with the start date to report and that of the record. */
export type People = ReadonlyMap<number, Employee & { recorded_start: Employee['start_date'] }>
export type PersonDetails = EmployeeDetails & { employeeId: number }
/** The dates that a filing reports about a person, and the start date of the record at the time. */
export type ReportedStart = {
  employeeId: number
  startDate: string
  finishDate: string | null
  recordedStart: string
}

/** Details already reported to Inland Revenue about the people, and further requests for the return. */
export type ReportedPeople = {
  dates: ReadonlyMap<number, ReportedDates>
  /** The person's last line on a return, with the name and number filed then. */
  lines: ReadonlyMap<number, FileRecord>
  optOuts: ReadonlyMap<number, OptOut>
}

/** The previous payroll system already reported employees who started longer ago than this. */
const JOINED_WITHIN_DAYS = 60

type DetailedLine = { employeeId: number; taxCode: string; record: FileRecord | null; isReturned: boolean }

/**
 * The details of employees who joined, left, opted out of KiwiSaver, or changed name or number since the last
 * return. An employee whose IRD number arrived late is reported as finished without a number and started with
 * it.
 */
export function detailsOf(
  lines: readonly DetailedLine[],
  people: People,
  reported: ReportedPeople,
  payDate: CivilDate,
): PersonDetails[] {
  const byEmployee = Map.groupBy(
    lines.filter((line) => line.record !== null),
    (line) => line.employeeId,
  )
  return [...byEmployee].flatMap(([employeeId, own]) => {
    const employee = present(people.get(employeeId))
    const before = reported.dates.get(employeeId)
    const finishDate = employee.is_terminated ? employee.termination_date : null
    const isRecent = daysBetween(civilDate(employee.start_date), payDate) <= JOINED_WITHIN_DAYS
    const isAfterFinish = (before?.finish_date ?? employee.start_date) < employee.start_date
    const isNew = before?.start_date !== employee.start_date && (isRecent || isAfterFinish)
    const hasLeft = finishDate !== null && before?.finish_date !== finishDate
    const known = own.some((line) => line.isReturned) ? reported.lines.get(employeeId) : undefined
    const isOther = known !== undefined && isSomebodyElse(known, employee)
    const optOut = reported.optOuts.get(employeeId) ?? null
    if (!isNew && !hasLeft && !isOther && !optOut) return []
    const details = {
      ...detailsFor(employee, isNew, reported.lines.get(employeeId)),
      finishDate,
      optOut,
      taxCodes: codesOf(own),
    }
    if (!isOther || known?.ird_number !== NO_IRD_NUMBER) return [details]
    return lateNumber(details, known, dashed(own[0]?.record?.period_start ?? ''))
  })
}

function codesOf(lines: readonly DetailedLine[]): string[] {
  return [...new Set(lines.map((line) => line.taxCode))]
}

function isSomebodyElse(known: FileRecord, employee: Employee): boolean {
  return (
    known.ird_number !== irdDigits(employee.ird_number) ||
    known.name !== fileText(formatName(reportingName(employee)), 255)
  )
}

const dashed = (date: string) => date.replace(/^(....)(..)(..)$/, '$1-$2-$3')

/** Two records: the employment without a number ends the day before the first pay period with the number. */
function lateNumber(details: PersonDetails, known: FileRecord, periodStart: string): PersonDetails[] {
  const started = periodStart > details.startDate ? periodStart : details.startDate
  const from = details.finishDate !== null && started > details.finishDate ? details.finishDate : started
  const dayBefore = addDays(civilDate(from), -1)
  const until = dayBefore < details.startDate ? details.startDate : dayBefore
  return [
    {
      ...details,
      irdNumber: null,
      finishDate: until,
      kiwisaverEligibility: null,
      kiwisaverStatus: null,
      optOut: null,
      taxCodes: [known.tax_code ?? ''],
    },
    { ...details, startDate: from },
  ]
}

/** An employee who contributed in an earlier employment is already a member and is not enrolled again. */
const statusOf = ({ kiwisaver_status_code: code }: Employee, before: FileRecord | undefined) =>
  code === 'AE' && Number(before?.kiwisaver_deductions ?? 0) > 0 ? 'AK' : code

function detailsFor(employee: Employee, isNew: boolean, before: FileRecord | undefined): PersonDetails {
  return {
    employeeId: employee.id,
    irdNumber: employee.ird_number,
    title: employee.honorific,
    firstName: reportingName(employee).first_name,
    middleName: employee.middle_name,
    lastName: reportingName(employee).last_name,
    dateOfBirth: employee.date_of_birth,
    startDate: employee.start_date,
    finishDate: null,
    kiwisaverEligibility: isNew ? 'NE' : null,
    kiwisaverStatus: isNew ? statusOf(employee, before) : null,
    email: employee.email_address,
    mobile: employee.phone_mobile,
    phone: employee.phone_home,
    address: {
      street: employee.address1,
      suburb: employee.address2,
      city: employee.city,
      postcode: employee.postcode,
      country: employee.country,
    },
    taxCodes: [],
    optOut: null,
  }
}

/** Optional details that Inland Revenue would refuse. They are left out, so that they do not hold anyone back. */
export function leftOutOf(details: readonly PersonDetails[], people: People): ReportError[] {
  return details.flatMap((person) => {
    const employee = formatName(present(people.get(person.employeeId)))
    const say = (field: string, message: string): ReportError => ({
      employee_id: person.employeeId,
      employee,
      field,
      rule: 'ED-OPTIONAL-LEFT-OUT',
      code: '100',
      message,
    })
    const phones = [
      ['mobile_number', person.mobile],
      ['phone_number', person.phone],
    ] as const
    return [
      ...(person.email && !isInlandRevenueEmail(person.email)
        ? [
            say(
              'email',
              'The e-mail address is left out: Inland Revenue accepts only letters, digits, @ . _ and -.',
            ),
          ]
        : []),
      ...phones.flatMap(([field, text]) =>
        text && nationalPhone(text) === null
          ? [say(field, 'The phone number is left out: it is a foreign number, or has no digits.')]
          : [],
      ),
    ]
  })
}

/** The dates that Inland Revenue has after the filing, once for each employment. */
export function reportedOf(details: readonly PersonDetails[], people: People): ReportedStart[] {
  const last = new Map(details.map((person) => [person.employeeId, person]))
  return [...last.values()].map(({ employeeId, finishDate }) => ({
    employeeId,
    startDate: present(people.get(employeeId)).start_date,
    finishDate,
    recordedStart: present(people.get(employeeId)).recorded_start,
  }))
}
