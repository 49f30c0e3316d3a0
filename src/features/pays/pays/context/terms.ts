import type { EmployeeTerms } from '../../../../database/tables/employee-terms.ts'
import type { EarlierEmployment } from '../../../../database/tables/employments.ts'
import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import { employmentOn } from '../../../../payroll/employments.ts'
import type { PayTiming } from '../../../../payroll/history.ts'
import { changeDays, type TermsTimeline, termOn, termsTimeline } from '../../../../payroll/terms.ts'
import { PAY_PERIODS } from '../../../../payroll/words.ts'
import {
  changeOf,
  employmentsOf,
  fieldOf,
  TAX_NUMBER_STATUS,
  TERM_FIELDS,
} from '../../../employees/employees/index.ts'
import type { PayEmployee } from '../job/pay-employee.ts'

/** An employee as read, with what is recorded of their terms and of earlier employments. Most have neither. */
export type LoadedEmployee = {
  /** The record of today. */
  today: PayEmployee
  terms: readonly Pick<EmployeeTerms, 'effective_from' | 'entered_on' | 'fields' | 'before'>[] | null
  earlier: readonly EarlierEmployment[] | null
  /** The start of service that opening figures name. */
  openingStart: CivilDate | null
}

type Days = Pick<PayTiming, 'payDate' | 'periodStart' | 'periodEnd'>

/** The frequency that the employee is paid by on a day. */
export function frequencyOn({ today, terms }: LoadedEmployee, day: CivilDate): PayEmployee['pay_period'] {
  if (!terms) return today.pay_period
  const frequency = termOn(timelineOf(terms), 'pay_period', day)
  return PAY_PERIODS.find((period) => period === frequency) ?? today.pay_period
}

/** The employee on the days of a pay: tax by the payment date, everything else by the end of the period, service by the employment. */
export function employeeOn(employee: LoadedEmployee, days: Days & { isEnding?: boolean }): PayEmployee {
  const { today, terms, earlier } = employee
  if (!terms && !earlier) return today
  const timeline = timelineOf(terms ?? [])
  const values = TERM_FIELDS.flatMap((name) => {
    const value = termOn(timeline, name, fieldOf(name).term === 'payment' ? days.payDate : days.periodEnd)
    if (value === undefined) return []
    // Decimals are text, as the database has them.
    return [[name, fieldOf(name).kind === 'decimal' && value !== null ? String(value) : value] as const]
  })
  const taxNumber = termOn(timeline, TAX_NUMBER_STATUS, days.payDate)
  const rates = ratesWithin(timeline, today, days)
  return {
    ...today,
    ...Object.fromEntries(values),
    ...(typeof taxNumber === 'string' ? { tax_number_status: taxNumber } : {}),
    ...(rates.length > 1 ? { rates_by_day: rates } : {}),
    // A final pay ends the employment that the employee has now, whatever its date.
    start_date: serviceStartOn(employee, days.isEnding ? null : days.periodEnd),
  }
}

/** Terms that change within the period, where rows without a date cannot tell which of them they mean. */
export function changedWithin({ terms }: LoadedEmployee, { periodStart, periodEnd }: Days): string[] {
  if (!terms) return []
  const timeline = timelineOf(terms)
  const ofPeriod = TERM_FIELDS.filter((name) => fieldOf(name).term === 'period')
  const isWithin = (day: CivilDate) => day > periodStart && day <= periodEnd
  const days = changeDays(timeline, ofPeriod).filter(isWithin)
  return days.map((day) => {
    const names = ofPeriod.filter((name) => changeDays(timeline, [name]).includes(day))
    return `The terms change on ${day}, within the period (${names.join(', ')}): rows without a date are paid by the terms of its last day.`
  })
}

function ratesWithin(timeline: TermsTimeline, today: PayEmployee, { periodStart, periodEnd }: Days) {
  const days = changeDays(timeline, ['pay_rate_per_hour']).filter(
    (day) => day > periodStart && day <= periodEnd,
  )
  return [addDays(periodStart, -366), ...days].map((from, index) => {
    const value = termOn(timeline, 'pay_rate_per_hour', index === 0 ? periodStart : from)
    return {
      from,
      rate: value === undefined ? today.pay_rate_per_hour : value === null ? null : String(value),
    }
  })
}

function serviceStartOn({ today, earlier, openingStart }: LoadedEmployee, day: CivilDate | null): string {
  if (!earlier) return today.start_date
  const employments = employmentsOf(today, earlier, openingStart)
  const own = day === null ? employments.at(-1) : employmentOn(employments, day)
  return own?.serviceStart ?? today.start_date
}

const timelineOf = (terms: NonNullable<LoadedEmployee['terms']>): TermsTimeline =>
  termsTimeline(terms.map(changeOf))
