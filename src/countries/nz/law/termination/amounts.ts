import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import { type Decimal, percent, toCent, ZERO } from '../../../../kernel/values/money.ts'
import { FIGURES_OF_THIS_PAY, TERMINATION_REQUEST } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { NzPayInput, NzTerminationInput } from '../input/input.ts'
import type { LeaveMoves } from '../leave/leave.ts'
import type { NzRates } from '../rates/rates.ts'
import { alternativeHolidays, eightPercentOwed, entitledHolidays } from './holidays.ts'

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

/** Values a termination: calculated amounts, replaced by the caller's amounts in manual mode. */
export function valueTermination(
  termination: NzTerminationInput,
  input: NzPayInput,
  moves: LeaveMoves,
  own: { gross: Decimal; inAdvance: Decimal; withWages: Decimal },
  rates: NzRates,
  trace: Trace,
): TerminationAmounts {
  if (termination.terminationDate < input.startDate) {
    throw new CalculationError('The termination date is before the start date.')
  }
  const warnings: string[] = []
  const table = rates.holidays.at(termination.terminationDate)
  const manual = termination.isManualLeaveAmounts
  const ending = { termination, input, moves, table, rates, warnings }
  const unusedHoliday =
    (manual ? givenAmount(termination.unusedHolidayAmount, 'termination.unused-holiday', trace) : null) ??
    entitledHolidays(ending, trace)
  const eightPercent =
    (manual ? givenAmount(termination.nonEtpAmount, 'termination.eight-percent', trace) : null) ??
    eightPercentOwed(ending, { ...own, rows: own.gross, unusedHoliday }, trace)
  const altHoliday =
    (manual
      ? givenAmount(termination.unusedAltHolidayAmount, 'termination.alternative-holidays', trace)
      : null) ?? alternativeHolidays(ending, trace)
  const redundancy = givenAmount(termination.redundancyAmount, 'termination.redundancy', trace) ?? ZERO
  const retiringAllowance =
    givenAmount(termination.retiringAllowanceAmount ?? null, 'termination.retiring-allowance', trace) ?? ZERO
  const notice = termination.isPaymentInLieuPaid ? termination.paymentInLieuAmount : null
  const paymentInLieu = givenAmount(notice, 'termination.payment-in-lieu', trace) ?? ZERO
  const rate = percent(table.value.holidayPayRate)
  const other = trace.sum({
    name: 'termination.other',
    formula: `${rate} of gross earnings + payment in lieu of notice`,
    add: { eightPercent, paymentInLieu },
    rule: 'Extra pay at the end of employment, other',
    source: FIGURES_OF_THIS_PAY,
  })
  const total = trace.sum({
    name: 'termination.total',
    formula: `unused holidays + ${rate} of gross earnings + alternative holidays + redundancy + payment in lieu of notice + retiring allowance`,
    add: { unusedHoliday, eightPercent, altHoliday, redundancy, paymentInLieu, retiringAllowance },
    rule: 'End of employment',
    source: FIGURES_OF_THIS_PAY,
  })
  const levyFree = redundancy.plus(retiringAllowance)
  const parts = { unusedHoliday, eightPercent, altHoliday, redundancy, retiringAllowance, levyFree }
  return { ...parts, paymentInLieu, other, total, warnings }
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
