import type { CivilDate } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  greater,
  isZero,
  percent,
  smaller,
  sum,
  toPlaces,
  ZERO,
} from '../../../../kernel/values/money.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { NzPayInput } from '../input/input.ts'
import type { HolidayRates } from '../rates/rates.ts'

/** A final pay before the service continued has paid 8% of part of the year. That part of the weeks is not owed again. */
export function withoutWeeksPaidOut(
  input: NzPayInput,
  since: CivilDate,
  earned: Decimal,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  const weeksPaidOut = sum(weeksPaidOutBefore(input, since, table.value).map(({ weeks }) => weeks))
  if (isZero(weeksPaidOut)) return earned
  return trace.sum({
    name: 'leave.annual-weeks-left',
    formula: `weeks of the anniversary − ${percent(table.value.holidayPayRate)} of the weeks that an earlier final pay settled`,
    add: { earned },
    subtract: { weeksPaidOut },
    rule: 'Holidays Act 2003 ss 16, 23(2) and 25(2)',
    source: cite(table),
  })
}

/** For each anniversary that this pay counts, the weeks that an earlier final pay of the same service paid with its 8%. */
export function weeksPaidOutBefore(
  { holidayHistory, leaveSettings }: NzPayInput,
  since: CivilDate,
  { annualWeeksPerYear, holidayPayRate }: HolidayRates,
): { anniversary: CivilDate; weeks: Decimal }[] {
  const ofYear = greater(leaveSettings.annualWeeksPerYear ?? ZERO, annualWeeksPerYear)
  return (holidayHistory.weeksSettled ?? [])
    .filter(({ anniversary }) => anniversary >= since)
    .map(({ anniversary, weeks }) => ({
      anniversary,
      weeks: smaller(toPlaces(weeks.times(holidayPayRate), 6), ofYear),
    }))
}
