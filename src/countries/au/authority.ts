import {
  addDays,
  addMonths,
  addYears,
  auIncomeYear,
  type CivilDate,
  daysInMonth,
  makeDate,
  partsOf,
} from '../../kernel/values/dates.ts'
import { type Decimal, decimal, sum } from '../../kernel/values/money.ts'
import { present } from '../../kernel/values/present.ts'
import type { Authority, DuePayment, PaydaySums } from '../contract/authority.ts'
import type { Rates } from '../contract/rates.ts'
import { companyAdvice, employeeAdvice } from './authority-advice.ts'
import { uncheckedDate } from './law/rates/unverified.ts'
import { paygCycle, paygPeriod } from './law/tax/payg-due.ts'

const CORRECTION_DAYS = 14

export const AU_AUTHORITY: Authority = {
  code: 'ATO',
  name: 'the tax office',
  lodging: 'Single Touch Payroll',
  gateway: 'stp',
  isYearToDate: true,
  belowZero: null,
  isReportedBy: (company) => company.is_stp_enabled === true,
  // The characters that its gateway accepts in text.
  descriptions: /^[A-Za-z0-9!@$%&*()\-_=[\];:'",.?/ ]*$/,
  companyAdvice,
  employeeAdvice,
  // A pay event is due on the payday. A change to a lodged pay is due a few days after the change.
  reports: {
    event: 'stp-pay-event',
    correction: 'stp-update',
    due: (payDate) => payDate,
    correctionDue: (changedOn) => addDays(changedOn, CORRECTION_DAYS),
  },
  takingBack: 'send an update event of the year, which reports nil under the wrong number',
  newNumberSteps: [
    'The year to date under the new number starts at 0.00. Finalise the year as usual: the people are finalised under each number, in an event of its own.',
  ],
  correction: {
    kind: 'update-event',
    message:
      'The tax office holds the old figures: send an update event, within 14 days or with the next pay event.',
  },
  daysToReport: 0,
  payments: {
    kind: 'payg-withholding',
    lateCharge: 'The tax office may charge the general interest charge for each day until it is paid.',
    dateNote: ({ au }, today) => uncheckedDate(au.paygDue.at(today)),
    of: withholding,
  },
  deductionsWithTax: [],
  furtherPayments: [
    {
      kind: 'child-support',
      office: 'SERVICES_AUSTRALIA',
      deductions: ['CHILD_SUPPORT_DEDUCTION', 'CHILD_SUPPORT_GARNISHEE'],
      lateCharge: 'Services Australia may charge a penalty, and recover the amount from the employer.',
      dateNote: ({ au }, today) => uncheckedDate(au.childSupportDue.at(today)),
      of: childSupport,
    },
  ],
}

/** Child support payments by month. A deduction with its own payee is paid through the bank file and not counted here. */
function childSupport(paydays: readonly PaydaySums[], rates: Rates, today: CivilDate): DuePayment[] {
  const { dayOfNextMonth } = rates.au.childSupportDue.at(today).value
  const deducted = paydays.filter((row) => row.parts.child_support !== undefined)
  const months = Map.groupBy(deducted, (row) => row.pay_date.slice(0, 7))
  return [...months.values()].map((rows) => {
    const { year, month } = partsOf(present(rows[0]).pay_date)
    const end = makeDate(year, month, daysInMonth(year, month))
    return {
      start: makeDate(year, month, 1),
      end,
      due: addDays(end, dayOfNextMonth),
      amount: sum(rows.map((row) => decimal(row.parts.child_support ?? '0'))),
      parts: {},
    }
  })
}

/** A year counts once it ended at least this many months before the month of the payday: from September. Unverified. */
const MONTHS_AFTER_YEAR = 2

/**
 * The first day from which the employer is a large withholder, after a financial year with more than the limit
 * withheld (TAA 1953, schedule 1, s 16-95; unverified). It then stays one until the tax office decides otherwise.
 */
function largeFrom(paydays: readonly PaydaySums[], limit: Decimal): CivilDate | null {
  const years = Map.groupBy(paydays, (row) => auIncomeYear(row.pay_date).end)
  const ends = [...years].filter(([, own]) => sum(own.map((row) => decimal(row.tax))).gt(limit))
  const [first] = ends.map(([end]) => end).sort()
  return first ? addMonths(addDays(first, 1), MONTHS_AFTER_YEAR) : null
}

/**
 * PAYG withholding by quarter, month or payday, depending on the amount withheld in the twelve months up to today, and
 * in the financial years before.
 */
function withholding(paydays: readonly PaydaySums[], rates: Rates, today: CivilDate): DuePayment[] {
  const { holidays, paygDue } = rates.au
  const rule = paygDue.at(today).value
  const isHoliday = (day: number) => holidays.days.has(day)
  const yearBack = addYears(today, -1)
  const lastYear = paydays.filter((row) => row.pay_date > yearBack && row.pay_date <= today)
  const cycle = paygCycle(sum(lastYear.map((row) => decimal(row.tax))), rule)
  const large = largeFrom(paydays, rule.monthlyUpTo)
  const periodOf = (payDate: CivilDate) =>
    paygPeriod(payDate, large !== null && payDate >= large ? 'large' : cycle, rule, isHoliday)
  const periods = Map.groupBy(paydays, (row) => `${Object.values(periodOf(row.pay_date))}`)
  return [...periods.values()].map((rows) => ({
    ...periodOf(present(rows[0]).pay_date),
    amount: sum(rows.map((row) => decimal(row.tax))),
    parts: {},
  }))
}
