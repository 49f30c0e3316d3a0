import {
  fileText,
  type LineFacts,
  lineRecord,
  NO_IRD_NUMBER,
  PAY_CYCLES,
} from '../../../countries/nz/payday-filing/build.ts'
import { type FileRecord, writeRecord } from '../../../countries/nz/payday-filing/records.ts'
import { formatName } from '../../../http/view.ts'
import { reportingName } from '../../../identifiers/reported-text.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { LineRow } from './load.ts'
import type { People } from './people.ts'

/** The adjustment of an earlier period's gross and PAYE in a line, in dollars. */
export type PriorAdjustment = { gross: string; paye: string }
/** By line (`keyOf`): one line of an employee has the adjustment, and the others have zero. */
export type PriorAdjustments = ReadonlyMap<string, PriorAdjustment>

export const keyOf = (row: { employee_id: number; pay_run_id: number; tax_code: string }) =>
  `${row.employee_id}/${row.pay_run_id}/${row.tax_code}`

/** The facts of a line: amounts, tax code and period come from the pays; name and number are current. */
export function lineFacts(row: LineRow, people: People, prior: PriorAdjustments): LineFacts {
  const employee = present(people.get(row.employee_id))
  const adjustment = prior.get(keyOf(row))
  const within = (date: string | null) =>
    date !== null && date >= row.period_start && date <= row.period_end ? date : null
  return {
    irdNumber: employee.ird_number ?? '',
    name: fileText(formatName(reportingName(employee)), 255),
    taxCode: row.tax_code,
    startDate: within(employee.start_date),
    finishDate: employee.is_terminated ? within(employee.termination_date) : null,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    payCycle: PAY_CYCLES[row.pay_period],
    hours: decimal(row.hours),
    gross: decimal(row.gross),
    priorGross: adjustment ? decimal(adjustment.gross) : ZERO,
    notLiableForAcc: decimal(row.not_liable),
    isLumpSumAtLowRate: row.is_low_rate,
    paye: decimal(row.paye),
    priorPaye: adjustment ? decimal(adjustment.paye) : ZERO,
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

/** Fields of a line that stay as filed: the person's name, and their start and finish dates. */
const AS_FILED = ['name', 'start_date', 'finish_date'] as const

/**
 * A filed line as it should be now. Its name and dates stay as filed: later changes to them are reported with the employee
 * details. An adjustment of an earlier period stays too, unless the request has another one. An IRD number that arrived
 * later goes into any line that is amended. A line is amended for the number alone only on request, or if the employee has
 * left and no later payday can report it.
 */
export function lineAsFiled(
  before: FileRecord,
  row: LineRow,
  people: People,
  { prior, isIdentityRenewed }: { prior: PriorAdjustments; isIdentityRenewed: boolean },
): FileRecord {
  const now = lineRecord(lineFacts(row, people, prior))
  const kept = Object.fromEntries(AS_FILED.map((name) => [name, before[name] ?? '']))
  const adjusted = prior.has(keyOf(row))
    ? {}
    : { prior_gross: before.prior_gross ?? '0', prior_paye: before.prior_paye ?? '0' }
  const number = before.ird_number ?? ''
  const record = { ...now, ...kept, ...adjusted, ird_number: number }
  const isRenewed = isIdentityRenewed || present(people.get(row.employee_id)).is_terminated
  if (now.ird_number === NO_IRD_NUMBER || (!isRenewed && isSameLine(before, record))) return record
  return { ...record, ird_number: now.ird_number ?? number }
}

/** A filed line with another adjustment of an earlier period, if the request has one. */
export function adjustedAs(line: FileRecord, asked: PriorAdjustment | undefined): FileRecord {
  if (!asked) return line
  const cents = (dollars: string) => decimal(dollars).times(decimal('100')).toFixed(0)
  return { ...line, prior_gross: cents(asked.gross), prior_paye: cents(asked.paye) }
}

export function isSameLine(before: FileRecord | null, now: FileRecord | null): boolean {
  if (before === null || now === null) return before === now
  return writeRecord('DEI', before) === writeRecord('DEI', now)
}
