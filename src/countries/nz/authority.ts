import {
  addYears,
  type CivilDate,
  daysInMonth,
  makeDate,
  nzTaxYear,
  partsOf,
} from '../../kernel/values/dates.ts'
import { decimal, sum } from '../../kernel/values/money.ts'
import { present } from '../../kernel/values/present.ts'
import type { Authority, DuePayment, PaydaySums } from '../contract/authority.ts'
import type { Rates } from '../contract/rates.ts'
import { companyAdvice, employeeAdvice } from './authority-advice.ts'
import { employmentInformationDue, payeDue } from './law/public-holidays/payday-dates.ts'

export const NZ_AUTHORITY: Authority = {
  code: 'IR',
  name: 'Inland Revenue',
  lodging: 'payday filing',
  gateway: 'payday',
  isYearToDate: false,
  belowZero:
    'Inland Revenue does not accept hours or amounts below zero: on its own, this pay is held back from employment information. Correct the earlier pay instead, so that its payday is amended, or file the difference with prior_period_adjustments.',
  isReportedBy: (company) => company.is_payday_filing_enabled === true,
  // Descriptions are not reported, so Māori words keep their macrons. Other unusual symbols are refused.
  descriptions: /^[\p{L}\p{M}0-9!@$%&*()\-_=[\];:'",.?/ ]*$/u,
  companyAdvice,
  employeeAdvice,
  // Due within two working days of the payday. An amendment is due two working days after the change.
  reports: {
    event: 'payday-filing',
    correction: 'payday-amendment',
    due: (payDate, rates) => employmentInformationDue(payDate, rates.nz),
    correctionDue: (changedOn, rates) => employmentInformationDue(changedOn, rates.nz),
  },
  takingBack: 'the same call amends the lines under the wrong number to nil',
  newNumberSteps: [
    'Everyone who was filed under the earlier number starts under the new one with their first pay there, on the first day of its period: the return has their employee details.',
    'In myIR, tell Inland Revenue that they finished under the earlier number on the day before, and that this number stops employing: returns can only be sent under the new one.',
  ],
  correction: {
    kind: 'amendment',
    message: 'Inland Revenue holds the old figures: file the payday again to send an amendment.',
  },
  // Two working days can span six calendar days over the longest public holiday break.
  daysToReport: 6,
  furtherPayments: [],
  // Child Support Act 1991, Part 10: the return shows the deductions, and they are paid with the PAYE.
  deductionsWithTax: ['CHILD_SUPPORT_DEDUCTION', 'CHILD_SUPPORT_GARNISHEE'],
  payments: {
    kind: 'paye',
    lateCharge: 'Inland Revenue may charge a late payment penalty and use-of-money interest.',
    of: payePayments,
  },
}

/** PAYE is due monthly, or twice a month for an employer whose PAYE and ESCT in the previous tax year reached the legal limit. */
function payePayments(paydays: readonly PaydaySums[], rates: Rates, today: CivilDate): DuePayment[] {
  const { twiceMonthlyFrom } = rates.nz.paydayDates.at(today).value.paye
  const byYear = Map.groupBy(paydays, (row) => nzTaxYear(row.pay_date).end)
  const isLarge = (payDate: CivilDate) => {
    const before = byYear.get(addYears(nzTaxYear(payDate).end, -1)) ?? []
    return sum(before.map((row) => decimal(row.paye_and_esct))).gte(twiceMonthlyFrom)
  }
  const periodOf = (row: PaydaySums) => payePeriod(row.pay_date, isLarge(row.pay_date))
  const periods = Map.groupBy(paydays, (row) => JSON.stringify(periodOf(row)))
  return [...periods.values()].map((rows) => {
    const { start, end, half } = periodOf(present(rows[0]))
    const { year, month } = partsOf(start)
    const due = payeDue({ year, month }, half, rates.nz)
    const names = [...new Set(rows.flatMap((row) => Object.keys(row.parts)))]
    const parts = Object.fromEntries(
      names.map((name) => [name, sum(rows.map((row) => decimal(row.parts[name] ?? '0')))]),
    )
    return { start, end, due, amount: sum(rows.map((row) => decimal(row.deducted))), parts }
  })
}

function payePeriod(payDate: CivilDate, isLarge: boolean) {
  const { year, month, day } = partsOf(payDate)
  const half: 'whole' | 'first' | 'second' = isLarge ? (day <= 15 ? 'first' : 'second') : 'whole'
  return {
    start: makeDate(year, month, half === 'second' ? 16 : 1),
    end: makeDate(year, month, half === 'first' ? 15 : daysInMonth(year, month)),
    half,
  }
}
