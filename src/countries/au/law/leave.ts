import { type Decimal, decimal, isZero, sum, toPlaces, whole, ZERO } from '../../../kernel/values/money.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import { balanceAfter, writeTaken } from '../../../payroll/balances.ts'
import { hoursBehind } from '../../../payroll/earnings.ts'
import type { LeaveLine, LeaveType } from '../../../payroll/input.ts'
import { periodsPerYear } from '../../../payroll/pay-periods.ts'
import type { Dated } from '../../../payroll/rates/timeline.ts'
import type { LeaveMovement } from '../../../payroll/result.ts'
import { cite, EMPLOYEE_SETTING } from '../../../payroll/sources.ts'
import type { Trace } from '../../../payroll/trace.ts'
import { cashedOutOf, isCashedOut } from './cash-out.ts'
import type { AuLeaveBalances, AuPayInput } from './input.ts'
import type { AuRates, LeaveStandards } from './rates.ts'

/** Absence that earns no leave. */
const EARNS_NOTHING: readonly LeaveType[] = ['PAID_PARENTAL', 'UNPAID', 'WORKERS_COMP']
const WEEKS_IN_YEAR = decimal('52')

type Balance = keyof AuLeaveBalances

/** What leave a pay earns and uses, in hours. */
export function moveLeave(input: AuPayInput, rates: AuRates, trace: Trace): LeaveMovement[] {
  const movements = [...accrue(input, rates, trace), ...take(input.leave, trace)]
  return movements.filter((movement) => !movement.amount.eq(ZERO))
}

/** The balances after some movements. */
export function balancesAfter(before: AuLeaveBalances, movements: readonly LeaveMovement[]): AuLeaveBalances {
  const after = { ...before }
  for (const balance of keysOf(after)) {
    const moved = movements.filter((movement) => movement.balance === balance)
    if (moved.length > 0) after[balance] = after[balance].plus(sum(moved.map(({ amount }) => amount)))
  }
  return after
}

/** The balances that the pay leaves, each explained by a step; days off and time in lieu only where there are any. */
export function explainBalances(
  before: AuLeaveBalances,
  movements: readonly LeaveMovement[],
  trace: Trace,
): AuLeaveBalances {
  const after = { ...before }
  for (const balance of BALANCES) {
    if (!ALWAYS_SHOWN.has(balance) && !isMoved(balance, movements) && isZero(before[balance])) continue
    after[balance] = balanceAfter(`leave.${balance}-balance`, balance, before[balance], movements, trace)
  }
  return after
}

const BALANCES: readonly Balance[] = ['holiday', 'sick', 'lsl', 'rdo', 'toil']
const ALWAYS_SHOWN: ReadonlySet<Balance> = new Set(['holiday', 'sick', 'lsl'])

function isMoved(balance: Balance, movements: readonly LeaveMovement[]): boolean {
  return movements.some((movement) => movement.balance === balance)
}

function accrue(input: AuPayInput, rates: AuRates, trace: Trace): LeaveMovement[] {
  const settings = input.leaveSettings
  if (!settings.isEnabled) return []
  const standards = rates.leaveStandards.at(input.payDate)
  const hours = accruingHours(input)
  const earned = (balance: 'holiday' | 'sick' | 'lsl', daysPerYear: Decimal | null): LeaveMovement => {
    const amount =
      settings.accrueOnHoursWorked || balance === 'lsl'
        ? perHour(balance, hours, input, standards, trace)
        : perPeriod(balance, settings.isPeriodEarned ? null : daysPerYear, input, trace)
    return { balance, kind: 'accrued', amount }
  }
  const annual = [earned('holiday', settings.holidayDaysPerYear), earned('sick', settings.sickDaysPerYear)]
  return settings.isLslEnabled ? [...annual, earned('lsl', null)] : annual
}

function perHour(
  balance: 'holiday' | 'sick' | 'lsl',
  hours: Decimal,
  input: AuPayInput,
  standards: Dated<LeaveStandards>,
  trace: Trace,
): Decimal {
  const own = ownRate(balance, input)
  const rate = own ?? (earnsStandardLeave(input) ? standards.value[balance] : ZERO)
  return trace.product({
    name: `leave.${balance}`,
    formula: 'accruing hours × rate, to six places',
    multiply: { hours, rate },
    to: toSixPlaces,
    rule: own === null ? 'National Employment Standards' : 'Rate set for the employee',
    source: own === null ? cite(standards) : EMPLOYEE_SETTING,
  })
}

function ownRate(balance: 'holiday' | 'sick' | 'lsl', input: AuPayInput): Decimal | null {
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

function perPeriod(
  balance: 'holiday' | 'sick',
  daysPerYear: Decimal | null,
  input: AuPayInput,
  trace: Trace,
): Decimal {
  if (daysPerYear === null) return ZERO
  const periods = whole(periodsPerYear(input.payPeriod))
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

function accruingHours(input: AuPayInput): Decimal {
  const settings = input.leaveSettings
  // Hours of a workers compensation pay are absence, as a leave row of that type is.
  const hours = input.isWorkersCompensationPay ? [] : input.hours
  const worked = hours.filter((line) => settings.accrueOnOvertimeHours || !line.isOvertime)
  const absent = input.leave.filter(
    (line) => !EARNS_NOTHING.includes(line.leaveType) && !isCashedOut(line.leaveType),
  )
  return sum([
    ...worked.map((line) => hoursBehind(line, input.hoursPerDay)),
    ...absent.map((line) => line.hours),
  ])
}

function earnsStandardLeave(input: AuPayInput): boolean {
  return input.employmentStatus === 'FULL_TIME' || input.employmentStatus === 'PART_TIME'
}

function take(lines: readonly LeaveLine[], trace: Trace): LeaveMovement[] {
  const hours = new Map<Balance, Decimal>()
  for (const line of lines) {
    const balance = balanceTakenBy(line)
    if (balance !== null) hours.set(balance, (hours.get(balance) ?? ZERO).plus(line.hours))
  }
  return [...hours].map(([balance, taken]) => ({
    balance,
    kind: 'taken',
    amount: ZERO.minus(writeTaken(`leave.${balance}-taken`, taken, trace)),
  }))
}

/** The wire has no leave type for rostered days off and time in lieu: they are OTHER, told apart by their description. */
function balanceTakenBy(line: LeaveLine): Balance | null {
  if (line.leaveType === 'HOLIDAY') return 'holiday'
  if (line.leaveType === 'SICK') return 'sick'
  if (line.leaveType === 'LONG_SERVICE') return 'lsl'
  if (line.leaveType !== 'OTHER') return cashedOutOf(line.leaveType) ?? null
  if (/\b(rdo|rostered day off)\b/i.test(line.description)) return 'rdo'
  return /\b(toil|time (off )?in lieu)\b/i.test(line.description) ? 'toil' : null
}
