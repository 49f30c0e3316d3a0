import { type Decimal, isZero, notBelowZero, sum, toPlaces, ZERO } from '../../../../kernel/values/money.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { NzPayInput } from '../input/input.ts'
import { isClosedownType } from '../input/leave-types.ts'
import type { HolidayRates } from '../rates/rates.ts'

/*
 * A closedown for an employee who is not yet entitled to annual holidays (Holidays Act 2003 ss 34 and 35). The employer pays 8%
 * of gross earnings so far, and the twelve months restart on its first day.
 */

export const isClosedown = ({ leaveType }: Pick<LeaveLine, 'leaveType'>) => isClosedownType(leaveType)

/** The hourly rate of the closedown, or null when the pay has none. */
export function closedownRate(input: NzPayInput, table: Dated<HolidayRates>, trace: Trace): Decimal | null {
  const hours = sum(input.leave.filter(isClosedown).map((line) => line.hours))
  if (isZero(hours)) return null
  const { grossSinceAnniversary, paidInAdvance: advance, closedown } = input.holidayHistory
  // Pays of earlier versions did not know the closedown's first day.
  const before = closedown?.gross ?? grossSinceAnniversary
  const paidInAdvance = closedown ? closedown.inAdvance.plus(closedown.paid) : advance
  return trace.made({
    name: 'holidays.closedown-rate',
    formula:
      '((gross earnings before + of this pay) × rate − paid in advance, not below zero) ÷ hours, not rounded',
    inputs: {
      before,
      thisPay: grossOfThisPay(input),
      rate: table.value.holidayPayRate,
      paidInAdvance,
      hours,
    },
    make: (of) =>
      toPlaces(
        notBelowZero(of.before.plus(of.thisPay).times(of.rate).minus(of.paidInAdvance)).div(of.hours),
        12,
      ),
    rule: 'Holidays Act 2003 s 34',
    source: cite(table),
  })
}

/** Gross earnings of the pay apart from the closedown. */
function grossOfThisPay({ hours, allowances, bonuses }: NzPayInput): Decimal {
  return sum([
    ...hours.map((line) => line.value.times(line.ratePerUnit)),
    ...allowances.filter((line) => line.isTaxable).map((line) => line.amountPerUnit.times(line.units)),
    ...bonuses.filter((line) => !line.isNzDiscretionary && !line.isNzEss).map((line) => line.amount),
  ])
}

/** Warns when the twelve months were not restarted, and when owed weeks must be taken first. */
export function closedownWarnings(input: NzPayInput): string[] {
  const rows = input.leave.filter(isClosedown)
  const [ownFirst] = rows.map((line) => line.date).toSorted()
  if (ownFirst === undefined) return []
  const { closedown } = input.holidayHistory
  const first = closedown?.first ?? ownFirst
  const isSet = input.leaveSettings.holidayYearFrom === first
  return [
    ...(isSet
      ? []
      : [
          `A closedown from ${first}: set nz_holiday_year_from to that day, from which the twelve months start again (Holidays Act 2003 s 35).`,
        ]),
    ...(closedown?.paid.gt(ZERO)
      ? [
          `The closedown from ${first} was paid with ${closedown.paid.toFixed(2)} in an earlier pay: its 8% is owed once (Holidays Act 2003 s 34).`,
        ]
      : []),
    ...(input.leaveBalances.annualHolidaysWeeks.gt(ZERO)
      ? [
          `${input.leaveBalances.annualHolidaysWeeks.toFixed()} weeks of annual holidays are owed: a closedown takes them first (Holidays Act 2003 s 33).`,
        ]
      : []),
  ]
}
