import { type Decimal, percent, sum, toCent, ZERO } from '../../../kernel/values/money.ts'
import type { LineAmounts } from '../../../payroll/result.ts'
import type { NzPayInput } from './input.ts'
import type { HolidayRates } from './rates.ts'

/** How a payslip names holiday pay that goes out with the wages; s 28(1)(c) asks for a part of its own that can be told apart. */
const NAMED = /\bholiday\s+pay\b|\b8(\.0+)?\s*%/i
/** Pay of a public holiday, and a row that says there is none. */
const OTHER = /\bpublic\s+holiday|\bno\s+holiday\s+pay\b/i

/** Whether an allowance is holiday pay that goes out with the wages, by its description. */
export const isHolidayPayRow = (description: string): boolean =>
  NAMED.test(description) && !OTHER.test(description)

/**
 * Holiday pay goes out with the wages only where an allowance of the pay says so. The record's switch alone pays nothing, and nothing is
 * owed at the end for what the switch says was paid.
 */
export function holidayPayWarnings(
  input: NzPayInput,
  amounts: Pick<LineAmounts, 'allowances'>,
  holidayGross: Decimal,
  { holidayPayRate }: HolidayRates,
): string[] {
  if (!input.leaveSettings.isHolidayPayPaidWithWages) return []
  const named = input.allowances.flatMap(({ description }, index) =>
    isHolidayPayRow(description) ? [amounts.allowances[index] ?? ZERO] : [],
  )
  const paid = sum(named)
  const owed = toCent(holidayGross.minus(paid).times(holidayPayRate))
  const rate = percent(holidayPayRate)
  const add = 'Add it as an allowance named "Holiday pay", or set is_holiday_pay_paid_with_wages to false.'
  const rule = 'Holidays Act 2003 s 28'
  if (owed.gt(paid))
    return [
      `is_holiday_pay_paid_with_wages is true, and this pay has ${paid.eq(ZERO) ? 'no' : `only ${paid.toFixed(2)} of`} holiday pay: ${owed.toFixed(2)} is ${rate} of its gross earnings (${rule}). ${add}`,
    ]
  if (input.termination === null || paid.gt(ZERO)) return []
  return [
    `is_holiday_pay_paid_with_wages is true, so this final pay has no holiday pay. What earlier pays did not pay as ${rate} is still owed (${rule}): check them.`,
  ]
}
