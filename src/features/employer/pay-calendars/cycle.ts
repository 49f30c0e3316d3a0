import { countryOf, type Rates } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PayCalendar, PaymentDayRule } from '../../../database/tables/pay-calendars.ts'
import { addDays, type CivilDate } from '../../../kernel/values/dates.ts'
import { onBusinessDay, onBusinessDayBefore } from '../../../payroll/business-days.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'

/** The sequence of pay periods and their payment days. */
export type PayCycle = {
  /** Null for the company's own cycle. */
  calendarId: number | null
  payPeriod: PayPeriod
  anchor: CivilDate
  daysInArrears: number
  paymentDayRule: PaymentDayRule
}

/** The cycle of a calendar. Without a calendar, or if its pay period differs, the company's own cycle. */
export function cycleOf(
  company: Pick<Company, 'pay_cycle_anchor' | 'days_in_arrears'>,
  payPeriod: PayPeriod,
  calendar: PayCalendar | undefined,
): PayCycle {
  if (calendar && calendar.pay_period === payPeriod)
    return {
      calendarId: calendar.id,
      payPeriod,
      anchor: calendar.anchor_date,
      daysInArrears: calendar.days_in_arrears,
      paymentDayRule: calendar.payment_day_rule,
    }
  return {
    calendarId: null,
    payPeriod,
    anchor: company.pay_cycle_anchor,
    daysInArrears: company.days_in_arrears,
    paymentDayRule: 'NONE',
  }
}

/** The payment day of the period that ends on a day, moved if it falls on a weekend or public holiday. */
export function paymentDay(rates: Rates, country: string, cycle: PayCycle, periodEnd: CivilDate): CivilDate {
  const day = addDays(periodEnd, cycle.daysInArrears)
  if (cycle.paymentDayRule === 'NONE') return day
  const isHoliday = countryOf(country).bankHolidays(rates)
  return cycle.paymentDayRule === 'AFTER'
    ? onBusinessDay(day, isHoliday)
    : onBusinessDayBefore(day, isHoliday)
}
