import {
  type Decimal,
  greater,
  isZero,
  ONE,
  sum,
  toCent,
  toPlaces,
  ZERO,
} from '../../../../kernel/values/money.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite } from '../../../../payroll/sources.ts'
import { Trace } from '../../../../payroll/trace.ts'
import type { NzPayInput } from '../input/input.ts'
import { isClosedownType, isPricedByLaw } from '../input/leave-types.ts'
import type { EmploymentLeaveRates, NzRates } from '../rates/rates.ts'
import { isPricedRow } from './holiday-pay-with-wages.ts'
import { COMPENSATION_ROW, compensationOwed, isCompensationRow } from './leave-compensation.ts'
import { minimumOf } from './minimum-wage.ts'

/* How a pay under the Employment Leave Act 2026 prices leave (ss 118 to 120 and 126). Unverified: see employment-leave.ts. */

const RATE_RULE = 'Employment Leave Act 2026 ss 118 and 120(2)'

/** The agreement's rate, or the weekly salary for a standard hour, without allowances and commission. */
export function agreedHourly({ leaveSettings, ratePerHour, hoursPerDay, daysPerWeek }: NzPayInput): Decimal {
  const hoursPerWeek = hoursPerDay.times(daysPerWeek)
  const salary = leaveSettings.ordinaryWeeklyPay
  return salary === null || isZero(hoursPerWeek) ? ratePerHour : toPlaces(salary.div(hoursPerWeek), 12)
}

/** The rate of an hour of leave: the agreed rate, but at least the minimum wage. */
export function leaveHourlyRate(
  input: NzPayInput,
  table: Dated<EmploymentLeaveRates>,
  rates: NzRates,
  trace: Trace,
): Decimal {
  return trace.made({
    name: 'employment-leave.hourly-rate',
    formula: 'the greater of the leave hourly rate and the minimum wage',
    inputs: { agreed: agreedHourly(input), minimumWage: minimumOf(input, rates)?.rate ?? ZERO },
    make: (of) => greater(of.agreed, of.minimumWage),
    rule: RATE_RULE,
    source: cite(table),
  })
}

/** Leave that the Act prices: everything that the Holidays Act prices, in hours instead of weeks and days. */
const isPriced = (line: LeaveLine): boolean => isPricedByLaw(line.leaveType)

/**
 * Sets the price of leave without its own rate, and of the leave compensation row. The 8% with wages no longer exists.
 */
export function priceLeaveInHours(
  input: NzPayInput,
  table: Dated<EmploymentLeaveRates>,
  rates: NzRates,
): NzPayInput {
  const rate = leaveHourlyRate(input, table, rates, new Trace())
  const compensation = compensationOwed(input, agreedHourly(input), table, new Trace())
  return {
    ...input,
    leave: input.leave.map((line) =>
      isPriced(line) && !line.hasOwnRate ? { ...line, ratePerHour: greater(line.ratePerHour, rate) } : line,
    ),
    allowances: input.allowances.map((line) => {
      if (isCompensationRow(line)) return { ...line, amountPerUnit: compensation, units: ONE }
      return isPricedRow(line) ? { ...line, amountPerUnit: ZERO, units: ONE } : line
    }),
  }
}

/** Adds the steps of leave and compensation, which already have their rates. */
export function explainLeaveInHours(
  input: NzPayInput,
  table: Dated<EmploymentLeaveRates>,
  rates: NzRates,
  trace: Trace,
): void {
  if (input.leave.some(isPriced)) leaveHourlyRate(input, table, rates, trace)
  if (input.allowances.some(isCompensationRow)) compensationOwed(input, agreedHourly(input), table, trace)
}

/**
 * Points to check on a pay under the Act. The first sentence names the text that the service could not read.
 */
export function warningsInHours(
  input: NzPayInput,
  { after }: { after: { annual: Decimal; sick: Decimal; alternative: Decimal } },
  table: Dated<EmploymentLeaveRates>,
  rates: NzRates,
): string[] {
  const rate = toCent(leaveHourlyRate(input, table, rates, new Trace()))
  const priced = input.leave.filter(isPriced)
  const owed = compensationOwed(input, agreedHourly(input), table, new Trace())
  const paid = sum(
    input.allowances.filter(isCompensationRow).map((line) => line.amountPerUnit.times(line.units)),
  )
  return [
    'This pay follows the Employment Leave Act 2026, which was read in a transcription by a third party only. Compare its leave with the Act before it is paid.',
    ...priced
      .filter((line) => toCent(line.ratePerHour).lt(rate))
      .map(
        (line) =>
          `"${line.description}" pays ${toCent(line.ratePerHour).toFixed(2)} an hour; the Act requires at least ${rate.toFixed(2)} (Employment Leave Act 2026 s 120(2)).`,
      ),
    ...(input.termination === null && owed.gt(paid)
      ? [
          `Hours that accrue no leave owe ${owed.toFixed(2)} of leave compensation, and this pay has ${paid.toFixed(2)}: add the allowance "${COMPENSATION_ROW}" (Employment Leave Act 2026 s 126).`,
        ]
      : []),
    ...belowZero(after),
    ...unread(input),
  ]
}

function belowZero(after: { annual: Decimal; sick: Decimal; alternative: Decimal }): string[] {
  const names = { annual: 'Annual leave', sick: 'Sick leave', alternative: 'Alternative leave' } as const
  return (['annual', 'sick', 'alternative'] as const)
    .filter((kind) => after[kind].lt(ZERO))
    .map(
      (kind) =>
        `${names[kind]}: more hours are taken than the balance has, which becomes ${toPlaces(after[kind], 2).toFixed()} hours.`,
    )
}

/** Topics of the Act whose text was not in the transcription. */
function unread({ leave, leaveSettings, ratePerHour, convertsLeave }: NzPayInput): string[] {
  const has = (isMeant: (line: LeaveLine) => boolean) => leave.some(isMeant)
  const topics = [
    has(({ leaveType }) => isClosedownType(leaveType)) ? 'closedowns' : null,
    has(({ leaveType }) => leaveType === 'NZ_CASHED_UP_HOLIDAYS') ? 'the limit of a cash-up' : null,
    has(({ leaveType }) => leaveType === 'NZ_ALT_HOLIDAY_EXCHANGED')
      ? 'alternative leave that is paid out'
      : null,
    ratePerHour.lte(ZERO) ? 'pay without an hourly rate' : null,
    convertsLeave && leaveSettings.isCasual
      ? 'the 8% that casual employees earned before the first day'
      : null,
  ].filter((topic) => topic !== null)
  return topics.length === 0
    ? []
    : [
        `The rules of the Employment Leave Act 2026 for ${topics.join(' and ')} were not read. Check this pay by hand.`,
      ]
}
