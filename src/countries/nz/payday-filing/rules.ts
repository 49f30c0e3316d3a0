import { civilDate, daysBetween } from '../../../kernel/values/dates.ts'
import { readTaxCode } from '../law/input/tax-code.ts'
import { NZ_TAX_CODES } from '../law/input/words.ts'
import type { FileRecord, RecordName } from './records.ts'

/** A parsed line of a file. */
export type FileLine = { record: RecordName; values: FileRecord }

export type LineProblem = { field: string; message: string }

/** A rule about one line. `check` returns the problem or null. `code` is the one that Inland Revenue's gateway returns. */
export type LineRule = {
  id: string
  code: string
  meaning: string
  check: (line: FileRecord) => LineProblem | null
}

const amount = (line: FileRecord, name: string): number => Number.parseInt(line[name] ?? '0', 10) || 0
const CYCLES = ['WK', 'FT', '4W', 'MT', 'HM', 'DA', 'AH']
const CHILD_SUPPORT_CODES = ['C', 'A', 'P', 'S', 'D', 'O']

/** The amount of the field must not exceed the earnings it is based on. */
function notAbove(id: string, field: string, base: readonly string[], meaning: string): LineRule {
  return {
    id,
    code: '100',
    meaning,
    check: (line) =>
      amount(line, field) > base.reduce((sum, name) => sum + amount(line, name), 0)
        ? { field, message: `${field} is more than ${base.join(' + ')}.` }
        : null,
  }
}

/** The rules for an employee line. */
export const LINE_RULES: readonly LineRule[] = [
  {
    id: 'EI-TAX-CODE',
    code: '171',
    meaning: 'The tax code is one of Inland Revenue’s, with or without SL.',
    check: ({ tax_code: code = '' }) =>
      readTaxCode(code) ? null : { field: 'tax_code', message: `${code} is not a tax code.` },
  },
  {
    id: 'EI-NO-IRD-NUMBER',
    code: '134',
    meaning: 'Without an IRD number the tax code is ND (or WT, which has its own rates).',
    check: ({ ird_number: number, tax_code: code }) =>
      number === '000000000' && code !== 'ND' && code !== 'WT'
        ? { field: 'ird_number', message: 'Without an IRD number the tax code is ND.' }
        : null,
  },
  {
    id: 'EI-PERIOD',
    code: '163',
    meaning: 'A pay period does not end before it starts.',
    check: ({ period_start: start = '', period_end: end = '' }) =>
      end < start ? { field: 'period_end', message: 'The pay period ends before it starts.' } : null,
  },
  {
    id: 'EI-START-IN-PERIOD',
    code: '100',
    meaning: 'Start and finish dates are sent only when they fall in the pay period.',
    check: (line) => {
      const outside = ['start_date', 'finish_date'].find((name) => {
        const date = line[name] ?? ''
        return date !== '' && (date < (line.period_start ?? '') || date > (line.period_end ?? ''))
      })
      return outside ? { field: outside, message: `${outside} is outside the pay period.` } : null
    },
  },
  {
    id: 'EI-PAY-CYCLE',
    code: '174',
    meaning: 'The pay cycle is one of WK, FT, 4W, MT, HM, DA, AH.',
    check: ({ pay_cycle: cycle = '' }) =>
      CYCLES.includes(cycle) ? null : { field: 'pay_cycle', message: `${cycle} is not a pay cycle.` },
  },
  {
    id: 'EI-CHILD-SUPPORT-CODE',
    code: '100',
    meaning: 'The child support code is blank or one of C, A, P, S, D, O.',
    check: ({ child_support_code: code = '' }) =>
      code === '' || CHILD_SUPPORT_CODES.includes(code)
        ? null
        : { field: 'child_support_code', message: `${code} is not a child support code.` },
  },
  notAbove('EI-PAYE', 'paye', ['gross', 'ess'], 'PAYE is not more than gross and share scheme benefits.'),
  notAbove(
    'EI-NOT-LIABLE',
    'not_liable_for_acc',
    ['gross', 'ess'],
    'Earnings not liable for the levy are not more than gross and share scheme benefits.',
  ),
  notAbove('EI-CHILD-SUPPORT', 'child_support', ['gross'], 'Child support is not more than gross.'),
  notAbove('EI-STUDENT-LOAN', 'student_loan', ['gross'], 'A student loan deduction is not more than gross.'),
  {
    id: 'EI-PRIOR',
    code: '200',
    meaning: 'A prior period adjustment leaves no line below zero.',
    check: (line) => {
      const pairs = [
        ['gross', 'prior_gross'],
        ['paye', 'prior_paye'],
      ] as const
      const below = pairs.find(([base, prior]) => amount(line, base) + amount(line, prior) < 0)
      return below ? { field: below[1], message: `${below[1]} is more than the line's ${below[0]}.` } : null
    },
  },
  {
    id: 'EI-WITHHOLDING-TAX',
    code: '100',
    meaning: 'For schedular payments (WT) all earnings are not liable for the levy.',
    check: (line) =>
      line.tax_code === 'WT' && line.not_liable_for_acc !== line.gross
        ? {
            field: 'not_liable_for_acc',
            message: 'For WT, the earnings not liable for the levy must equal gross.',
          }
        : null,
  },
  {
    id: 'EI-NSW',
    code: '100',
    meaning: 'A line of a non-resident seasonal worker has no KiwiSaver and no student loan.',
    check: (line) => {
      if (line.tax_code !== 'NSW') return null
      const field = ['kiwisaver_deductions', 'kiwisaver_employer_net', 'student_loan'].find(
        (name) => amount(line, name) > 0,
      )
      return field ? { field, message: `${field} is nil for NSW.` } : null
    },
  },
]

const OF_NEW_EMPLOYEES = ['AE', 'AK', 'OK', 'NK', 'CT']
const OPT_OUT_DAYS = 56

/** Days between two dates in the file's format, or 0 when one is missing. */
function daysBetweenText(from: string, to: string): number {
  const [start, end] = [from, to].map((text) => text.replace(/^(....)(..)(..)$/, '$1-$2-$3'))
  return start && end ? daysBetween(civilDate(start), civilDate(end)) : 0
}

/** The rules for the details of an employee who joined or left. */
export const DETAILS_RULES: readonly LineRule[] = [
  {
    id: 'ED-FINISH-AFTER-START',
    code: '100',
    meaning: 'Employment does not end before it starts.',
    check: ({ start_date: start = '', finish_date: finish = '' }) =>
      finish !== '' && finish < start
        ? { field: 'finish_date', message: 'The employment ends before it starts.' }
        : null,
  },
  {
    id: 'ED-KIWISAVER-STATUS',
    code: '146',
    meaning: 'A new employee (NE) has a KiwiSaver status.',
    check: ({ kiwisaver_eligibility: eligibility, kiwisaver_status: status = '' }) =>
      eligibility === 'NE' && !OF_NEW_EMPLOYEES.includes(status)
        ? { field: 'kiwisaver_status', message: 'The KiwiSaver status of a new employee is missing.' }
        : null,
  },
  {
    id: 'ED-OPT-OUT',
    code: '100',
    meaning: 'An opt-out has the account for refunded contributions, its holder and the day it was signed.',
    check: (line) => {
      if (line.has_opted_out !== 'Y') return null
      const field = ['bank', 'branch', 'account', 'suffix', 'account_holder', 'opt_out_signed'].find(
        (name) => (line[name] ?? '') === '',
      )
      return field ? { field, message: `${field} is missing: a KiwiSaver opt-out needs it.` } : null
    },
  },
  {
    id: 'ED-OPT-OUT-STATUS',
    code: '100',
    meaning: 'Only employees who were enrolled automatically (AE) can opt out.',
    check: ({ has_opted_out: out, kiwisaver_eligibility: eligibility, kiwisaver_status: status = '' }) =>
      out === 'Y' && (eligibility === 'EE' || ['AK', 'NK', 'CT', 'OK'].includes(status))
        ? { field: 'has_opted_out', message: 'This KiwiSaver status cannot opt out.' }
        : null,
  },
  {
    id: 'ED-LATE-OPT-OUT',
    code: '100',
    meaning: 'An opt-out signed more than 56 days after the start has a reason, `OTHR` with words.',
    check: (line) => {
      if (line.has_opted_out !== 'Y') return null
      if (line.late_reason === 'OTHR' && (line.other_late_reason ?? '') === '')
        return { field: 'other_late_reason', message: 'The reason OTHR needs an explanation.' }
      const late = daysBetweenText(line.start_date ?? '', line.opt_out_signed ?? '') > OPT_OUT_DAYS
      return late && (line.late_reason ?? '') === ''
        ? {
            field: 'late_reason',
            message: 'The opt-out was signed more than 56 days after the start: say why.',
          }
        : null
    },
  },
  {
    id: 'ED-REACHABLE',
    code: '100',
    meaning: 'An e-mail address, a phone number or a postal address is known.',
    check: (line) =>
      ['email', 'mobile_number', 'phone_number', 'street'].some((name) => (line[name] ?? '') !== '')
        ? null
        : {
            field: 'street',
            message: 'There is no address, e-mail address or phone number.',
          },
  },
]

/** Whether a tax code is allowed in the details of an employee. */
export function isTaxCode(code: string): boolean {
  return readTaxCode(code) !== null || NZ_TAX_CODES.some((known) => known === code)
}
