import type { CivilDate } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  decimal,
  isZero,
  notBelowZero,
  sum,
  toPlaces,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { present } from '../../../../kernel/values/present.ts'
import { hoursBehind } from '../../../../payroll/earnings.ts'
import { periodStartFor, periodsPerYear } from '../../../../payroll/pay-periods.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import type { LeaveMovement } from '../../../../payroll/result.ts'
import { cite, EMPLOYEE_SETTING, FIGURES_OF_THIS_PAY } from '../../../../payroll/sources.ts'
import { rowsAsTerms, type Trace } from '../../../../payroll/trace.ts'
import { isCashedOut } from '../earnings/cash-out.ts'
import type { AuPayInput } from '../input/input.ts'
import { isUnpaidAbsence } from '../input/leave-types.ts'
import { type TermsSpan, termsByDay } from '../input/terms-by-day.ts'
import type { AuRates, CompensationLeave } from '../rates/rates.ts'
import { ordinaryHours } from './ordinary-hours.ts'
import { countsSalary, hoursOfSalaries } from './salary-hours.ts'

/* Leave accrual of a pay: per hour, or per year in equal shares for each period. */

const WEEKS_IN_YEAR = decimal('52')

type Accrued = 'holiday' | 'sick' | 'lsl'

export function accrue(input: AuPayInput, rates: AuRates, trace: Trace): LeaveMovement[] {
  const spans = termsByDay(input).map((span) => withHours(span, trace))
  const earned = (balance: Accrued): LeaveMovement[] => {
    const amounts = spans.flatMap((span, index) => {
      const name = spans.length === 1 ? `leave.${balance}` : `leave.${balance}.${index + 1}`
      return earnedIn(span, { balance, name }, rates, trace) ?? []
    })
    const [first] = amounts
    if (!first) return []
    const amount =
      spans.length === 1
        ? first
        : trace.sum({
            name: `leave.${balance}`,
            formula: 'leave earned by the terms of each part of the pay',
            add: rowsAsTerms(amounts),
            rule: 'Rows with a date earn leave by the terms of their day',
            source: FIGURES_OF_THIS_PAY,
          })
    return [{ balance, kind: 'accrued', amount }]
  }
  return [...earned('holiday'), ...earned('sick'), ...earned('lsl')]
}

type Earning = { balance: Accrued; name: string }

/** The hours of a part of the pay, which every balance needs. `salaried` counts towards long service leave alone. */
type AccrualSpan = TermsSpan & { accruing: Decimal; compensated: Decimal; salaried: Decimal }

function withHours(span: TermsSpan, trace: Trace): AccrualSpan {
  const { isEnabled, isLslEnabled } = span.input.leaveSettings
  const isSalaryCounted = isEnabled && isLslEnabled && countsSalary(span.input)
  return {
    ...span,
    accruing: accruingHours(span.input),
    compensated: compensatedHours(span.input),
    salaried: isSalaryCounted ? hoursOfSalaries(span.input, trace) : ZERO,
  }
}

/** The leave earned by one set of terms, or null if they give none. */
function earnedIn(span: AccrualSpan, earning: Earning, rates: AuRates, trace: Trace): Decimal | null {
  const settings = span.input.leaveSettings
  const { balance } = earning
  if (!settings.isEnabled || (balance === 'lsl' && !settings.isLslEnabled)) return null
  if (balance === 'lsl' || settings.accrueOnHoursWorked) return perHour(earning, span, rates, trace)
  const days = balance === 'holiday' ? settings.holidayDaysPerYear : settings.sickDaysPerYear
  return perPeriod({ ...earning, balance }, days, span, rates, trace)
}

function perHour({ balance, name }: Earning, span: AccrualSpan, rates: AuRates, trace: Trace): Decimal {
  const { input } = span
  const { accruing, compensated } = balance === 'lsl' ? withSalaries(span) : span
  const standards = rates.leaveStandards.at(input.payDate)
  const own = ownRate(balance, input)
  const rate = own ?? (earnsStandardLeave(input) ? standards.value[balance] : ZERO)
  const table = isZero(compensated) ? null : rates.compensationLeave.at(input.periodEnd)
  const isEarned = table !== null && isEarnedOnCompensation(balance, input, table)
  const hours = isEarned ? accruing.plus(compensated) : accruing
  const source = own === null ? cite(standards) : EMPLOYEE_SETTING
  return trace.product({
    name,
    formula: 'accruing hours × rate, to six places',
    multiply: { hours, rate },
    ...(table ? { about: { workersCompensation: compensated, ...stateOf(input) } } : {}),
    to: toSixPlaces,
    rule: own === null ? 'National Employment Standards' : 'Rate set for the employee',
    source: table ? cite(table) : source,
  })
}

/** A salary paid as workers compensation counts where the state counts those weeks. */
function withSalaries({ input, accruing, compensated, salaried }: AccrualSpan) {
  return input.isWorkersCompensationPay
    ? { accruing, compensated: compensated.plus(salaried) }
    : { accruing: accruing.plus(salaried), compensated }
}

function ownRate(balance: Accrued, input: AuPayInput): Decimal | null {
  const settings = input.leaveSettings
  if (balance === 'holiday') return settings.holidayPerHour
  if (balance === 'sick') return settings.sickPerHour
  if (settings.lslPerHour !== null) return settings.lslPerHour
  const { lslYears, lslWeeks } = settings
  if (lslYears === null || lslWeeks === null || lslYears.lte(ZERO)) return null
  return toSixPlaces(lslWeeks.div(lslYears.times(WEEKS_IN_YEAR)))
}

function toSixPlaces(hours: Decimal): Decimal {
  return toPlaces(hours, 6)
}

/**
 * Leave that accrues per year is granted on the first pay of a period. It covers the ordinary hours of the days employed,
 * less unpaid absence (Fair Work Act 2009 ss 22, 87 and 96). A later pay of the period adjusts for its own absence or for
 * the end of the employment.
 */
function perPeriod(
  { balance, name }: Earning & { balance: 'holiday' | 'sick' },
  daysPerYear: Decimal | null,
  { input, from: first, to: last, compensated: allCompensated }: AccrualSpan,
  rates: AuRates,
  trace: Trace,
): Decimal {
  if (daysPerYear === null) return ZERO
  const periods = whole(periodsPerYear(input.payPeriod))
  const start = periodStartFor(input.payPeriod, input.periodEnd)
  const ofPeriod = ordinaryHours(start, input.periodEnd, input)
  const from = latest([start, input.startDate, first])
  const employed = (end: CivilDate | undefined) =>
    ordinaryHours(from, earliest([input.periodEnd, end, last]), input)
  const table = rates.compensationLeave.at(input.periodEnd)
  const compensated = isEarnedOnCompensation(balance, input, table) ? ZERO : allCompensated
  const absent = sum([unpaidHours(input), compensated])
  const end = input.termination?.terminationDate ?? input.endedOn
  const before = input.otherPays.unpaidHours ?? ZERO
  const isFirst = !input.leaveSettings.isPeriodEarned
  // Earlier pays did not know about a termination in this pay.
  const given = isFirst ? ZERO : notBelowZero(employed(input.endedOn).minus(before))
  const earning = notBelowZero(employed(end).minus(isFirst ? absent : absent.plus(before)))
  const hours = earning.minus(given)
  if (hours.eq(ofPeriod)) {
    return trace.product({
      name,
      formula: 'days a year × hours a day ÷ pays a year, to six places',
      multiply: { daysPerYear, hoursPerDay: input.hoursPerDay },
      divide: { periods },
      to: toSixPlaces,
      rule: 'Days a year set for the employee',
      source: EMPLOYEE_SETTING,
    })
  }
  if (isZero(hours) || isZero(ofPeriod)) return ZERO
  return trace.product({
    name,
    formula:
      'days a year × hours a day ÷ pays a year × ordinary hours of the days employed, less unpaid absence and what the period’s other pays earned ÷ ordinary hours of the period, to six places',
    multiply: { daysPerYear, hoursPerDay: input.hoursPerDay, hours },
    divide: { periods, ofPeriod },
    about: {
      absent,
      ...(isZero(compensated) ? {} : { workersCompensation: compensated, ...stateOf(input) }),
    },
    to: toSixPlaces,
    rule: 'Days a year set for the employee, for the part of the period that is service (Fair Work Act 2009 s 22)',
    source: EMPLOYEE_SETTING,
  })
}

const earliest = (days: readonly (CivilDate | undefined)[]) =>
  present(days.filter((day) => day !== undefined).sort()[0])
const latest = (days: readonly (CivilDate | undefined)[]) =>
  present(
    days
      .filter((day) => day !== undefined)
      .sort()
      .at(-1),
  )

function unpaidHours({ leave }: AuPayInput): Decimal {
  return sum(leave.filter((line) => isUnpaidAbsence(line.leaveType)).map((line) => line.hours))
}

/** Hours paid as workers compensation: leave of that type, and every hour of a workers compensation pay. */
function compensatedHours(input: AuPayInput): Decimal {
  const leave = input.leave.filter((line) => line.leaveType === 'WORKERS_COMP').map((line) => line.hours)
  const hours = input.isWorkersCompensationPay ? input.hours : []
  return sum([...leave, ...hours.map((line) => hoursBehind(line, input.hoursPerDay))])
}

/** Depends on the state's compensation law. Without a known law, no leave accrues (Fair Work Act 2009 s 130). */
function isEarnedOnCompensation(
  balance: Accrued,
  { state }: AuPayInput,
  table: Dated<CompensationLeave>,
): boolean {
  return state !== null && table.value[state][balance]
}

const stateOf = ({ state }: AuPayInput) => ({ state: state ?? 'unknown' })

function accruingHours(input: AuPayInput): Decimal {
  const settings = input.leaveSettings
  const hours = input.isWorkersCompensationPay ? [] : input.hours
  const worked = hours.filter((line) => settings.accrueOnOvertimeHours || !line.isOvertime)
  const absent = input.leave.filter(
    ({ leaveType }) => leaveType !== 'WORKERS_COMP' && !isUnpaidAbsence(leaveType) && !isCashedOut(leaveType),
  )
  return sum([
    ...worked.map((line) => hoursBehind(line, input.hoursPerDay)),
    ...absent.map((line) => line.hours),
  ])
}

function earnsStandardLeave(input: AuPayInput): boolean {
  return input.employmentStatus === 'FULL_TIME' || input.employmentStatus === 'PART_TIME'
}
