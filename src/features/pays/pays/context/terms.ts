import type { EmployeeTerms } from '../../../../database/tables/employee-terms.ts'
import type { EarlierEmployment } from '../../../../database/tables/employments.ts'
import type { PayRow } from '../../../../database/tables/pays.ts'
import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import { present } from '../../../../kernel/values/present.ts'
import { employmentOn, servicesBefore } from '../../../../payroll/employments.ts'
import type { PayTiming } from '../../../../payroll/history.ts'
import {
  changeDays,
  type TermsTimeline,
  termAtEnd,
  termOn,
  termsTimeline,
  withoutUndatedSince,
} from '../../../../payroll/terms.ts'
import { PAY_PERIODS } from '../../../../payroll/words.ts'
import {
  allEmploymentsOf,
  changeOf,
  type EmployeeField,
  fieldOf,
  TAX_NUMBER_STATUS,
  TERM_FIELDS,
} from '../../../employees/employees/index.ts'
import { LEAVE_TERMS, type PayEmployee } from '../job/pay-employee.ts'

/** A loaded employee, with the timeline of terms and earlier employments. Most employees have neither. */
export type LoadedEmployee = {
  /** The current record. */
  today: PayEmployee
  /** Null if no term has ever changed. */
  timeline: TermsTimeline | null
  earlier: readonly EarlierEmployment[] | null
  /** Whether terms were changed after a pay was made. Checks the pays since the payment date of a new pay. */
  hasOldTerms: boolean
  /** The service start date from the opening balances. */
  openingStart: CivilDate | null
}

/** The days of a pay. A final pay has the employment's last day. A stored pay has its id. */
type Days = Pick<PayTiming, 'payDate' | 'periodStart' | 'periodEnd'> & {
  lastDay?: CivilDate | null
  payId?: number
}

/** The employee's pay period on a day. */
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

/**
 * The employee as of a pay: tax terms by the payment date, and service by the employment. Other terms apply by the period
 * end, and on a final pay by the employment's last day: leave is paid out as if it had been taken before the end (Fair Work
 * Act 2009 s 90(2)).
 */
export function employeeOn(employee: LoadedEmployee, days: Days): PayEmployee {
  const { today, timeline, earlier } = employee
  if (!timeline && !earlier) return today
  const service = serviceOn(employee, days)
  if (!timeline) return { ...today, ...service }
  const values = TERM_FIELDS.filter((name) => timeline.has(name)).flatMap((name) => {
    const value =
      fieldOf(name).term === 'payment'
        ? termOn(timeline, name, days.payDate)
        : periodTerm(timeline, name, days)
    return value === undefined ? [] : [[name, value] as const]
  })
  const taxNumber = termOn(timeline, TAX_NUMBER_STATUS, days.payDate)
  const rates = timeline.get('pay_rate_per_hour')
  return {
    ...today,
    ...Object.fromEntries(values),
    ...(typeof taxNumber === 'string' ? { tax_number_status: taxNumber } : {}),
    ...(rates ? { rates } : {}),
    ...earlierTerms(timeline, days),
    ...laterTerms(timeline, days),
    ...service,
  }
}

/** The terms by which rows of an earlier day earn leave, oldest first. Most employees never change them. */
function earlierTerms(timeline: TermsTimeline, days: Days): Pick<PayEmployee, 'earlier_terms'> {
  const fields = LEAVE_TERMS.filter((name) => timeline.has(name))
  const end = days.lastDay ?? days.periodEnd
  const changes = fields.length === 0 ? [] : changeDays(timeline, fields).filter((day) => day <= end)
  if (changes.length === 0) return {}
  return {
    earlier_terms: changes.map((day) => {
      const to = addDays(day, -1)
      return { to, terms: Object.fromEntries(fields.map((name) => [name, termOn(timeline, name, to)])) }
    }),
  }
}

/** The terms that begin after the pay, for rows of leave that it pays in advance. */
function laterTerms(timeline: TermsTimeline, days: Days): Pick<PayEmployee, 'later_terms'> {
  const fields = LEAVE_TERMS.filter((name) => timeline.has(name))
  const end = days.lastDay ?? days.periodEnd
  const changes = fields.length === 0 ? [] : changeDays(timeline, fields).filter((day) => day > end)
  if (changes.length === 0) return {}
  return {
    later_terms: changes.map((from) => ({
      from,
      terms: Object.fromEntries(fields.map((name) => [name, termOn(timeline, name, from)])),
    })),
  }
}

function periodTerm(timeline: TermsTimeline, name: EmployeeField, { lastDay, periodEnd }: Days) {
  return lastDay ? termAtEnd(timeline, name, { lastDay, periodEnd }) : termOn(timeline, name, periodEnd)
}

/**
 * The terms as recorded when a pay was made, or null if they are not known: they must lead to the rate the pay has for the
 * last day of its period.
 */
export function termsAsMade(
  recorded: readonly EmployeeTerms[],
  pay: Pick<PayRow, 'created_at' | 'last_terms_id'> & { periodEnd: CivilDate; ratePerHour: string | null },
): TermsTimeline | null {
  const { last_terms_id: last } = pay
  const isKnown = (row: EmployeeTerms) => (last === null ? row.created_at < pay.created_at : row.id <= last)
  const timeline = termsTimeline(recorded.filter(isKnown).map(changeOf))
  const rate = termOn(timeline, 'pay_rate_per_hour', pay.periodEnd)
  if (rate === undefined) return timeline
  const isSame = Number(rate) === Number(pay.ratePerHour) && (rate === null) === (pay.ratePerHour === null)
  return isSame ? timeline : null
}

/**
 * The employee without the changes that were sent without a date after a pay was made. They are meant for the next pay, but their
 * day may be in the period of this one, as when it is paid before its period ends.
 */
export function withoutChangesForNextPay(
  employee: LoadedEmployee,
  recorded: readonly EmployeeTerms[],
  { last_terms_id: last, updated_at: updatedAt }: Pick<PayRow, 'last_terms_id' | 'updated_at'>,
): LoadedEmployee {
  const isLater = (row: EmployeeTerms) => (last === null ? row.created_at > updatedAt : row.id > last)
  const since = new Set(recorded.filter((row) => row.entered_on !== null && isLater(row)))
  if (since.size === 0) return employee
  const changes = new Map(recorded.map((row) => [changeOf(row), row]))
  const kept = withoutUndatedSince([...changes.keys()], (change) => since.has(present(changes.get(change))))
  return { ...employee, timeline: termsTimeline(kept) }
}

const PERIOD_FIELDS = TERM_FIELDS.filter((name) => fieldOf(name).term === 'period')

/**
 * Terms that change within the period, for which undated rows are ambiguous, and terms of the period that begin after the
 * employment has ended.
 */
export function changedWithin({ timeline }: Pick<LoadedEmployee, 'timeline'>, days: Days): string[] {
  if (!timeline) return []
  const { periodStart, periodEnd, lastDay } = days
  const ofPeriod = PERIOD_FIELDS.filter((name) => timeline.has(name))
  const end = lastDay ?? periodEnd
  const until = end > periodEnd ? end : periodEnd
  const changed = changeDays(timeline, ofPeriod).filter((day) => day > periodStart && day <= until)
  return changed.flatMap((day) => {
    const names = ofPeriod.filter((name) => changeDays(timeline, [name]).includes(day))
    if (day <= end)
      return `The terms change on ${day}, within the period (${names.join(', ')}): rows with a date follow the terms of that day, rows without one those of the last day${lastDay ? ' of the employment' : ''}.`
    const unused = names.filter((name) => termOn(timeline, name, day) !== periodTerm(timeline, name, days))
    return unused.length === 0
      ? []
      : `The terms that begin on ${day} (${unused.join(', ')}) are later than the last day of the employment, ${end}: leave and rows without a date follow the terms of that day.`
  })
}

type Service = Pick<PayEmployee, 'start_date' | 'is_terminated' | 'termination_date' | 'earlier_service'>

/**
 * The service that counts for a pay, any that ended before it, and whether its own has ended. A final pay belongs to the
 * employment that it ended, and a new one to the current employment, whatever its date.
 */
export function serviceOn({ today, earlier, openingStart }: LoadedEmployee, days: Days): Service {
  const { start_date, is_terminated, termination_date } = today
  const current = { start_date, is_terminated, termination_date }
  if (!earlier) return current
  const employments = allEmploymentsOf(today, earlier, openingStart)
  const ended = earlier.findIndex(({ final_pay_id }) => final_pay_id !== null && final_pay_id === days.payId)
  const own = days.lastDay ? employments.at(ended) : employmentOn(employments, days.periodEnd)
  if (!own) return current
  const before = servicesBefore(employments, own)
  const next = employments[employments.indexOf(own) + 1]
  // Even where service continues, the final pay has already paid out the leave up to the end of the
  // employment.
  const end = next ? { is_terminated: true, termination_date: own.end } : {}
  return {
    ...current,
    ...end,
    start_date: own.serviceStart,
    ...(before.length > 0 ? { earlier_service: before } : {}),
  }
}
