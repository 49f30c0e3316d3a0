import type { Tx } from '../../database/connect.ts'
import type { Company } from '../../database/tables/companies.ts'
import type { Employee } from '../../database/tables/employees.ts'
import { formatName } from '../../http/view.ts'
import { type CivilDate, civilDate, daysBetween } from '../../payroll/dates.ts'
import { decimal, ZERO } from '../../payroll/money.ts'
import { present } from '../../payroll/present.ts'
import { rowName } from '../../security/sealed-columns.ts'
import type { Service } from '../../service.ts'
import { loadEmployees, openEmployee } from '../employees/index.ts'
import type { ReportError } from '../lodgements/index.ts'
import { VERSION } from '../meta/index.ts'
import {
  buildAmendment,
  buildReturn,
  type Filer,
  fileText,
  type LineFacts,
  lineRecord,
  PAY_CYCLES,
} from './build.ts'
import { buildDetails, type EmployeeDetails } from './build-details.ts'
import { type FiledLine, type LineRow, loadLines, loadTold, loadUser } from './load.ts'
import { type FileRecord, readRecord, writeRecord } from './records.ts'
import { checkFile } from './validate.ts'

/** A line of this filing: who, which pays, and what Inland Revenue will have afterwards. */
export type PlannedLine = {
  employeeId: number
  payRunId: number
  taxCode: string
  /** Null: the line is taken back. */
  record: FileRecord | null
  payIds: readonly number[]
}

/** One return or amendment, built and checked. */
export type PreparedFiling = {
  kind: 'submit' | 'amend'
  payDate: CivilDate
  lines: readonly PlannedLine[]
  totals: Record<string, string>
  file: string
  detailsFile: string | null
  told: readonly { employeeId: number; startDate: string; finishDate: string | null }[]
  errors: ReportError[]
}

/** What is known of the people in a filing. */
type People = ReadonlyMap<number, Employee>

/** Who files: the company's contact, or the signed-in user where it names none. */
export async function filerOf(tx: Tx, company: Company, userId: number): Promise<Filer> {
  const user = await loadUser(tx, userId)
  return {
    irdNumber: company.ird_number ?? '',
    contactName: company.contact_name || user.name,
    contactPhone: company.phone ?? '',
    contactEmail: company.email_address || user.email,
    software: `Tasman_Payroll_v${VERSION}`,
  }
}

function openLine(service: Service, filed: FiledLine, sealed: string) {
  const row = rowName(filed.submission_id, filed.employee_id, filed.pay_run_id, filed.tax_code)
  return readRecord(service.cipher.open('payday_lines.line', row, sealed)).values
}

/** Compares a payday's pays with what was filed: lines that are new make a return, lines that changed an amendment. */
export async function prepareFilings(
  service: Service,
  tx: Tx,
  company: Company,
  filer: Filer,
  payDate: CivilDate,
  payIds: readonly number[],
  filed: readonly FiledLine[],
): Promise<PreparedFiling[]> {
  const rows = await loadLines(tx, [...new Set([...payIds, ...filed.flatMap((line) => line.pay_ids)])])
  const employeeIds = [...new Set([...rows, ...filed].map((row) => row.employee_id))]
  const people: People = new Map(
    (await loadEmployees(tx, company.id, { ids: employeeIds })).map((row) => [
      row.id,
      openEmployee(service.cipher, row),
    ]),
  )
  const filedByKey = new Map(filed.map((line) => [keyOf(line), line]))
  const now = new Map(rows.map((row) => [keyOf(row), row]))
  const fresh = rows.filter((row) => !filedByKey.has(keyOf(row)))
  const changes = filed.flatMap((line) => {
    const row = now.get(keyOf(line))
    const record = row ? lineRecord(lineFacts(row, people)) : null
    const before = line.line === null ? null : openLine(service, line, line.line)
    return isSameLine(before, record) ? [] : [{ line, row, before, record }]
  })

  const filings: PreparedFiling[] = []
  const told = await loadTold(tx, employeeIds)
  if (fresh.length > 0) {
    const facts = fresh.map((row) => lineFacts(row, people))
    const { lines, totals } = buildReturn(filer, payDate, facts)
    const planned = fresh.map((row, index) => plannedLine(row, lineRecord(present(facts[index]))))
    const { lines: count, ...amounts } = totals
    filings.push(
      finish('submit', payDate, planned, lines, detailsOf(planned, people, told, payDate), filer, people, {
        employee_lines: String(count),
        ...Object.fromEntries(Object.entries(amounts).map(([name, sum]) => [snake(name), sum.toFixed(2)])),
      }),
    )
  }
  if (changes.length > 0) {
    const planned = changes.map(
      ({ line, row, record }): PlannedLine => ({
        employeeId: line.employee_id,
        payRunId: line.pay_run_id,
        taxCode: line.tax_code,
        record,
        payIds: row?.pay_ids ?? line.pay_ids,
      }),
    )
    const lines = buildAmendment(
      filer,
      payDate,
      changes.map(({ before, record }) => ({ filed: before, now: record })),
    )
    const details = fresh.length > 0 ? [] : detailsOf(planned, people, told, payDate)
    filings.push(finish('amend', payDate, planned, lines, details, filer, people, {}))
  }
  return filings
}

function finish(
  kind: PreparedFiling['kind'],
  payDate: CivilDate,
  lines: readonly PlannedLine[],
  rows: readonly string[],
  details: readonly PersonDetails[],
  filer: Filer,
  people: People,
  totals: Record<string, string>,
): PreparedFiling {
  const file = fileOf(rows)
  const detailRows = details.length > 0 ? buildDetails(filer, details) : null
  const detailsFile = detailRows ? fileOf(detailRows) : null
  const perLine = kind === 'submit' ? 1 : 2
  const owners = details.flatMap((person) => [
    person.employeeId,
    ...person.taxCodes.map(() => person.employeeId),
  ])
  return {
    kind,
    payDate,
    lines,
    totals,
    file,
    detailsFile,
    told: details.map(({ employeeId, startDate, finishDate }) => ({ employeeId, startDate, finishDate })),
    errors: [
      ...errorsOf(file, people, (line) => lines[Math.floor((line - 1) / perLine)]?.employeeId),
      ...(detailsFile ? errorsOf(detailsFile, people, (line) => owners[line - 1]) : []),
    ],
  }
}

function errorsOf(
  file: string,
  people: People,
  ownerOf: (line: number) => number | undefined,
): ReportError[] {
  return checkFile(file).map(({ line, field, rule, code, message }) => {
    const employee = people.get(line === 0 ? 0 : (ownerOf(line) ?? 0))
    return {
      employee_id: employee?.id ?? null,
      employee: employee ? formatName(employee) : null,
      field,
      rule,
      code,
      message,
    }
  })
}

const fileOf = (rows: readonly string[]) => `${rows.join('\r\n')}\r\n`
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function keyOf(row: { employee_id: number; pay_run_id: number; tax_code: string }): string {
  return `${row.employee_id}/${row.pay_run_id}/${row.tax_code}`
}

function isSameLine(before: FileRecord | null, now: FileRecord | null): boolean {
  if (before === null || now === null) return before === now
  return writeRecord('DEI', before) === writeRecord('DEI', now)
}

function plannedLine(row: LineRow, record: FileRecord): PlannedLine {
  return {
    employeeId: row.employee_id,
    payRunId: row.pay_run_id,
    taxCode: row.tax_code,
    record,
    payIds: row.pay_ids,
  }
}

function lineFacts(row: LineRow, people: People): LineFacts {
  const employee = present(people.get(row.employee_id))
  const within = (date: string | null) =>
    date !== null && date >= row.period_start && date <= row.period_end ? date : null
  return {
    irdNumber: employee.ird_number ?? '',
    name: fileText(formatName(employee), 255),
    taxCode: row.tax_code,
    startDate: within(employee.start_date),
    finishDate: employee.is_terminated ? within(employee.termination_date) : null,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    payCycle: PAY_CYCLES[row.pay_period],
    hours: decimal(row.hours),
    gross: decimal(row.gross),
    priorGross: ZERO,
    notLiableForAcc: decimal(row.not_liable),
    isLumpSumAtLowRate: row.is_low_rate,
    paye: decimal(row.paye),
    priorPaye: ZERO,
    childSupport: decimal(row.child_support),
    childSupportCode: row.child_support_code,
    studentLoan: decimal(row.student_loan),
    studentLoanCir: decimal(row.slcir),
    studentLoanBor: decimal(row.slbor),
    kiwisaverDeductions: decimal(row.kiwisaver),
    kiwisaverEmployerNet: decimal(row.kiwisaver_employer_net),
    esct: decimal(row.esct),
    donationCredit: decimal(row.donation_credit),
    familyTaxCredit: ZERO,
    ess: decimal(row.ess),
  }
}

type PersonDetails = EmployeeDetails & { employeeId: number }

/** Whoever started longer ago was told to Inland Revenue by the payroll that was used before. */
const JOINED_WITHIN_DAYS = 60

/** The details of those who joined and of those who left, unless Inland Revenue was told already. */
function detailsOf(
  lines: readonly PlannedLine[],
  people: People,
  told: ReadonlyMap<number, { start_date: string; finish_date: string | null }>,
  payDate: CivilDate,
): PersonDetails[] {
  const byEmployee = Map.groupBy(
    lines.filter((line) => line.record !== null),
    (line) => line.employeeId,
  )
  return [...byEmployee].flatMap(([employeeId, own]) => {
    const employee = present(people.get(employeeId))
    const before = told.get(employeeId)
    const finishDate = employee.is_terminated ? employee.termination_date : null
    const isNew =
      before?.start_date !== employee.start_date &&
      daysBetween(civilDate(employee.start_date), payDate) <= JOINED_WITHIN_DAYS
    const hasLeft = finishDate !== null && before?.finish_date !== finishDate
    if (!isNew && !hasLeft) return []
    return [
      {
        employeeId,
        irdNumber: employee.ird_number,
        title: employee.honorific,
        firstName: employee.first_name,
        middleName: employee.middle_name,
        lastName: employee.last_name,
        dateOfBirth: employee.date_of_birth,
        startDate: employee.start_date,
        finishDate,
        kiwisaverEligibility: isNew ? ('NE' as const) : null,
        kiwisaverStatus: isNew ? employee.kiwisaver_status_code : null,
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
        taxCodes: [...new Set(own.map((line) => line.taxCode))],
      },
    ]
  })
}
