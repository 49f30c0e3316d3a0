import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import type { PastQuestion } from '../../../../payroll/history.ts'
import type { PayLines } from '../../../../payroll/input.ts'
import type { DayTerms } from './dated-terms.ts'
import type { NzHolidayInput } from './input.ts'

/*
 * Terms that change within a pay. A day is judged by its own terms: whether it is a working day and how long, which public holidays
 * are observed, and what an hour pays (Holidays Act 2003 ss 9 and 12).
 */

type Dated = Pick<
  NzHolidayInput,
  | 'ratePerHour'
  | 'hoursPerDay'
  | 'daysPerWeek'
  | 'leaveSettings'
  | 'holidayHistory'
  | 'earlierTerms'
  | 'laterTerms'
>

type OtherTerms = Pick<NzHolidayInput, 'earlierTerms' | 'laterTerms'>

/** The terms of other days that a pay contains or names. */
export function termsOfDays(
  { earlierTerms = [], laterTerms = [] }: OtherTerms,
  { past, lines }: { past: PastQuestion; lines: Pick<PayLines, 'hours' | 'leave'> },
): OtherTerms {
  if (earlierTerms.length + laterTerms.length === 0) return {}
  const dates = [...lines.hours, ...lines.leave].flatMap(({ date }) => date ?? [])
  const first = dates.reduce((a, b) => (a < b ? a : b), past.timing.periodStart)
  // A row may be longer than a day.
  const isAhead = lines.leave.some(({ date }) => date > past.timing.periodEnd)
  const before = earlierTerms.filter(({ to }) => to >= first)
  return {
    ...(before.length === 0 ? {} : { earlierTerms: before }),
    ...(laterTerms.length === 0 || !isAhead ? {} : { laterTerms }),
  }
}

/** The terms of other days that a stored pay was made with. */
export const termsInFacts = ({ earlierTerms, laterTerms }: OtherTerms): OtherTerms => ({
  ...(earlierTerms ? { earlierTerms } : {}),
  ...(laterTerms ? { laterTerms } : {}),
})

/** Whether some days of the pay have terms of their own. */
export const hasOtherTerms = ({ earlierTerms = [], laterTerms = [] }: OtherTerms): boolean =>
  earlierTerms.length + laterTerms.length > 0

/** The pay with the terms of a day, as if they applied to all of it. */
export function termsOn<Input extends Dated>(input: Input, day: CivilDate): Input {
  const terms =
    input.earlierTerms?.find(({ to }) => day <= to) ?? input.laterTerms?.findLast(({ from }) => day >= from)
  return terms ? withTerms(input, terms) : input
}

function withTerms<Input extends Dated>(input: Input, terms: DayTerms): Input {
  const { ratePerHour, hoursPerDay, daysPerWeek, workDays, workPattern, anniversaryRegion } = terms
  return {
    ...input,
    ...{ ratePerHour, hoursPerDay, daysPerWeek },
    leaveSettings: {
      ...input.leaveSettings,
      ...{ workDays: workDays ?? null, workPattern: workPattern ?? null, anniversaryRegion },
      transferredHolidays: terms.transferredHolidays ?? [],
    },
    holidayHistory: historyOf(input, terms),
    ...{ earlierTerms: [], laterTerms: [] },
  }
}

/** The working days that rows show are those of the current terms. They say nothing about a week with other days. */
function historyOf(
  { holidayHistory, leaveSettings, daysPerWeek }: Dated,
  terms: DayTerms,
): Dated['holidayHistory'] {
  const isSame =
    (terms.workPattern ?? null) === (leaveSettings.workPattern ?? null) &&
    (terms.workDays ?? null) === (leaveSettings.workDays ?? null) &&
    terms.daysPerWeek.eq(daysPerWeek)
  if (isSame) return holidayHistory
  const { workDays: _, ...history } = holidayHistory
  return { ...history, workDaysKnownFrom: terms.workDays ? 'record' : 'number' }
}

/** A range of days by the terms that apply to them, oldest first. */
export function spansOf<Input extends Dated>(
  input: Input,
  { from, to }: { from: CivilDate; to: CivilDate },
): { input: Input; from: CivilDate; to: CivilDate }[] {
  const spans: { input: Input; from: CivilDate; to: CivilDate }[] = []
  let start = from
  for (const terms of input.earlierTerms ?? []) {
    if (terms.to < start) continue
    const end = terms.to < to ? terms.to : to
    if (start <= end) spans.push({ input: withTerms(input, terms), from: start, to: end })
    start = addDays(end, 1)
  }
  const later = (input.laterTerms ?? []).filter((terms) => terms.from > start && terms.from <= to)
  for (const terms of later) {
    spans.push({ input: termsOn(input, start), from: start, to: addDays(terms.from, -1) })
    start = terms.from
  }
  if (start <= to) spans.push({ input: termsOn(input, start), from: start, to })
  return spans
}
