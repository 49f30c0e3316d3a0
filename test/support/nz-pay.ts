import { join } from 'node:path'
import { NZ_AMOUNTS } from '../../src/countries/nz/law/input/amounts.ts'
import type { NzPayInput } from '../../src/countries/nz/law/input/input.ts'
import { parseNzRates } from '../../src/countries/nz/law/rates/rates.ts'
import { civilDate } from '../../src/kernel/values/dates.ts'
import { type Decimal, decimal, ONE, ZERO } from '../../src/kernel/values/money.ts'
import { readRateFiles } from '../../src/load-rates.ts'
import { totalsOf } from '../../src/payroll/amounts.ts'
import type { DeductionClass } from '../../src/payroll/input.ts'
import { BONUS_FIELDS, itemDefaults, lawFields, storedFields } from '../../src/payroll/line-fields.ts'
import { NO_LINES } from './pay-lines.ts'

/** The shipped New Zealand rates. */
export const nzRates = parseNzRates(readRateFiles(join(import.meta.dirname, '..', '..', 'rates', 'nz')))

/** A weekly pay without amounts, code M, no KiwiSaver and no loan. Tests change what they are about. */
export function nzPay(changes: Partial<NzPayInput> = {}): NzPayInput {
  return {
    payDate: civilDate('2026-10-01'),
    payPeriod: 'WEEKLY',
    periodEnd: civilDate('2026-10-04'),
    ratePerHour: ZERO,
    hoursPerDay: decimal('8'),
    daysPerWeek: decimal('5'),
    ...NO_LINES,
    tax: { code: 'M', certificateRate: null, schedularRate: null },
    studentLoan: {
      hasLoan: false,
      specialRate: null,
      isOnEveryDollar: false,
      cirRate: null,
      cirLeft: null,
      borAmount: null,
      borRate: null,
    },
    kiwiSaver: {
      statusCode: 'NK',
      existingAction: 'NONE',
      employeeRate: null,
      employerRate: null,
      cecObligation: 'REQUIRED',
      isEmployerVoluntary: false,
      complyingFundRate: null,
      esctRate: decimal('0.105'),
      taxMethod: 'ESCT',
      payeFraction: ONE,
    },
    electedExtraPayRate: null,
    dateOfBirth: civilDate('1990-01-01'),
    startDate: civilDate('2020-01-06'),
    yearToDate: { ...totalsOf(NZ_AMOUNTS, 'year', () => ZERO), gross: ZERO },
    periodSoFar: {
      ...totalsOf(NZ_AMOUNTS, 'period', () => ZERO),
      studentLoan: ZERO,
      studentLoanCir: ZERO,
    },
    earlierPays: [],
    holidayHistory: {
      grossLast4Weeks: ZERO,
      irregularLast4Weeks: ZERO,
      grossLast52Weeks: ZERO,
      unpaidWeeksLast52: ZERO,
      daysPaidLast52Weeks: ZERO,
      grossSinceAnniversary: ZERO,
      paidInAdvance: ZERO,
    },
    leaveSettings: {
      isLeaveEnabled: true,
      isHolidayPayPaidWithWages: false,
      annualWeeksPerYear: null,
      sickDaysPerYear: null,
      ordinaryWeeklyPay: null,
      anniversaryRegion: null,
      alternativeDaysEarned: ZERO,
    },
    leaveBalances: { annualHolidaysWeeks: ZERO, altHolidayDays: ZERO, sickDays: ZERO },
    termination: null,
    ...changes,
  }
}

/** Ordinary pay of an amount, as one row. */
export function paidHours(amount: Decimal): NzPayInput['hours'] {
  return [
    { description: 'Ordinary hours', units: 'hours', value: ONE, ratePerUnit: amount, isOvertime: false },
  ]
}

/** A bonus row. The New Zealand flags are off by default. */
export function bonus(
  amount: Decimal,
  changes: Partial<NzPayInput['bonuses'][number]> = {},
): NzPayInput['bonuses'][number] {
  return {
    description: 'Bonus',
    amount,
    ...lawFields(BONUS_FIELDS, storedFields(BONUS_FIELDS, itemDefaults(BONUS_FIELDS))),
    withholdPaye: false,
    ...changes,
  }
}

/** A deduction of a fixed amount. */
export function deduction(amount: Decimal, classification: DeductionClass): NzPayInput['deductions'][number] {
  return {
    description: classification,
    amountType: 'FIXED',
    amount,
    limitPerPay: null,
    limitLeft: null,
    classification,
    isInSuper: true,
  }
}
