import { CalculationError } from '../../../kernel/values/calculation-error.ts'
import { whole } from '../../../kernel/values/money.ts'
import type { LeaveType } from '../../../payroll/input.ts'
import type { LeaveMovement } from '../../../payroll/result.ts'
import type { AuLeaveBalances, AuPayInput } from './input.ts'

/*
 * Leave that is paid out while the employment goes on: it comes off its balance, is no absence and earns no further leave. It is
 * part of normal earnings and reported as paid leave of type C. docs/decisions/0395 says why.
 */

// A map: a word that came from another thread, as the key of an object, makes V8 throw compiled code away again and again.
const CASHED_OUT: ReadonlyMap<LeaveType, 'holiday' | 'sick' | 'lsl'> = new Map([
  ['AU_CASHED_OUT_HOLIDAY', 'holiday'],
  ['AU_CASHED_OUT_LONG_SERVICE', 'lsl'],
  ['AU_CASHED_OUT_SICK', 'sick'],
])

/** The balance that leave of this type is paid out of; undefined: it is no leave paid out in service. */
export function cashedOutOf(leaveType: LeaveType): 'holiday' | 'sick' | 'lsl' | undefined {
  return CASHED_OUT.get(leaveType)
}

export function isCashedOut(leaveType: LeaveType): boolean {
  return cashedOutOf(leaveType) !== undefined
}

/** Refuses leave paid out by the law of the other country, which moves no balance here. */
export function refuseNewZealandCashUp({ leave }: Pick<AuPayInput, 'leave'>): void {
  if (leave.some((line) => line.leaveType === 'NZ_CASHED_UP_HOLIDAYS'))
    throw new CalculationError(
      'NZ_CASHED_UP_HOLIDAYS is leave paid out in New Zealand. In Australia send AU_CASHED_OUT_HOLIDAY.',
    )
}

/** What must be left after paying out, in days of an ordinary week, and the sentence that says so. */
const LEAST = {
  holiday: {
    days: ({ daysPerWeek }: AuPayInput) => daysPerWeek.times(whole(4)),
    text: 'annual leave was cashed out, and less than four weeks are left (Fair Work Act 2009 ss 93 and 94)',
  },
  sick: {
    days: () => whole(15),
    text: 'personal leave was cashed out, and less than 15 days are left (Fair Work Act 2009 s 101)',
  },
} as const

/** What the Fair Work Act asks of the balance behind leave that was paid out; an award or agreement may ask for more. */
export function cashOutWarnings(
  input: AuPayInput,
  after: AuLeaveBalances,
  movements: readonly LeaveMovement[],
): string[] {
  const from = new Set(input.leave.map((line) => cashedOutOf(line.leaveType)))
  return (['holiday', 'sick'] as const).flatMap((balance) => {
    const isMoved = movements.some((movement) => movement.balance === balance && movement.kind === 'taken')
    const least = LEAST[balance].days(input).times(input.hoursPerDay)
    if (!from.has(balance) || !isMoved || after[balance].gte(least)) return []
    return `Look again: ${LEAST[balance].text}; ${after[balance].toFixed()} of ${least.toFixed()} hours.`
  })
}
