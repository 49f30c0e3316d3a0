import { decimal } from '../../kernel/values/money.ts'
import { defineCountry } from '../contract/country.ts'
import { AU_AUTHORITY } from './authority.ts'
import { AU_BANK_FILES } from './bank-files/index.ts'
import { AU_EMPLOYEE } from './employee.ts'
import { AU_FINAL_PAY } from './final-pay.ts'
import { au as AU_LAW, type AuTypes } from './law/index.ts'
import { AU_LEAVE } from './leave.ts'
import { AU_OPENING } from './opening.ts'
import { AU_PAYSLIP } from './payslip.ts'
import { AU_WORDS } from './words.ts'

const ACCOUNT_NUMBER = /^\d{1,9}$/

export const australia = defineCountry<AuTypes>({
  timeZone: 'Australia/Sydney',
  payPeriods: ['WEEKLY', 'FORTNIGHTLY', 'MONTHLY'],
  words: AU_WORDS,
  law: AU_LAW,
  companyNumber: 'abn',
  companyFields: ['abn', 'branch_number', 'direct_entry_user_id', 'is_stp_enabled'],
  employee: AU_EMPLOYEE,
  leave: AU_LEAVE,
  opening: AU_OPENING,
  payslip: AU_PAYSLIP,
  finalPay: AU_FINAL_PAY,
  authority: AU_AUTHORITY,
  retirement: {
    name: 'super',
    contributionFile: { format: 'SAFF' },
    employerColumns: ['super'],
    isContributionTaxed: false,
  },
  reports: {
    own: [
      'activity-statement',
      'fair-work-records',
      'payroll-tax',
      'information-statements',
      'lump-sum-e',
      'portable-long-service-levy',
      'super-by-fund',
      'workers-compensation-wages',
    ],
    withheld: [{ name: 'tax', title: 'PAYG withheld', columns: ['tax'] }],
    paidIn: [{ name: 'super', title: 'Super', columns: ['super'] }],
  },
  bankFiles: AU_BANK_FILES,
  bankAccount: {
    hasBsb: true,
    check({ bsb, account_number }) {
      if (bsb === null) return { problem: 'an Australian account needs a bsb.' }
      const number = account_number.replaceAll(/[ -]/g, '')
      return ACCOUNT_NUMBER.test(number)
        ? { number }
        : { problem: 'an Australian account number has up to 9 digits.' }
    },
  },
  payTables: ({ au }) => [
    au.schedule1,
    au.schedule8,
    au.schedule15,
    au.superRate,
    au.superMaximum,
    au.leaveStandards,
  ],
  // Public holidays that cover a whole state.
  bankHolidays: (rates) => (day) => rates.au.holidays.days.has(day),
  untaxedCodes: { xero: 'BAS Excluded', xeroApi: 'BASEXCLUDED', myob: 'N-T', quickbooks: '' },
  isSuburbTheTown: true,
  sale: { currency: 'AUD', gstRate: decimal('0.10'), trialProduct: 102 },
})
