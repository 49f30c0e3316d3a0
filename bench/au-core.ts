import { join } from 'node:path'
import type { AuPayInput } from '../src/countries/au/law/input/input.ts'
import { calculateAuPay } from '../src/countries/au/law/pay.ts'
import { parseAuRates } from '../src/countries/au/law/rates/rates.ts'
import { civilDate } from '../src/kernel/values/dates.ts'
import { decimal } from '../src/kernel/values/money.ts'
import { readRateFiles } from '../src/load-rates.ts'
import { auPay } from '../test/support/au-pay.ts'
import type { Bench } from './bench.ts'

/**
 * Australian pays calculated per second on one core with the trace on: an ordinary fortnight with leave, an allowance and a
 * deduction.
 */
export const benches: Bench[] = [
  {
    name: 'AU pays, calculated with their steps',
    target: { atLeast: 10_000 },
    run: async () => ({ ours: measureAuCore(), unit: 'pays/s' }),
  },
]

function measureAuCore(milliseconds = 2000): number {
  const rates = parseAuRates(readRateFiles(join(import.meta.dirname, '..', 'rates', 'au')))
  const inputs = examplePays()
  for (let i = 0; i < 500; i++) calculateAuPay(inputs[i % inputs.length] as AuPayInput, rates)
  const start = performance.now()
  let pays = 0
  while (performance.now() - start < milliseconds) {
    for (const input of inputs) calculateAuPay(input, rates)
    pays += inputs.length
  }
  return pays / ((performance.now() - start) / 1000)
}

function examplePays(): AuPayInput[] {
  return Array.from({ length: 50 }, (_, index) => {
    const rate = decimal((28 + index * 0.75).toFixed(2))
    return auPay({
      payPeriod: 'FORTNIGHTLY',
      ratePerHour: rate,
      hours: [
        {
          description: 'Ordinary hours',
          units: 'hours',
          value: decimal('68.4'),
          ratePerUnit: rate,
          isOvertime: false,
        },
        {
          description: 'Overtime',
          units: 'hours',
          value: decimal('3.5'),
          ratePerUnit: rate.times('1.5'),
          isOvertime: true,
        },
      ],
      leave: [
        {
          description: 'Annual leave',
          leaveType: 'HOLIDAY',
          date: civilDate('2026-11-05'),
          hours: decimal('7.6'),
          ratePerHour: rate,
          loadingAmount: null,
        },
      ],
      allowances: [
        {
          description: 'First aid',
          amountPerUnit: decimal('18.35'),
          units: decimal('1'),
          category: 'KN',
          isTaxable: true,
          isItemised: true,
          isInSuper: true,
        },
      ],
      deductions: [
        {
          description: 'Union fees',
          amountType: 'FIXED',
          amount: decimal('23.40'),
          limitPerPay: null,
          limitLeft: null,
          classification: 'UNION_FEES',
          isInSuper: true,
        },
      ],
    })
  })
}
