import { type Decimal, isZero, ZERO } from '../../../../kernel/values/money.ts'
import { isOneOf } from '../../../../kernel/values/word-lists.ts'
import { balanceAfter, writeTaken } from '../../../../payroll/balances.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import type { LeaveMovement } from '../../../../payroll/result.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import { cashedOutOf } from '../earnings/cash-out.ts'
import type { AuLeaveBalances, AuPayInput } from '../input/input.ts'
import type { AuRates } from '../rates/rates.ts'
import { accrue } from './leave-accrual.ts'

type Balance = keyof AuLeaveBalances

/** The leave that a pay accrues and uses, in hours. */
export function moveLeave(input: AuPayInput, rates: AuRates, trace: Trace): LeaveMovement[] {
  const movements = [...accrue(input, rates, trace), ...take(input.leave, trace)]
  return movements.filter((movement) => !movement.amount.eq(ZERO))
}

/** The balances after these leave movements. */
export function balancesAfter(before: AuLeaveBalances, movements: readonly LeaveMovement[]): AuLeaveBalances {
  const after = { ...before }
  for (const { balance, amount } of movements)
    if (isOneOf(BALANCES, balance)) after[balance] = after[balance].plus(amount)
  return after
}

/**
 * The balances after the pay, each explained by a step. Rostered days off and time in lieu have steps only when they are
 * not zero.
 */
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

/** The API has no leave type for rostered days off and time in lieu. They are OTHER, and the description tells them apart. */
function balanceTakenBy(line: LeaveLine): Balance | null {
  if (line.leaveType === 'HOLIDAY') return 'holiday'
  if (line.leaveType === 'SICK') return 'sick'
  if (line.leaveType === 'LONG_SERVICE') return 'lsl'
  if (line.leaveType !== 'OTHER') return cashedOutOf(line.leaveType) ?? null
  if (/\b(rdo|rostered day off)\b/i.test(line.description)) return 'rdo'
  return /\b(toil|time (off )?in lieu)\b/i.test(line.description) ? 'toil' : null
}
