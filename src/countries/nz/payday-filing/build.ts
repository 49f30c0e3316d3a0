import { plainText } from '../../../identifiers/reported-text.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal } from '../../../kernel/values/money.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'
import { type PaydayLine, type PaydayTotals, paydayTotals } from '../law/payday-totals.ts'
import { nationalPhone } from './phone.ts'
import { type FileRecord, fieldsOf, writeRecord } from './records.ts'

/** The filer, as given in the header of every file. */
export type Filer = {
  irdNumber: string
  contactName: string
  contactPhone: string
  contactEmail: string
  /** Vendor, product and version. */
  software: string
}

/** One employee line of the employment information, with amounts in dollars. */
export type LineFacts = PaydayLine & {
  irdNumber: string
  name: string
  taxCode: string
  /** Set only when they are within the pay period. */
  startDate: string | null
  finishDate: string | null
  periodStart: string
  periodEnd: string
  payCycle: string
  hours: Decimal
  isLumpSumAtLowRate: boolean
  childSupportCode: string | null
}

export const PAY_CYCLES: Record<PayPeriod, string> = {
  WEEKLY: 'WK',
  FORTNIGHTLY: 'FT',
  FOUR_WEEKLY: '4W',
  MONTHLY: 'MT',
}
const FORM_VERSION = '0001'

/** `CCYYMMDD`. */
export function fileDate(date: string | null): string {
  return date?.replaceAll('-', '') ?? ''
}

/** Dollars in whole cents. */
function cents(amount: Decimal): string {
  return amount.times(decimal('100')).toFixed(0)
}

/** The placeholder for an unknown number. */
export const NO_IRD_NUMBER = '000000000'

/** The nine digits of an IRD number, or zeros when there is none. */
export function irdDigits(number: string | null): string {
  return (number ?? '').replace(/\D/g, '').padStart(9, '0')
}

/** Text without the characters that the file does not allow: marks, commas, brackets, quotes and backslashes. */
export function fileText(text: string, size: number): string {
  return plainText(text)
    .replace(/[^\x20-\x7e]|[,[\]\\"]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, size)
    .trim()
}

/** The fields of an employee line, the same for DEI, DTI and DAI. */
export function lineRecord(line: LineFacts): FileRecord {
  return {
    ird_number: irdDigits(line.irdNumber),
    name: line.name,
    tax_code: line.taxCode,
    start_date: fileDate(line.startDate),
    finish_date: fileDate(line.finishDate),
    period_start: fileDate(line.periodStart),
    period_end: fileDate(line.periodEnd),
    pay_cycle: line.payCycle,
    hours: cents(line.hours),
    gross: cents(line.gross),
    prior_gross: cents(line.priorGross),
    not_liable_for_acc: cents(line.notLiableForAcc),
    lump_sum_indicator: line.isLumpSumAtLowRate ? '1' : '0',
    paye: cents(line.paye),
    prior_paye: cents(line.priorPaye),
    child_support: cents(line.childSupport),
    child_support_code: line.childSupportCode ?? '',
    student_loan: cents(line.studentLoan),
    slcir: cents(line.studentLoanCir),
    slbor: cents(line.studentLoanBor),
    kiwisaver_deductions: cents(line.kiwisaverDeductions),
    kiwisaver_employer_net: cents(line.kiwisaverEmployerNet),
    esct: cents(line.esct),
    donation_credit: cents(line.donationCredit),
    family_tax_credit: cents(line.familyTaxCredit),
    ess: cents(line.ess),
  }
}

/** The header of a return: the filer, the payday, and the totals over its lines. */
function headerRecord(
  filer: Filer,
  payDate: CivilDate,
  totals: PaydayTotals,
  options: { isFinalReturn?: boolean } = {},
): FileRecord {
  return {
    employer_ird_number: irdDigits(filer.irdNumber),
    pay_date: fileDate(payDate),
    is_final_return: options.isFinalReturn ? 'Y' : 'N',
    is_nil_return: totals.lines === 0 ? 'Y' : 'N',
    ...contactOf(filer),
    contact_email: filer.contactEmail,
    employee_lines: String(totals.lines),
    gross: cents(totals.gross),
    prior_gross: cents(totals.priorGross),
    not_liable_for_acc: cents(totals.notLiableForAcc),
    paye: cents(totals.paye),
    prior_paye: cents(totals.priorPaye),
    child_support: cents(totals.childSupport),
    student_loan: cents(totals.studentLoan),
    slcir: cents(totals.studentLoanCir),
    slbor: cents(totals.studentLoanBor),
    kiwisaver_deductions: cents(totals.kiwisaverDeductions),
    kiwisaver_employer_net: cents(totals.kiwisaverEmployerNet),
    esct: cents(totals.esct),
    deducted: cents(totals.deducted),
    donation_credit: cents(totals.donationCredit),
    family_tax_credit: cents(totals.familyTaxCredit),
    ess: cents(totals.ess),
    package: filer.software,
    form_version: FORM_VERSION,
  }
}

/** The employment information of one payday, as a file for Inland Revenue. */
export function buildReturn(
  filer: Filer,
  payDate: CivilDate,
  lines: readonly LineFacts[],
  options: { isFinalReturn?: boolean } = {},
) {
  const totals = paydayTotals(lines)
  return {
    totals,
    lines: [
      writeRecord('HEI2', headerRecord(filer, payDate, totals, options)),
      ...lines.map((line) => writeRecord('DEI', lineRecord(line))),
    ],
  }
}

/**
 * A filed line that changed: as it was filed (null when it was not filed) and as it should be (null when it should be removed).
 */
export type LineChange = { filed: FileRecord | null; now: FileRecord | null }

/** The amendment of a payday's employment information. */
export function buildAmendment(filer: Filer, payDate: CivilDate, changes: readonly LineChange[]): string[] {
  const head = {
    employer_ird_number: irdDigits(filer.irdNumber),
    pay_date: fileDate(payDate),
    ...contactOf(filer),
    form_version: FORM_VERSION,
  }
  return [
    writeRecord('EIA2', head),
    ...changes.flatMap(({ filed, now }) => [
      writeRecord('DTI', filed ?? NIL_LINE),
      writeRecord('DAI', now ?? NIL_LINE),
    ]),
  ]
}

/** Fields about the employee and the dates. The others are amounts. */
const IN_WORDS: readonly string[] = [
  'ird_number',
  'name',
  'tax_code',
  'start_date',
  'finish_date',
  'period_start',
  'period_end',
  'pay_cycle',
  'child_support_code',
]

/** The nil line of a return without employees: no employee, and zero in every amount (upload specification, 3.5). */
const NIL_LINE: FileRecord = Object.fromEntries(
  fieldsOf('DEI').map((name) => [name, IN_WORDS.includes(name) ? '' : '0']),
)

/** A line whose pays were deleted. An adjustment of an earlier period is in no pay, so it stays in the line; null if there is none. */
export function withoutPays(line: FileRecord): FileRecord | null {
  const { prior_gross: gross = '0', prior_paye: paye = '0' } = line
  if (Number(gross) === 0 && Number(paye) === 0) return null
  const about = Object.fromEntries(IN_WORDS.map((name) => [name, line[name] ?? '']))
  return { ...NIL_LINE, ...about, child_support_code: '', prior_gross: gross, prior_paye: paye }
}

export function isNilLine(line: FileRecord): boolean {
  return fieldsOf('DEI').every((name) => (line[name] ?? '') === NIL_LINE[name])
}

function contactOf(filer: Filer): FileRecord {
  return {
    intermediary_ird_number: '',
    contact_name: fileText(filer.contactName, 20),
    contact_phone: (nationalPhone(filer.contactPhone)?.number ?? '').slice(0, 12),
  }
}
