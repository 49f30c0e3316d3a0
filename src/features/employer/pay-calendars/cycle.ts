import { countryOf, type Rates } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PayCalendar, PaymentDayRule } from '../../../database/tables/pay-calendars.ts'
import { addDays, type CivilDate } from '../../../kernel/values/dates.ts'
import { onBusinessDay, onBusinessDayBefore } from '../../../payroll/business-days.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'

/** How periods follow each other, and when they are paid. */
export type PayCycle = {
  /** Null: the company's own. */
  calendarId: number | null
  payPeriod: PayPeriod
  anchor: CivilDate
  daysInArrears: number
  paymentDayRule: PaymentDayRule
}

/** The cycle of a calendar; without one, or where its period is another, the company's own. */
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

/** When the period that ends on a day is paid: moved where that is a weekend or a public holiday. */
export function paymentDay(rates: Rates, country: string, cycle: PayCycle, periodEnd: CivilDate): CivilDate {
  const day = addDays(periodEnd, cycle.daysInArrears)
  if (cycle.paymentDayRule === 'NONE') return day
  const isHoliday = countryOf(country).bankHolidays(rates)
  return cycle.paymentDayRule === 'AFTER'
    ? onBusinessDay(day, isHoliday)
    : onBusinessDayBefore(day, isHoliday)
}
