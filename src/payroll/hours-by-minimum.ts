import { addDays, type CivilDate } from '../kernel/values/dates.ts'
import { type Decimal, sum, toCent, toPlaces, whole, ZERO } from '../kernel/values/money.ts'
import { periodStartFor } from './pay-periods.ts'
import type { PayPeriod } from './words.ts'
import { countWorkDays, type WorkDays, workDaysFor } from './work-days.ts'

/*
 * Minimum wages change within a pay period: on 1 April, or on a birthday. The hours of each day are compared with the minimum of that
 * day. A row without a day is shared by the working days on each side of the change.
 */

export type Minimum = { rate: Decimal; words: string }

/** A row with its hours and the amount that they earn. */
export type PaidHours = { hours: Decimal; paid: Decimal; date?: CivilDate; week?: number }

type Period = {
  payPeriod: PayPeriod
  periodEnd: CivilDate
  startDate: CivilDate
  lastDay?: CivilDate | null
  daysPerWeek: Decimal
  workDays?: WorkDays | null
}

/** Days of a pay period with the same minimum, or null for days without one. */
type Span<M extends Minimum> = { from: CivilDate; to: CivilDate; minimum: M | null }

/** Hours of a span that earn less than its minimum. `where` names their days, and is empty for the whole period. */
export type Shortfall<M extends Minimum> = {
  minimum: M
  hours: Decimal
  paid: Decimal
  least: Decimal
  where: string
}

export function hoursBelow<M extends Minimum>(
  rows: readonly PaidHours[],
  period: Period,
  minimumOn: (day: CivilDate) => M | null,
): Shortfall<M>[] {
  const spans = spansOf(period, minimumOn)
  const [only] = spans
  if (spans.length === 1 && only) return below(only, rows, '')
  const undated = rows.filter(({ date }) => date === undefined)
  return spans.flatMap((span) => [
    ...below(span, daysBelow(span, rows, spans), onDays),
    ...below(
      span,
      undated.map((row) => shareOf(row, span, period)),
      `From ${span.from} to ${span.to}, by the share of working days: `,
    ),
  ])
}

function spansOf<M extends Minimum>(period: Period, minimumOn: (day: CivilDate) => M | null): Span<M>[] {
  const { from, to } = daysOf(period)
  const spans: Span<M>[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const minimum = minimumOn(day)
    const last = spans.at(-1)
    if (last && isSame(last.minimum, minimum)) last.to = day
    else spans.push({ from: day, to: day, minimum })
  }
  return spans
}

/** The days of the period that belong to the employment. A pay outside the employment has the whole period. */
function daysOf({ payPeriod, periodEnd, startDate, lastDay }: Period): { from: CivilDate; to: CivilDate } {
  const start = periodStartFor(payPeriod, periodEnd)
  const from = startDate > start ? startDate : start
  const to = lastDay && lastDay < periodEnd ? lastDay : periodEnd
  return from <= to ? { from, to } : { from: start, to: periodEnd }
}

const isSame = (a: Minimum | null, b: Minimum | null) =>
  a === null || b === null ? a === b : a.rate.eq(b.rate) && a.words === b.words

/** The dated rows of each day of a span whose total is below the minimum. */
function daysBelow<M extends Minimum>(
  span: Span<M>,
  rows: readonly PaidHours[],
  spans: readonly Span<M>[],
): PaidHours[] {
  const days = new Map<CivilDate, PaidHours[]>()
  for (const row of rows)
    if (row.date !== undefined && isWithin(row.date, span, spans))
      days.set(row.date, [...(days.get(row.date) ?? []), row])
  return [...days.values()].filter((day) => below(span, day, '').length > 0).flat()
}

/** A day outside the period counts with the period's nearest day. */
function isWithin(date: CivilDate, span: Span<Minimum>, spans: readonly Span<Minimum>[]): boolean {
  const isAfterStart = span === spans[0] || date >= span.from
  return isAfterStart && (span === spans.at(-1) || date <= span.to)
}

const onDays = (rows: readonly PaidHours[]) =>
  `On ${[...new Set(rows.flatMap(({ date }) => date ?? []))].sort().join(', ')}: `

function below<M extends Minimum>(
  { minimum }: Span<M>,
  rows: readonly PaidHours[],
  where: string | ((rows: readonly PaidHours[]) => string),
): Shortfall<M>[] {
  const hours = sum(rows.map((row) => row.hours))
  if (minimum === null || hours.lte(ZERO)) return []
  const paid = toCent(sum(rows.map((row) => row.paid)))
  const least = toCent(hours.times(minimum.rate))
  if (paid.gte(least)) return []
  return [{ minimum, hours, paid, least, where: typeof where === 'string' ? where : where(rows) }]
}

/** The part of a row without a day that belongs to a span, by the working days of the row's week or of the period. */
function shareOf(row: PaidHours, span: Span<Minimum>, period: Period): PaidHours {
  const all = daysOf(period)
  const days = row.week === undefined ? all : weekOf(row.week, period)
  const work = period.workDays ?? workDaysFor(period.daysPerWeek)
  const count = (from: CivilDate, to: CivilDate, of = work) => {
    const [first, last] = [from > days.from ? from : days.from, to < days.to ? to : days.to]
    return whole(countWorkDays(of, first, last))
  }
  const counted = count(all.from, all.to).gt(ZERO) ? work : EVERY_DAY
  const total = count(all.from, all.to, counted)
  if (total.eq(ZERO)) return { hours: ZERO, paid: ZERO }
  const share = count(span.from, span.to, counted).div(total)
  return { hours: toPlaces(row.hours.times(share), HOUR_PLACES), paid: row.paid.times(share) }
}
const HOUR_PLACES = 4
const EVERY_DAY = workDaysFor(whole(7))

function weekOf(week: number, { payPeriod, periodEnd }: Period): { from: CivilDate; to: CivilDate } {
  const from = addDays(periodStartFor(payPeriod, periodEnd), (week - 1) * 7)
  return { from, to: addDays(from, 6) }
}
