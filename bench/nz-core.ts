import { join } from 'node:path'
import { readRateFiles } from '../src/load-rates.ts'
import { addDays, civilDate } from '../src/payroll/dates.ts'
import { decimal, ONE, whole, ZERO } from '../src/payroll/money.ts'
import type { NzPayInput, NzTaxCode } from '../src/payroll/nz/input.ts'
import { calculateNzPay } from '../src/payroll/nz/pay.ts'
import { parseNzRates } from '../src/payroll/nz/rates.ts'
import type { Bench } from './bench.ts'

const CODES: readonly NzTaxCode[] = ['M', 'ME', 'S', 'SH', 'SB']

export const benches: Bench[] = [
  {
    name: 'NZ pays, pure, trace on, one core',
    target: { atLeast: 10_000 },
    run: async () => {
      const { paysPerSecond, stepsPerPay } = measureNzCore()
      return { ours: paysPerSecond, unit: 'pays/s', note: `${stepsPerPay.toFixed(0)} steps each` }
    },
  },
]

/** How many New Zealand pays one core calculates in a second, with every step written down. */
export function measureNzCore(pays = 20_000): { paysPerSecond: number; stepsPerPay: number } {
  const rates = parseNzRates(readRateFiles(join(import.meta.dirname, '..', 'rates', 'nz')))
  const inputs = Array.from({ length: 500 }, (_, index) => typicalPay(index))
  for (const input of inputs) calculateNzPay(input, rates)
  let steps = 0
  const start = performance.now()
  for (let i = 0; i < pays; i++) {
    steps += calculateNzPay(inputs[i % inputs.length] as NzPayInput, rates).steps.length
  }
  const seconds = (performance.now() - start) / 1000
  return { paysPerSecond: Math.round(pays / seconds), stepsPerPay: steps / pays }
}

/** A weekly pay as most are: hours, some overtime, an allowance, KiwiSaver; every third with a loan, every tenth a bonus. */
function typicalPay(index: number): NzPayInput {
  const payDate = addDays(civilDate('2026-04-08'), (index % 25) * 7)
  const rate = decimal(`${24 + (index % 40)}.${index % 10}5`)
  return {
    payDate,
    payPeriod: 'WEEKLY',
    periodEnd: payDate,
    ratePerHour: rate,
    hoursPerDay: whole(8),
    daysPerWeek: whole(5),
    hours: [
      { description: 'Ordinary', units: 'hours', value: whole(38), ratePerUnit: rate, isOvertime: false },
      {
        description: 'Overtime',
        units: 'hours',
        value: whole(index % 5),
        ratePerUnit: rate.times('1.5'),
        isOvertime: true,
      },
    ],
    leave: [],
    allowances: [
      {
        description: 'Tools',
        amountPerUnit: decimal('12.50'),
        units: ONE,
        category: null,
        isTaxable: true,
        isItemised: false,
        isInSuper: true,
      },
    ],
    deductions: [],
    bonuses: index % 10 === 0 ? [annualBonus()] : [],
    sacrifices: [],
    backPayments: [],
    tax: { code: CODES[index % CODES.length] as NzTaxCode, certificateRate: null, schedularRate: null },
    studentLoan: {
      hasLoan: index % 3 === 0,
      specialRate: null,
      isOnEveryDollar: false,
      cirRate: null,
      cirLeft: null,
      borAmount: null,
      borRate: null,
    },
    kiwiSaver: {
      statusCode: 'AE',
      existingAction: 'NONE',
      employeeRate: null,
      employerRate: null,
      cecObligation: 'REQUIRED',
      isEmployerVoluntary: false,
      complyingFundRate: null,
      esctRate: decimal('0.175'),
      taxMethod: 'ESCT',
      payeFraction: ONE,
    },
    electedExtraPayRate: null,
    dateOfBirth: civilDate('1988-03-14'),
    startDate: civilDate('2021-02-01'),
    yearToDate: { gross: ZERO, levyLiable: ZERO },
    periodSoFar: {
      ordinary: ZERO,
      payeOrdinary: ZERO,
      studentLoanBase: ZERO,
      studentLoan: ZERO,
      studentLoanCir: ZERO,
    },
    earlierPays: [1, 2, 3].map((weeks) => {
      const day = addDays(payDate, -7 * weeks)
      return { payDate: day, periodEnd: day, ordinary: rate.times('38') }
    }),
    holidayHistory: {
      grossLast4Weeks: rate.times('152'),
      irregularLast4Weeks: ZERO,
      grossLast52Weeks: rate.times('1976'),
      unpaidWeeksLast52: ZERO,
      daysPaidLast52Weeks: whole(260),
      grossSinceAnniversary: rate.times('900'),
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
    leaveBalances: { annualHolidaysWeeks: whole(4), altHolidayDays: ONE, sickHours: whole(80) },
    termination: null,
  }
}

function annualBonus(): NzPayInput['bonuses'][number] {
  return {
    description: 'Annual bonus',
    amount: decimal('1500'),
    taxMethod: 'NORMAL_EARNINGS',
    startDate: null,
    endDate: null,
    isInSuper: true,
    isDirectorsFees: false,
    isReturnToWork: false,
    isNzEss: false,
    isNzEssCashSettled: false,
    withholdPaye: false,
    taxAsNzExtraPay: true,
    isNzDiscretionary: false,
  }
}
