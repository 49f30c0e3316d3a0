import { type Decimal, isZero, toPlaces, ZERO } from '../../../../kernel/values/money.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite } from '../../../../payroll/sources.ts'
import { Trace } from '../../../../payroll/trace.ts'
import type { NzPayInput } from '../input/input.ts'
import type { AccidentRates, NzRates } from '../rates/rates.ts'

/*
 * Time off that the employer does not pay in full: the first week after an accident, later weeks (paid by ACC) and parental leave
 * (paid by Inland Revenue).
 */

type Accident = Pick<NzPayInput, 'leave' | 'ratePerHour' | 'leaveSettings'>

/** Rows without their own rate. An hourly amount on the record counts as one. */
const isUnpriced = ({ leaveSettings }: Accident, line: LeaveLine) =>
  !line.hasOwnRate && isZero(leaveSettings.workersCompPerHour ?? ZERO)

/** The hourly rate of the first week: the employer owes this share of the lost earnings. */
function firstWeekRate({ ratePerHour }: Accident, table: Dated<AccidentRates>, trace: Trace): Decimal {
  return trace.product({
    name: 'leave.accident-first-week-rate',
    formula: 'rate × share of the first week that the employer owes',
    multiply: { rate: ratePerHour, share: table.value.firstWeekShare },
    to: (rate) => toPlaces(rate, 12),
    rule: 'Accident Compensation Act 2001 s 98',
    source: cite(table),
  })
}

/**
 * Sets the price of accident leave without its own rate: the first week at the employer's share, later weeks at
 * nothing.
 */
export function priceAccidentLeave(input: NzPayInput, rates: NzRates): NzPayInput {
  const isMeant = (line: LeaveLine) =>
    (line.leaveType === 'NZ_ACC_FIRST_WEEK' || line.leaveType === 'NZ_ACC_LATER_WEEKS') &&
    isUnpriced(input, line)
  if (!input.leave.some(isMeant)) return input
  const first = firstWeekRate(input, rates.accidents.at(input.payDate), new Trace())
  return {
    ...input,
    leave: input.leave.map((line) =>
      isMeant(line) ? { ...line, ratePerHour: line.leaveType === 'NZ_ACC_FIRST_WEEK' ? first : ZERO } : line,
    ),
  }
}

/** Adds the step that explains rows of the first week, which already have their rate. */
export function explainAccidentLeave(input: NzPayInput, rates: NzRates, trace: Trace): void {
  const { ratePerHour } = input
  const table = rates.accidents.at(input.payDate)
  const isAtShare = (line: LeaveLine) =>
    line.leaveType === 'NZ_ACC_FIRST_WEEK' &&
    isUnpriced(input, line) &&
    line.ratePerHour.eq(toPlaces(ratePerHour.times(table.value.firstWeekShare), 12))
  if (input.leave.some(isAtShare)) firstWeekRate(input, table, trace)
}

/** Inland Revenue pays parental leave, so any payment by the employer should be intentional. */
export function parentalWarnings({ leave }: Pick<NzPayInput, 'leave'>): string[] {
  return leave
    .filter(
      ({ leaveType, ratePerHour, hasOwnRate }) =>
        leaveType === 'PAID_PARENTAL' && !hasOwnRate && ratePerHour.gt(ZERO),
    )
    .map(
      ({ description, ratePerHour }) =>
        `"${description}" pays ${ratePerHour.toFixed(2)} an hour: Inland Revenue pays parental leave. Send the rate 0, or EMPLOYER_FUNDED_PAID_PARENTAL for what the employer pays.`,
    )
}
