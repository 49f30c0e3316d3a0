import { type CivilDate, dayOfWeek, daysBetween } from '../../../../kernel/values/dates.ts'
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
import { hoursBehind } from '../../../../payroll/earnings.ts'
import { periodStartFor, periodsPerYear } from '../../../../payroll/pay-periods.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import type { LeaveMovement } from '../../../../payroll/result.ts'
import { cite, EMPLOYEE_SETTING } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import { isCashedOut } from '../earnings/cash-out.ts'
import type { AuPayInput } from '../input/input.ts'
import { isUnpaidAbsence } from '../input/leave-types.ts'
import type { AuRates, CompensationLeave } from '../rates/rates.ts'

/* Leave accrual of a pay: per hour, or per year in equal shares for each period. */

const WEEKS_IN_YEAR = decimal('52')

type Accrued = 'holiday' | 'sick' | 'lsl'

export function accrue(input: AuPayInput, rates: AuRates, trace: Trace): LeaveMovement[] {
  const settings = input.leaveSettings
  if (!settings.isEnabled) return []
  const earned = (balance: Accrued, daysPerYear: Decimal | null): LeaveMovement => {
    const amount =
      settings.accrueOnHoursWorked || balance === 'lsl'
        ? perHour(balance, input, rates, trace)
        : perPeriod(balance, daysPerYear, input, rates, trace)
    return { balance, kind: 'accrued', amount }
  }
  const annual = [earned('holiday', settings.holidayDaysPerYear), earned('sick', settings.sickDaysPerYear)]
  return settings.isLslEnabled ? [...annual, earned('lsl', null)] : annual
}

function perHour(balance: Accrued, input: AuPayInput, rates: AuRates, trace: Trace): Decimal {
  const standards = rates.leaveStandards.at(input.payDate)
  const own = ownRate(balance, input)
  const rate = own ?? (earnsStandardLeave(input) ? standards.value[balance] : ZERO)
  const compensated = compensatedHours(input)
  const table = isZero(compensated) ? null : rates.compensationLeave.at(input.periodEnd)
  const isEarned = table !== null && isEarnedOnCompensation(balance, input, table)
  const hours = isEarned ? accruingHours(input).plus(compensated) : accruingHours(input)
  const source = own === null ? cite(standards) : EMPLOYEE_SETTING
  return trace.product({
    name: `leave.${balance}`,
    formula: 'accruing hours × rate, to six places',
    multiply: { hours, rate },
    ...(table ? { about: { workersCompensation: compensated, ...stateOf(input) } } : {}),
    to: toSixPlaces,
    rule: own === null ? 'National Employment Standards' : 'Rate set for the employee',
    source: table ? cite(table) : source,
  })
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
  balance: 'holiday' | 'sick',
  daysPerYear: Decimal | null,
  input: AuPayInput,
  rates: AuRates,
  trace: Trace,
): Decimal {
  if (daysPerYear === null) return ZERO
  const periods = whole(periodsPerYear(input.payPeriod))
  const start = periodStartFor(input.payPeriod, input.periodEnd)
  const ofPeriod = ordinaryHours(start, input.periodEnd, input)
  const from = input.startDate > start ? input.startDate : start
  const employed = (end: CivilDate | undefined) =>
    ordinaryHours(from, end && end < input.periodEnd ? end : input.periodEnd, input)
  const table = rates.compensationLeave.at(input.periodEnd)
  const compensated = isEarnedOnCompensation(balance, input, table) ? ZERO : compensatedHours(input)
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
      name: `leave.${balance}`,
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
    name: `leave.${balance}`,
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

/** Ordinary hours between two dates. No setting records the working days, so the first days of the week are assumed. */
function ordinaryHours(from: CivilDate, to: CivilDate, { hoursPerDay, daysPerWeek }: AuPayInput): Decimal {
  if (to < from) return ZERO
  const days = daysPerWeek.gt(whole(6)) ? 7 : daysPerWeek.gt(whole(5)) ? 6 : 5
  const length = daysBetween(from, to) + 1
  const first = (dayOfWeek(from) + 6) % 7
  const rest = length % 7
  let counted = Math.floor(length / 7) * days
  for (let day = 0; day < rest; day++) if ((first + day) % 7 < days) counted++
  return whole(counted).times(hoursPerDay).times(daysPerWeek).div(whole(days))
}

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
