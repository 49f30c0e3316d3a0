import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { LeaveType } from '../../../../payroll/input.ts'
import type { LeaveMovement } from '../../../../payroll/result.ts'
import type { AuLeaveBalances, AuPayInput } from '../input/input.ts'
import type { AuRates } from '../rates/rates.ts'

/*
 * Leave cashed out while the employment continues. It reduces its balance, is not an absence and accrues no further leave.
 * It counts as normal earnings and is reported as paid leave type C. For the reasons see docs/decisions/0395.
 */

// A map, because a string from another thread as an object key makes V8 deoptimise the compiled code again and again.
const CASHED_OUT: ReadonlyMap<LeaveType, 'holiday' | 'sick' | 'lsl'> = new Map([
  ['AU_CASHED_OUT_HOLIDAY', 'holiday'],
  ['AU_CASHED_OUT_LONG_SERVICE', 'lsl'],
  ['AU_CASHED_OUT_SICK', 'sick'],
])

/** The balance that cashed-out leave of this type reduces. Undefined for any other leave type. */
export function cashedOutOf(leaveType: LeaveType): 'holiday' | 'sick' | 'lsl' | undefined {
  return CASHED_OUT.get(leaveType)
}

export function isCashedOut(leaveType: LeaveType): boolean {
  return cashedOutOf(leaveType) !== undefined
}

/** Rejects the New Zealand cash-up type, because it changes no balance here. */
export function refuseNewZealandCashUp({ leave }: Pick<AuPayInput, 'leave'>): void {
  if (leave.some((line) => line.leaveType === 'NZ_CASHED_UP_HOLIDAYS'))
    throw new CalculationError(
      'NZ_CASHED_UP_HOLIDAYS is leave paid out in New Zealand. In Australia send AU_CASHED_OUT_HOLIDAY.',
    )
}

/** The minimum balances after cashing out, in days of an ordinary week, with the warning text. */
function leastOf({ daysPerWeek, payDate }: AuPayInput, rates: AuRates) {
  const { holiday_weeks_left: weeks, sick_days_left: days } = rates.leaveStandards.at(payDate).value.cashOut
  const text = (leave: string, left: string, sections: string) =>
    `${leave} was cashed out, and less than ${left} are left (Fair Work Act 2009 ${sections})`
  return {
    holiday: {
      days: daysPerWeek.times(weeks),
      text: text('annual leave', `${weeks} weeks`, 'ss 93 and 94'),
    },
    sick: { days, text: text('personal leave', `${days} days`, 's 101') },
  } satisfies Record<string, { days: Decimal; text: string }>
}

/** Warnings when cashing out leaves less than the Fair Work Act requires. An award or agreement may require more. */
export function cashOutWarnings(
  input: AuPayInput,
  after: AuLeaveBalances,
  movements: readonly LeaveMovement[],
  rates: AuRates,
): string[] {
  if (!input.leave.some((line) => isCashedOut(line.leaveType))) return []
  const leastLeft = leastOf(input, rates)
  const from = new Set(input.leave.map((line) => cashedOutOf(line.leaveType)))
  const isTaken = (balance: keyof AuLeaveBalances) =>
    movements.some((movement) => movement.balance === balance && movement.kind === 'taken')
  const leave = (['holiday', 'sick'] as const).flatMap((balance) => {
    const least = leastLeft[balance].days.times(input.hoursPerDay)
    if (!from.has(balance) || !isTaken(balance) || after[balance].gte(least)) return []
    return `Check this pay: ${leastLeft[balance].text}; ${after[balance].toFixed()} of ${least.toFixed()} hours.`
  })
  return from.has('lsl') && isTaken('lsl') ? [...leave, longServiceCashOut(input, rates)] : leave
}

/** The states' Acts decide whether long service leave may be cashed out in service. */
function longServiceCashOut({ state, payDate }: AuPayInput, rates: AuRates): string {
  return state && rates.longService.at(payDate).value[state].isCashOutForbidden
    ? `Check this pay: long service leave was cashed out, which the long service leave Act of ${state} forbids while the employment lasts.`
    : `Long service leave was cashed out: check that the Act of ${state ?? 'the state'} allows it and that its conditions are met.`
}
