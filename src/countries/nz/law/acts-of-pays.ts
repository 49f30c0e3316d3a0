import type { CivilDate } from '../../../kernel/values/dates.ts'
import { ZERO } from '../../../kernel/values/money.ts'
import type { Dated } from '../../../payroll/rates/timeline.ts'
import type { LeaveMovement } from '../../../payroll/result.ts'
import type { Trace } from '../../../payroll/trace.ts'
import { refuseTooMuchCashUp } from './history/cash-up.ts'
import { settleHolidayPay } from './holiday-pay-row.ts'
import type { NzPayInput, NzTerminationInput } from './input/input.ts'
import type { NzFigures } from './input/result.ts'
import { isSchedular } from './input/tax-code.ts'
import { explainHours, moveLeaveHours, payOutLeaveHours } from './leave/employment-leave-moves.ts'
import { explainLeaveInHours, priceLeaveInHours, warningsInHours } from './leave/employment-leave-pay.ts'
import { explainHolidayPay } from './leave/holiday-pay-with-wages.ts'
import { explainBalances, type LeaveMoves, moveLeave, payOutLeave } from './leave/leave.ts'
import { minimumWageWarnings } from './leave/minimum-wage.ts'
import { forgottenHolidayWarnings } from './leave/open-holidays.ts'
import { publicHolidayWarnings } from './leave/public-holiday-warnings.ts'
import { raiseHolidayRates } from './leave/row-rates.ts'
import { holidaysActOn, nextActOf } from './rates/next-act.ts'
import type { EmploymentLeaveRates, NzRates } from './rates/rates.ts'
import type { Rows } from './rows.ts'
import { keepBalances, NO_LEAVE_AT_THE_END, schedularWarnings } from './schedular.ts'
import { leaveAtTheEnd, type OwnOfFinalPay } from './termination/amounts.ts'
import { hoursAtTheEnd, type LeaveAtEnd } from './termination/hours.ts'
import { holidaysActWarnings, takenBeyond } from './warnings.ts'

/*
 * The decisions of a leave Act about a pay. Two Acts implement it: the Holidays Act 2003 and the Employment Leave
 * Act 2026. The pay period chooses the Act. For schedular payments there is none.
 */

export type ActOfPay = {
  /** Sets the price of leave rows without their own rate, and of the rows that the Act adds. */
  settle(input: NzPayInput): NzPayInput
  /** Adds the steps of the rows that the Act priced. */
  explainRows(input: NzPayInput, rows: Rows, trace: Trace): void
  /** The leave that accrues, is taken and is converted. */
  move(input: NzPayInput, worked: readonly CivilDate[], trace: Trace): LeaveMoves
  /** Leave that a final pay owes. */
  atTheEnd(ending: FinalPay, moves: LeaveMoves, own: OwnOfFinalPay, trace: Trace): LeaveAtEnd
  /** The balances that a final pay clears. */
  payOut(moves: LeaveMoves): LeaveMovement[]
  explainBalances(input: NzPayInput, movements: readonly LeaveMovement[], trace: Trace): void
  warnings(input: NzPayInput, pay: WarnedPay): string[]
}

type FinalPay = { input: NzPayInput; termination: NzTerminationInput }
type WarnedPay = { figures: NzFigures; rows: Rows; moves: LeaveMoves; worked: readonly CivilDate[] }

export function actOfPay(input: NzPayInput, rates: NzRates): ActOfPay {
  if (isSchedular(input)) return NO_ACT
  const next = nextActOf(input, rates)
  return next ? employmentLeaveAct(next, rates) : holidaysAct(rates)
}

const holidaysAct = (rates: NzRates): ActOfPay => ({
  settle: (input) => settleHolidayPay(raiseHolidayRates(input, rates), rates),
  explainRows: (input, rows, trace) =>
    explainHolidayPay(input, rows, holidaysActOn(input.payDate, rates), trace),
  move(input, worked, trace) {
    const moves = moveLeave(input, holidaysActOn(input.payDate, rates), trace, worked)
    refuseTooMuchCashUp(input, moves)
    return moves
  },
  atTheEnd: ({ input, termination }, moves, own, trace) =>
    leaveAtTheEnd(termination, input, moves, own, rates, trace),
  payOut: payOutLeave,
  explainBalances,
  warnings: (input, { figures, rows, moves, worked }) => [
    ...holidaysActWarnings(input, figures, rows, rates),
    ...publicHolidayWarnings(input, worked, rates),
    ...forgottenHolidayWarnings(input, rates),
    ...takenBeyond(moves),
  ],
})

const NO_ACT: ActOfPay = {
  settle: (input) => input,
  explainRows: () => {},
  move: keepBalances,
  atTheEnd: () => NO_LEAVE_AT_THE_END,
  payOut: () => [],
  explainBalances: () => {},
  warnings: schedularWarnings,
}

const NO_HOURS = { annual: ZERO, sick: ZERO, alternative: ZERO }

const employmentLeaveAct = (next: Dated<EmploymentLeaveRates>, rates: NzRates): ActOfPay => ({
  settle: (input) => priceLeaveInHours(input, next, rates),
  explainRows: (input, _rows, trace) => explainLeaveInHours(input, next, rates, trace),
  move: (input, worked, trace) => moveLeaveHours(input, next, rates, trace, worked),
  atTheEnd: ({ input }, moves, _own, trace) => hoursAtTheEnd(input, moves, next, rates, trace),
  payOut: payOutLeaveHours,
  explainBalances: explainHours,
  warnings: (input, { moves, worked }) => [
    ...warningsInHours(input, { after: moves.hours ?? NO_HOURS }, next, rates),
    ...publicHolidayWarnings(input, worked, rates),
    ...forgottenHolidayWarnings(input, rates),
    ...minimumWageWarnings(input, rates),
  ],
})
