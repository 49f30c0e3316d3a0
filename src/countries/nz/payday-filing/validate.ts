import { errorMessage } from '../../../kernel/read-error.ts'
import { present } from '../../../kernel/values/present.ts'
import { isNilLine } from './build.ts'
import { checkRecord, type FileRecord, type RecordName, readRecord } from './records.ts'
import { DETAILS_RULES, type FileLine, isTaxCode, LINE_RULES } from './rules.ts'

/** An error in a file: the line number (0 is the header), the field, the rule and the gateway's code. */
export type Fault = { line: number; field: string; rule: string; code: string; message: string }

/** Reads a file and checks it as Inland Revenue does: the format of every field, the rules of every line, and the totals. */
export function checkFile(file: string): Fault[] {
  const rows = file.split('\n').filter((row) => row !== '')
  const lines: FileLine[] = []
  for (const [line, row] of rows.entries()) {
    try {
      lines.push(readRecord(row.replace(/\r$/, '')))
    } catch (error) {
      return [{ line, field: 'record', rule: 'fields', code: '21', message: `${errorMessage(error)}.` }]
    }
  }
  return [...lines.flatMap(checkLine), ...checkWhole(lines)]
}

function checkLine({ record, values }: FileLine, line: number): Fault[] {
  if ((record === 'DTI' || record === 'DAI') && isNilLine(values)) return []
  const form = checkRecord(record, values).map((fault) => ({ ...fault, line, code: codeOf(fault, record) }))
  // Most rules compare with gross. Without a valid gross they would only repeat this error.
  if (form.some(({ field }) => field === 'gross')) return form
  const rules = RULES_OF[record] ?? []
  const broken = rules.flatMap(({ id, code, check }) => {
    const problem = check(values)
    return problem ? [{ ...problem, rule: id, code, line }] : []
  })
  return [...form, ...broken]
}

const RULES_OF: Partial<Record<RecordName, typeof LINE_RULES>> = {
  DEI: LINE_RULES,
  DTI: LINE_RULES,
  DAI: LINE_RULES,
  DED: DETAILS_RULES,
  TED: [
    {
      id: 'ED-TAX-CODE',
      code: '171',
      meaning: 'The tax code is one of Inland Revenue’s.',
      check: ({ tax_code: code = '' }) =>
        isTaxCode(code) ? null : { field: 'tax_code', message: `${code} is not a tax code.` },
    },
  ],
}

function codeOf(fault: { field: string; rule: string }, record: RecordName): string {
  if (fault.rule === 'format' && fault.field === 'ird_number' && record !== 'HEI2') return '134'
  return fault.rule === 'format' && fault.field === 'employer_ird_number' ? '102' : '100'
}

function checkWhole(lines: readonly FileLine[]): Fault[] {
  const [head, ...rest] = lines
  if (!head) return [whole('record', 'EI-EMPTY', '136', 'The file has no lines.')]
  if (head.values.employer_ird_number === '000000000')
    return [
      whole('employer_ird_number', 'EI-EMPLOYER', '102', 'The company has no IRD number: set `ird_number`.'),
    ]
  if (head.record === 'HEI2') return checkReturn(head.values, rest)
  if (head.record === 'EIA2') return checkPairs(rest)
  if (head.record === 'HED2') return checkDetails(head.values, rest)
  return [whole('record', 'EI-HEAD', '21', 'The file has no header line.')]
}

const SUMS = [
  'gross',
  'prior_gross',
  'not_liable_for_acc',
  'paye',
  'prior_paye',
  'child_support',
  'student_loan',
  'slcir',
  'slbor',
  'kiwisaver_deductions',
  'kiwisaver_employer_net',
  'esct',
  'donation_credit',
  'family_tax_credit',
  'ess',
]
const OWED = SUMS.slice(3, 12)

function checkReturn(head: FileRecord, lines: readonly FileLine[]): Fault[] {
  const faults: Fault[] = []
  if (lines.some(({ record }) => record !== 'DEI'))
    faults.push(whole('record', 'EI-LINES', '21', 'A return contains only lines of the type DEI.'))
  if (head.employee_lines !== String(lines.length))
    faults.push(whole('employee_lines', 'EI-COUNT', '100', 'The number of lines differs from the header.'))
  if (lines.length === 0 && head.is_nil_return !== 'Y')
    faults.push(whole('is_nil_return', 'EI-NIL', '136', 'A return without lines is marked as nil.'))
  const cents = (values: FileRecord, name: string) =>
    BigInt(/^-?\d+$/.test(values[name] ?? '') ? present(values[name]) : '0')
  for (const name of SUMS) {
    const sum = lines.reduce((total, { values }) => total + cents(values, name), 0n)
    if (sum !== cents(head, name))
      faults.push(whole(name, 'EI-TOTAL', '100', `The header's ${name} is not the sum of the lines.`))
  }
  const owed = OWED.reduce((total, name) => total + cents(head, name), 0n) - cents(head, 'donation_credit')
  if (owed !== cents(head, 'deducted'))
    faults.push(whole('deducted', 'EI-DEDUCTED', '100', 'The total deducted does not add up.'))
  return faults
}

function checkPairs(lines: readonly FileLine[]): Fault[] {
  const isPaired = lines.every(
    ({ record, values }, index) =>
      record === (index % 2 === 0 ? 'DTI' : 'DAI') &&
      !(isNilLine(values) && isNilLine(lines[index ^ 1]?.values ?? {})),
  )
  return isPaired && lines.length > 0 && lines.length % 2 === 0
    ? []
    : [whole('record', 'EI-PAIRS', '132', 'An amendment consists of pairs of DTI and DAI lines.')]
}

function checkDetails(head: FileRecord, lines: readonly FileLine[]): Fault[] {
  const people = lines.filter(({ record }) => record === 'DED').length
  return head.detail_lines === String(people)
    ? []
    : [whole('detail_lines', 'ED-COUNT', '100', 'The number of employees differs from the header.')]
}

function whole(field: string, rule: string, code: string, message: string): Fault {
  return { line: 0, field, rule, code, message }
}
