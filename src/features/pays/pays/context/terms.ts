import type { EarlierEmployment } from '../../../../database/tables/employments.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { employmentOn, servicesBefore } from '../../../../payroll/employments.ts'
import type { PayTiming } from '../../../../payroll/history.ts'
import { changeDays, type TermsTimeline, termOn } from '../../../../payroll/terms.ts'
import { PAY_PERIODS } from '../../../../payroll/words.ts'
import {
  allEmploymentsOf,
  fieldOf,
  TAX_NUMBER_STATUS,
  TERM_FIELDS,
} from '../../../employees/employees/index.ts'
import type { PayEmployee } from '../job/pay-employee.ts'

/** A loaded employee, with recorded terms and earlier employments. Most employees have neither. */
export type LoadedEmployee = {
  /** The current record. */
  today: PayEmployee
  /** Null if no term has ever changed. */
  timeline: TermsTimeline | null
  earlier: readonly EarlierEmployment[] | null
  /** The service start date from the opening balances. */
  openingStart: CivilDate | null
}

type Days = Pick<PayTiming, 'payDate' | 'periodStart' | 'periodEnd'>

/** The employee's pay frequency on a day. */
export function frequencyOn({ today, timeline }: LoadedEmployee, day: CivilDate): PayEmployee['pay_period'] {
  const frequency = timeline && termOn(timeline, 'pay_period', day)
  return PAY_PERIODS.find((period) => period === frequency) ?? today.pay_period
}

/** The employee's pay calendar on a day, or null for the company's own cycle. */
export function calendarOn({ today, timeline }: LoadedEmployee, day: CivilDate): number | null {
  const calendar = timeline ? termOn(timeline, 'pay_calendar_id', day) : undefined
  if (calendar === undefined) return today.pay_calendar_id
  return typeof calendar === 'number' ? calendar : null
}

/** The employee as of a pay: tax terms by the payment date, other terms by the period end, and service by the employment. */
export function employeeOn(employee: LoadedEmployee, days: Days & { isEnding?: boolean }): PayEmployee {
  const { today, timeline, earlier } = employee
  if (!timeline && !earlier) return today
  // A final pay always ends the current employment, whatever its date.
  const service = serviceOn(employee, days.isEnding ? null : days.periodEnd)
  if (!timeline) return { ...today, ...service }
  const values = TERM_FIELDS.flatMap((name) => {
    const value = termOn(timeline, name, fieldOf(name).term === 'payment' ? days.payDate : days.periodEnd)
    return value === undefined ? [] : [[name, value] as const]
  })
  const taxNumber = termOn(timeline, TAX_NUMBER_STATUS, days.payDate)
  const rates = timeline.get('pay_rate_per_hour')
  return {
    ...today,
    ...Object.fromEntries(values),
    ...(typeof taxNumber === 'string' ? { tax_number_status: taxNumber } : {}),
    ...(rates ? { rates } : {}),
    ...service,
  }
}

/** Terms that change within the period, for which undated rows are ambiguous. */
export function changedWithin({ timeline }: LoadedEmployee, { periodStart, periodEnd }: Days): string[] {
  if (!timeline) return []
  const ofPeriod = TERM_FIELDS.filter((name) => fieldOf(name).term === 'period')
  const isWithin = (day: CivilDate) => day > periodStart && day <= periodEnd
  const days = changeDays(timeline, ofPeriod).filter(isWithin)
  return days.map((day) => {
    const names = ofPeriod.filter((name) => changeDays(timeline, [name]).includes(day))
    return `The terms change on ${day}, within the period (${names.join(', ')}): rows without a date are paid by the terms of its last day.`
  })
}

/** The service that counts on a day, and any that ended before it. Without a day, that of the current employment. */
function serviceOn(
  { today, earlier, openingStart }: LoadedEmployee,
  day: CivilDate | null,
): Pick<PayEmployee, 'start_date' | 'earlier_service'> {
  if (!earlier) return { start_date: today.start_date }
  const employments = allEmploymentsOf(today, earlier, openingStart)
  const own = day === null ? employments.at(-1) : employmentOn(employments, day)
  if (!own) return { start_date: today.start_date }
  const before = servicesBefore(employments, own)
  return { start_date: own.serviceStart, ...(before.length > 0 ? { earlier_service: before } : {}) }
}
