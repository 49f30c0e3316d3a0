import { describe, expect, it } from 'vitest'
import {
  buildAmendment,
  buildReturn,
  type Filer,
  type LineFacts,
  lineRecord,
} from '../../src/countries/nz/payday-filing/build.ts'
import { buildDetails, type EmployeeDetails } from '../../src/countries/nz/payday-filing/build-details.ts'
import { type RecordName, readRecord, writeRecord } from '../../src/countries/nz/payday-filing/records.ts'
import { DETAILS_RULES, LINE_RULES } from '../../src/countries/nz/payday-filing/rules.ts'
import { checkFile } from '../../src/countries/nz/payday-filing/validate.ts'
import { civilDate } from '../../src/kernel/values/dates.ts'
import { decimal, ZERO } from '../../src/kernel/values/money.ts'

const filer: Filer = {
  irdNumber: '49091850',
  contactName: 'Kim Payroll',
  contactPhone: '03 555 0188',
  contactEmail: 'pay@kereru.example',
  software: 'Tasman_Payroll_v0.1.0',
}
const line: LineFacts = {
  irdNumber: '136410132',
  name: 'Ben Smith',
  taxCode: 'M SL',
  startDate: null,
  finishDate: null,
  periodStart: '2026-07-06',
  periodEnd: '2026-07-12',
  payCycle: 'WK',
  hours: decimal('40'),
  gross: decimal('1600'),
  priorGross: ZERO,
  notLiableForAcc: ZERO,
  isLumpSumAtLowRate: false,
  paye: decimal('300.12'),
  priorPaye: ZERO,
  childSupport: decimal('50'),
  childSupportCode: 'P',
  studentLoan: decimal('130'),
  studentLoanCir: ZERO,
  studentLoanBor: ZERO,
  kiwisaverDeductions: decimal('56'),
  kiwisaverEmployerNet: decimal('46.2'),
  esct: decimal('9.8'),
  donationCredit: decimal('10'),
  familyTaxCredit: ZERO,
  ess: ZERO,
}
const person: EmployeeDetails = {
  irdNumber: '136410132',
  title: 'Mr',
  firstName: 'Ben',
  middleName: null,
  lastName: 'Smith',
  dateOfBirth: '1990-01-02',
  startDate: '2026-07-06',
  finishDate: null,
  kiwisaverEligibility: 'NE',
  kiwisaverStatus: 'AE',
  email: 'ben@example.com',
  mobile: null,
  phone: null,
  address: { street: '1 Quay', suburb: null, city: 'Nelson', postcode: '7010', country: 'NZ' },
  optOut: null,
  taxCodes: ['M SL'],
}
const payDate = civilDate('2026-07-10')
const rules = (lines: readonly string[]) => checkFile(lines.join('\r\n')).map((fault) => fault.rule)

/** A file with one field of one line changed. */
function changed(lines: readonly string[], record: RecordName, values: Record<string, string>): string[] {
  return lines.map((row) =>
    row.startsWith(`${record},`) ? writeRecord(record, { ...readRecord(row).values, ...values }) : row,
  )
}

const good = buildReturn(filer, payDate, [line]).lines
const details = buildDetails(filer, [person])
const amendment = buildAmendment(filer, payDate, [{ filed: lineRecord(line), now: null }])

const BREAKS: Record<string, Record<string, string>> = {
  'EI-TAX-CODE': { tax_code: 'X' },
  'EI-NO-IRD-NUMBER': { ird_number: '000000000' },
  'EI-PERIOD': { period_end: '20260701' },
  'EI-START-IN-PERIOD': { start_date: '20260701' },
  'EI-PAY-CYCLE': { pay_cycle: 'XX' },
  'EI-CHILD-SUPPORT-CODE': { child_support_code: 'X' },
  'EI-PAYE': { paye: '160001' },
  'EI-NOT-LIABLE': { not_liable_for_acc: '160001' },
  'EI-CHILD-SUPPORT': { child_support: '160001' },
  'EI-STUDENT-LOAN': { student_loan: '160001' },
  'EI-PRIOR': { prior_paye: '-30013' },
  'EI-WITHHOLDING-TAX': { tax_code: 'WT' },
  'EI-NSW': { tax_code: 'NSW' },
  'ED-FINISH-AFTER-START': { finish_date: '20260705' },
  'ED-KIWISAVER-STATUS': { kiwisaver_status: '' },
  'ED-OPT-OUT': { has_opted_out: 'Y' },
  'ED-OPT-OUT-STATUS': { has_opted_out: 'Y', kiwisaver_status: 'AK' },
  'ED-LATE-OPT-OUT': { has_opted_out: 'Y', opt_out_signed: '20261231' },
  'ED-REACHABLE': { email: '', street: '' },
}

describe('the rules of payday filing', () => {
  it('are kept by a good return, good details and a good amendment', () => {
    expect([...rules(good), ...rules(details), ...rules(amendment)]).toEqual([])
  })

  it('have each a way to break them', () => {
    const ids = [...LINE_RULES, ...DETAILS_RULES].map((rule) => rule.id)
    expect(Object.keys(BREAKS).sort()).toEqual(ids.sort())
  })

  for (const [id, values] of Object.entries(BREAKS))
    it(`${id} is found broken`, () => {
      const file = id.startsWith('EI') ? changed(good, 'DEI', values) : changed(details, 'DED', values)
      expect(rules(file)).toContain(id)
    })

  it('find a field that is missing, too long or of another form', () => {
    expect(rules(changed(good, 'DEI', { name: '' }))).toContain('required')
    const [unnamed] = checkFile(changed(good, 'DEI', { name: '' }).join('\r\n'))
    expect(unnamed?.message).toContain('Enter reporting_first_name and reporting_last_name')
    expect(rules(changed(good, 'HEI2', { contact_name: 'A'.repeat(21) }))).toContain('length')
    expect(rules(changed(good, 'DEI', { ird_number: '136410133' }))).toContain('format')
    expect(rules(good.map((row) => `${row},`))).toEqual(['fields'])
  })

  it('find totals that do not add up, a wrong count and a missing employer', () => {
    expect(rules(changed(good, 'HEI2', { gross: '1' }))).toEqual(['EI-TOTAL'])
    expect(rules(changed(good, 'HEI2', { deducted: '1' }))).toEqual(['EI-DEDUCTED'])
    expect(rules(changed(good, 'HEI2', { employee_lines: '2' }))).toEqual(['EI-COUNT'])
    expect(rules(changed(good, 'HEI2', { employer_ird_number: '000000000' }))).toEqual(['EI-EMPLOYER'])
    expect(rules(amendment.slice(0, 2))).toEqual(['EI-PAIRS'])
    expect(rules(changed(details, 'HED2', { detail_lines: '2' }))).toEqual(['ED-COUNT'])
  })

  it('write what the file can hold', () => {
    const [, row = ''] = buildDetails(filer, [{ ...person, lastName: 'Tūhoe, "Jr" [x]' }])
    expect(row.split(',')).toHaveLength(41)
    expect(row.split(',')[6]).toBe('Tuhoe Jr x')
  })
})
