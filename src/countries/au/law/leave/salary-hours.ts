import type { CivilDate } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  greater,
  isZero,
  notBelowZero,
  smaller,
  sum,
  toPlaces,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { hoursBehind, standardHours } from '../../../../payroll/earnings.ts'
import type { HoursLine } from '../../../../payroll/input.ts'
import { type PayPeriod, periodStartFor } from '../../../../payroll/pay-periods.ts'
import { EMPLOYEE_SETTING } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import { isCashedOut } from '../earnings/cash-out.ts'
import type { AuPayInput } from '../input/input.ts'
import { ordinaryHours } from './ordinary-hours.ts'

/*
 * A salary for a week, a month or a year has no hours. Where leave accrues by the year, it counts the standard hours of that
 * time towards long service leave, because the Acts of the states give it for service.
 */

export type Week = Pick<AuPayInput, 'hoursPerDay' | 'daysPerWeek'>
type Salary = Pick<HoursLine, 'units' | 'value'>

const PERIOD_LABELS: readonly [RegExp, PayPeriod][] = [
  [/^\s*(wks?|weeks?|weekly)\b/i, 'WEEKLY'],
  [/^\s*(fortnights?|fortnightly)\b/i, 'FORTNIGHTLY'],
  [/^\s*(mths?|months?|monthly)\b/i, 'MONTHLY'],
]
const YEAR_LABEL = /^\s*(yrs?|years?|yearly|annum|annual|per annum|p\.?a\.?)\s*$/i
const PERIOD_LABEL = /^\s*(pay )?periods?\b/i
/** Its value may be the amount, so it counts for one period at most. */
const SALARY_LABEL = /^\s*(salary|salaries|wages?|pay)\s*$/i

const MONTHS_IN_YEAR = whole(12)

/** The standard hours of the time that a salary row names in its units. Null when the units name no time. */
export function salaryHours({ units, value }: Salary, payPeriod: PayPeriod, week: Week): Decimal | null {
  const named = PERIOD_LABELS.find(([label]) => label.test(units))
  if (named) return value.times(standardHours(named[1], week))
  if (YEAR_LABEL.test(units)) return value.times(standardHours('MONTHLY', week)).times(MONTHS_IN_YEAR)
  if (PERIOD_LABEL.test(units)) return value.times(standardHours(payPeriod, week))
  if (SALARY_LABEL.test(units)) return smaller(value, whole(1)).times(standardHours(payPeriod, week))
  return null
}

/** Whether long service leave counts the salary rows of this pay. */
export const countsSalary = ({ leaveSettings: { isSalaryService, accrueOnHoursWorked } }: AuPayInput) =>
  isSalaryService === true && !accrueOnHoursWorked

/** The hours that the salary rows count, without the hours of leave, of days not employed and of the period's other pays. */
export function hoursOfSalaries(input: AuPayInput, trace: Trace): Decimal {
  const { payPeriod, periodEnd, hoursPerDay } = input
  const rows = input.hours.filter((line) => !line.isOvertime && line.ratePerUnit.gt(ZERO))
  const paid = rows.flatMap((line) =>
    isZero(hoursBehind(line, hoursPerDay)) ? (salaryHours(line, payPeriod, input) ?? []) : [],
  )
  if (paid.length === 0) return ZERO
  const start = periodStartFor(payPeriod, periodEnd)
  return trace.made({
    name: 'leave.salary-hours',
    formula:
      'standard hours of the salary rows; at most those of the period (or of the rows, if they pay for more), less days not employed, leave and hours of the period’s other pays; to six places',
    inputs: {
      rows: sum(paid),
      period: standardHours(payPeriod, input),
      notEmployed: hoursNotEmployed(input, start),
      leave: leaveWithin(input, start),
      otherPays: sum([input.otherPays.ordinaryHours ?? ZERO, input.otherPays.leaveHours ?? ZERO]),
    },
    make: (of) => {
      const most = greater(of.rows, of.period).minus(of.notEmployed).minus(of.leave).minus(of.otherPays)
      return toPlaces(smaller(of.rows, notBelowZero(most)), 6)
    },
    rule: 'Long service leave is for service, so a salary counts the standard hours of its time',
    source: EMPLOYEE_SETTING,
  })
}

/** The share of the period’s standard hours that falls on days before the start or after the end of the employment. */
function hoursNotEmployed(input: AuPayInput, start: CivilDate): Decimal {
  const { startDate, periodEnd, payPeriod, termination, endedOn } = input
  const end = termination?.terminationDate ?? endedOn ?? periodEnd
  const from = startDate > start ? startDate : start
  const employed = ordinaryHours(from, end < periodEnd ? end : periodEnd, input)
  const ofPeriod = ordinaryHours(start, periodEnd, input)
  if (employed.gte(ofPeriod)) return ZERO
  const share = ofPeriod.minus(employed).div(ofPeriod)
  return toPlaces(standardHours(payPeriod, input).times(share), 6)
}

/** Leave in the period. Paid leave counts through its own row, and unpaid leave is no service. */
function leaveWithin({ leave, periodEnd }: AuPayInput, start: CivilDate): Decimal {
  return sum(
    leave
      .filter(({ date, leaveType }) => date >= start && date <= periodEnd && !isCashedOut(leaveType))
      .map(({ hours }) => hours),
  )
}
