import type { NzPayInput, NzTaxCode } from '../src/countries/nz/law/input/input.ts'
import { calculateNzPay } from '../src/countries/nz/law/pay.ts'
import { addDays, civilDate } from '../src/kernel/values/dates.ts'
import { decimal, ONE, whole } from '../src/kernel/values/money.ts'
import { bonus, nzPay, nzRates } from '../test/support/nz-pay.ts'
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

/** The number of New Zealand pays that one core calculates per second with the full trace. */
export function measureNzCore(pays = 20_000): { paysPerSecond: number; stepsPerPay: number } {
  const inputs = Array.from({ length: 500 }, (_, index) => typicalPay(index))
  for (const input of inputs) calculateNzPay(input, nzRates)
  let steps = 0
  const start = performance.now()
  for (let i = 0; i < pays; i++) {
    steps += calculateNzPay(inputs[i % inputs.length] as NzPayInput, nzRates).steps.length
  }
  const seconds = (performance.now() - start) / 1000
  return { paysPerSecond: Math.round(pays / seconds), stepsPerPay: steps / pays }
}

/**
 * A typical weekly pay: hours, some overtime, an allowance and KiwiSaver. Every third has a student loan, every tenth a bonus.
 */
function typicalPay(index: number): NzPayInput {
  const payDate = addDays(civilDate('2026-04-08'), (index % 25) * 7)
  const rate = decimal(`${24 + (index % 40)}.${index % 10}5`)
  const plain = nzPay()
  return {
    ...plain,
    payDate,
    periodEnd: payDate,
    ratePerHour: rate,
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
    bonuses: index % 10 === 0 ? [bonus(decimal('1500'), { taxAsNzExtraPay: true })] : [],
    tax: { ...plain.tax, code: CODES[index % CODES.length] as NzTaxCode },
    studentLoan: { ...plain.studentLoan, hasLoan: index % 3 === 0 },
    kiwiSaver: { ...plain.kiwiSaver, statusCode: 'AE', esctRate: decimal('0.175') },
    earlierPays: [1, 2, 3].map((weeks) => {
      const day = addDays(payDate, -7 * weeks)
      return { payDate: day, periodEnd: day, ordinary: rate.times('38') }
    }),
    holidayHistory: {
      ...plain.holidayHistory,
      grossLast4Weeks: rate.times('152'),
      grossLast52Weeks: rate.times('1976'),
      daysPaidLast52Weeks: whole(260),
      grossSinceAnniversary: rate.times('900'),
    },
    leaveBalances: { annualHolidaysWeeks: whole(4), altHolidayDays: ONE, sickDays: whole(80) },
  }
}
