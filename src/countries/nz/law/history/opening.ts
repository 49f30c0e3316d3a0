import { type CivilDate, makeDate, nzTaxYear } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, toPlaces, ZERO } from '../../../../kernel/values/money.ts'
import { emptyHistory } from '../../../../payroll/figure-history.ts'
import type { PayTiming } from '../../../../payroll/history.ts'
import {
  OPENING_ID,
  type Opening,
  type OpeningPeriod,
  openingPeriods,
  restOf,
} from '../../../contract/opening.ts'
import { openingLines } from '../../../contract/opening-lines.ts'
import { NZ_FIGURES } from '../figures/figures.ts'
import type { NzPastPay } from '../figures/past-pay.ts'

/* Opening figures under New Zealand law: the known periods, and the rest of the tax year in one row. */

type Terms = { ratePerHour: Decimal; hoursPerDay: Decimal; daysPerWeek: Decimal }

/** A day before every employment. The previous system dealt with all anniversaries up to its last paid period. */
const ALWAYS: CivilDate = makeDate(1900, 1, 1)

/** A past pay without figures. The opening figures fill in some of them. */
const nothing = (timing: PayTiming) => ({
  ...timing,
  isTermination: false,
  ...emptyHistory(NZ_FIGURES, timing),
  isLeaveEnabled: true,
})

export function openingPays(opening: Opening, terms: Terms): NzPastPay[] {
  const { asAt, paidTo, totals } = opening
  const periods = openingPeriods(opening)
  const { start } = nzTaxYear(asAt)
  const inYear = periods.filter(({ payDate }) => payDate >= start && payDate <= asAt)
  const rest: NzPastPay = {
    ...nothing({ payDate: asAt, payPeriod: 'WEEKLY', periodStart: paidTo, periodEnd: paidTo }),
    id: OPENING_ID,
    isSum: true,
    gross: restOf(totals.gross, inYear, (period) => period.gross).toFixed(),
    levyLiable: restOf(totals.levy_liable ?? totals.gross, inYear, (period) => period.gross).toFixed(),
    inAdvance: totals.holidays_in_advance ?? '0',
    annualHolidaysFrom: ALWAYS,
    sickLeaveFrom: ALWAYS,
    details: null,
  }
  return [...periods.map((period, index) => periodPay(period, OPENING_ID - 1 - index, terms)), rest]
}

function periodPay(period: OpeningPeriod, id: number, terms: Terms): NzPastPay {
  const { payDate, payPeriod, periodStart, periodEnd, gross, tax, hours } = period
  const { hoursPerDay, daysPerWeek } = terms
  return {
    ...nothing({ payDate, payPeriod, periodStart, periodEnd }),
    id,
    gross,
    levyLiable: gross,
    ordinary: decimal(gross)
      .minus(period.irregular ?? '0')
      .toFixed(),
    payeOrdinary: tax,
    holidayGross: period.counted ?? gross,
    irregular: period.irregular ?? '0',
    hoursPaid: hours ?? '0',
    daysPaid: period.daysPaid ?? inUnits(hours, hoursPerDay),
    unpaidWeeks: inUnits(period.unpaidLeaveHours, hoursPerDay.times(daysPerWeek)),
    details: {
      ratePerHour: terms.ratePerHour.toFixed(),
      hoursPerDay: hoursPerDay.toFixed(),
      daysPerWeek: daysPerWeek.toFixed(),
      workDays: null,
      lines: openingLines(period),
    },
  }
}

function inUnits(hours: string | null, unit: Decimal): string {
  return hours === null || unit.eq(ZERO) ? '0' : toPlaces(decimal(hours).div(unit), 6).toFixed()
}
