import { checkNzBankAccount } from '../../identifiers/nz-bank-account.ts'
import { dayNumber, fromDayNumber, partsOf } from '../../kernel/values/dates.ts'
import { decimal, whole } from '../../kernel/values/money.ts'
import type { IsHoliday } from '../../payroll/business-days.ts'
import { workDaysFor } from '../../payroll/work-days.ts'
import { defineCountry } from '../contract/country.ts'
import type { Rates } from '../contract/rates.ts'
import { NZ_AUTHORITY } from './authority.ts'
import { NZ_BANK_FILES } from './bank-files/index.ts'
import { NZ_EMPLOYEE } from './employee.ts'
import { NZ_FINAL_PAY } from './final-pay.ts'
import { nz as NZ_LAW, type NzTypes } from './law/index.ts'
import { observedHolidays } from './law/public-holidays/public-holidays.ts'
import { NZ_LEAVE } from './leave.ts'
import { NZ_OPENING } from './opening.ts'
import { NZ_PAYSLIP } from './payslip.ts'
import { NZ_WORDS } from './words.ts'

const STUDENT_LOAN = ['nz_student_loan', 'student_loan_cir', 'student_loan_bor']
const MONDAY_TO_FRIDAY = workDaysFor(whole(5))

export const newZealand = defineCountry<NzTypes>({
  timeZone: 'Pacific/Auckland',
  payPeriods: ['WEEKLY', 'FORTNIGHTLY', 'FOUR_WEEKLY', 'MONTHLY'],
  words: NZ_WORDS,
  law: NZ_LAW,
  companyNumber: 'ird_number',
  companyFields: ['ird_number', 'nzbn', 'is_payday_filing_enabled'],
  employee: NZ_EMPLOYEE,
  leave: NZ_LEAVE,
  opening: NZ_OPENING,
  payslip: NZ_PAYSLIP,
  finalPay: NZ_FINAL_PAY,
  authority: NZ_AUTHORITY,
  retirement: {
    name: 'KiwiSaver',
    contributionFile: null,
    employerColumns: ['kiwisaver_employer', 'complying_fund_employer'],
    isContributionTaxed: true,
  },
  reports: {
    own: [
      'employment-leave-comparison',
      'holiday-and-leave-record',
      'kiwisaver-and-esct',
      'paye-by-month',
      'wage-and-time-record',
    ],
    withheld: [
      { name: 'tax', title: 'PAYE', columns: ['tax'] },
      { name: 'student_loan', title: 'Student loan', columns: STUDENT_LOAN },
      { name: 'kiwisaver_employee', title: 'KiwiSaver employee', columns: ['kiwisaver_employee'] },
    ],
    paidIn: [
      { name: 'kiwisaver_employer', title: 'KiwiSaver employer', columns: ['kiwisaver_employer'] },
      { name: 'esct', title: 'of it ESCT', columns: ['kiwisaver_esct'] },
    ],
  },
  bankFiles: NZ_BANK_FILES,
  bankAccount: {
    hasBsb: false,
    check({ bsb, account_number }) {
      if (bsb !== null) return { problem: 'a New Zealand account has no bsb.' }
      const problem = checkNzBankAccount(account_number)
      return problem ? { problem } : { number: account_number }
    },
  },
  payTables: ({ nz }) => [
    nz.paye,
    nz.flatCodes,
    nz.earnersLevy,
    nz.studentLoan,
    nz.kiwiSaver,
    nz.esct,
    nz.holidays,
  ],
  bankHolidays: nationalHolidays,
  untaxedCodes: { xero: 'No GST', xeroApi: 'NONE', myob: 'N-T', quickbooks: '' },
  isSuburbTheTown: false,
  sale: { currency: 'NZD', gstRate: decimal('0.15'), trialProduct: 202 },
})

function nationalHolidays(rates: Rates): IsHoliday {
  const byYear = new Map<number, ReadonlySet<number>>()
  return (day) => {
    const { year } = partsOf(fromDayNumber(day))
    const days =
      byYear.get(year) ?? new Set(observedHolidays(year, MONDAY_TO_FRIDAY, null, rates.nz).map(dayNumber))
    byYear.set(year, days)
    return days.has(day)
  }
}
