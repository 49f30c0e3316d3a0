import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import { type Decimal, percent, toCent, ZERO } from '../../../../kernel/values/money.ts'
import { FIGURES_OF_THIS_PAY, TERMINATION_REQUEST } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { NzPayInput, NzTerminationInput } from '../input/input.ts'
import type { LeaveMoves } from '../leave/leave.ts'
import { holidaysActOn } from '../rates/next-act.ts'
import type { NzRates } from '../rates/rates.ts'
import { alternativeHolidays, eightPercentOwed, entitledHolidays } from './holidays.ts'
import type { LeaveAtEnd } from './hours.ts'

/** The amounts that a termination pays, before tax. */
export type TerminationAmounts = {
  unusedHoliday: Decimal
  eightPercent: Decimal
  altHoliday: Decimal
  redundancy: Decimal
  retiringAllowance: Decimal
  /** Redundancy and retiring allowance: free of levy and KiwiSaver, taxed as one item. */
  levyFree: Decimal
  paymentInLieu: Decimal
  /** The 8% and the payment in lieu, taxed as one item. */
  other: Decimal
  total: Decimal
  warnings: readonly string[]
}

/** The final pay's own amounts that count for the 8% at the end. */
export type OwnOfFinalPay = { gross: Decimal; inAdvance: Decimal; withWages: Decimal }

/** Leave that a final pay owes under the Holidays Act 2003. */
export function leaveAtTheEnd(
  termination: NzTerminationInput,
  input: NzPayInput,
  moves: LeaveMoves,
  own: OwnOfFinalPay,
  rates: NzRates,
  trace: Trace,
): LeaveAtEnd {
  const table = holidaysActOn(termination.terminationDate, rates)
  const warnings: string[] = []
  const ending = { termination, input, moves, table, rates, warnings }
  return {
    words: `${percent(table.value.holidayPayRate)} of gross earnings`,
    unusedHoliday: () => entitledHolidays(ending, trace),
    since: (unusedHoliday) => eightPercentOwed(ending, { ...own, rows: own.gross, unusedHoliday }, trace),
    altHoliday: () => alternativeHolidays(ending, trace),
    warnings,
  }
}

/** Values a termination: calculated amounts, replaced by the caller's amounts in manual mode. */
export function valueTermination(
  termination: NzTerminationInput,
  { startDate }: Pick<NzPayInput, 'startDate'>,
  leave: LeaveAtEnd,
  trace: Trace,
): TerminationAmounts {
  if (termination.terminationDate < startDate) {
    throw new CalculationError('The termination date is before the start date.')
  }
  const manual = termination.isManualLeaveAmounts
  const unusedHoliday =
    (manual ? givenAmount(termination.unusedHolidayAmount, 'termination.unused-holiday', trace) : null) ??
    leave.unusedHoliday()
  const eightPercent =
    (manual ? givenAmount(termination.nonEtpAmount, 'termination.eight-percent', trace) : null) ??
    leave.since(unusedHoliday)
  const altHoliday =
    (manual
      ? givenAmount(termination.unusedAltHolidayAmount, 'termination.alternative-holidays', trace)
      : null) ?? leave.altHoliday()
  const redundancy = givenAmount(termination.redundancyAmount, 'termination.redundancy', trace) ?? ZERO
  const retiringAllowance =
    givenAmount(termination.retiringAllowanceAmount ?? null, 'termination.retiring-allowance', trace) ?? ZERO
  const notice = termination.isPaymentInLieuPaid ? termination.paymentInLieuAmount : null
  const paymentInLieu = givenAmount(notice, 'termination.payment-in-lieu', trace) ?? ZERO
  const other = trace.sum({
    name: 'termination.other',
    formula: `${leave.words} + payment in lieu of notice`,
    add: { eightPercent, paymentInLieu },
    rule: 'Extra pay at the end of employment, other',
    source: FIGURES_OF_THIS_PAY,
  })
  const total = trace.sum({
    name: 'termination.total',
    formula: `unused holidays + ${leave.words} + alternative holidays + redundancy + payment in lieu of notice + retiring allowance`,
    add: { unusedHoliday, eightPercent, altHoliday, redundancy, paymentInLieu, retiringAllowance },
    rule: 'End of employment',
    source: FIGURES_OF_THIS_PAY,
  })
  const levyFree = redundancy.plus(retiringAllowance)
  const parts = { unusedHoliday, eightPercent, altHoliday, redundancy, retiringAllowance, levyFree }
  return { ...parts, paymentInLieu, other, total, warnings: leave.warnings }
}

function givenAmount(amount: Decimal | null, name: string, trace: Trace): Decimal | null {
  if (amount === null) return null
  return trace.sum({
    name,
    formula: 'amount given by the caller, to the cent',
    add: { amount },
    to: toCent,
    rule: 'Termination request',
    source: TERMINATION_REQUEST,
  })
}
