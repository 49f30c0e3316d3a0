import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { present } from '../../../../kernel/values/present.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import type { NzPayInput } from '../input/input.ts'
import type { EmploymentLeaveRates, HolidayRates, NzRates } from './rates.ts'

/* Which leave Act a pay follows: the Holidays Act 2003, or the Employment Leave Act 2026 after it. */

type Asked = Pick<NzPayInput, 'payPeriod' | 'periodEnd' | 'startDate'>

/**
 * The rates of the Employment Leave Act 2026, when the pay follows it. An employee moves with the first pay period that starts
 * on or after its first day (Schedule 1 cl 6). Someone employed later follows it from the start.
 */
export function nextActOf(
  { payPeriod, periodEnd, startDate }: Asked,
  rates: NzRates,
): Dated<EmploymentLeaveRates> | undefined {
  const start = periodStartFor(payPeriod, periodEnd)
  return rates.employmentLeave.find(start < startDate ? startDate : start)
}

/** The Holidays Act's figures on a day. A period that began under the Act is paid by its last ones, however late. */
export function holidaysActOn(day: CivilDate, rates: NzRates): Dated<HolidayRates> {
  const { to } = present(rates.holidays.entries.at(-1))
  return rates.holidays.at(to !== undefined && day > to ? to : day)
}
