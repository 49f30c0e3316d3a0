import { ONE } from '../../../kernel/values/money.ts'
import { Trace } from '../../../payroll/trace.ts'
import type { NzPayInput } from './input/input.ts'
import {
  hasHolidayPayRow,
  holidayPayIn,
  holidayPayOwed,
  isPricedRow,
} from './leave/holiday-pay-with-wages.ts'
import { holidaysActOn } from './rates/next-act.ts'
import type { NzRates } from './rates/rates.ts'
import { addRows } from './rows.ts'

/** Prices the row of holiday pay paid with the wages, based on the other rows of the pay (Holidays Act 2003 s 28). */
export function settleHolidayPay(input: NzPayInput, rates: NzRates): NzPayInput {
  if (!hasHolidayPayRow(input) || !input.allowances.some(isPricedRow)) return input
  const without = { ...input, allowances: input.allowances.filter((line) => !isPricedRow(line)) }
  const rows = addRows(without, rates, new Trace())
  const others = holidayPayIn(without, rows.amounts)
  const amount = holidayPayOwed(
    { gross: rows.holidayGross, paid: others, others },
    holidaysActOn(input.payDate, rates),
    new Trace(),
  )
  return {
    ...input,
    allowances: input.allowances.map((line) =>
      isPricedRow(line) ? { ...line, amountPerUnit: amount, units: ONE } : line,
    ),
  }
}
