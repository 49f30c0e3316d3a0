import type { DraftHolidays, HolidayWork } from '../../../../countries/contract/country.ts'
import type { Rates } from '../../../../countries/index.ts'
import { decimal, smaller, sum, ZERO } from '../../../../kernel/values/money.ts'
import type { EmployeeLedger } from '../country/types.ts'
import { pastQuestionOf } from '../job/past-question.ts'
import type { PayJob } from '../job/pay-job.ts'
import { toPayLines } from '../lines/line-input.ts'
import type { Line } from '../lines/lines.ts'
import { ORDINARY_TIME, rateOfDay } from '../lines/pay-rates.ts'

/**
 * Applies public holidays to a draft, or to a pay sent without rows. Days off become rows in place of
 * ordinary hours. Hours worked on a holiday for which no rate was named are paid as the law requires. This
 * also applies to pending pays with dated hours. Other pays created from rows keep them as sent.
 */
export function draftHolidayLines(
  job: PayJob,
  lines: readonly Line[],
  ledger: EmployeeLedger,
  rates: Rates,
): { lines: readonly Line[]; notes: string[] } {
  const { isWorkersComp, termination } = job
  const hasDatedHours = lines.some((line) => line.kind === 'hours' && line.details.date)
  const isOrdinary = job.request && !job.facts && !termination && !isWorkersComp
  if (
    !ledger.draftHolidays ||
    !isOrdinary ||
    !(job.isProposed || (job.status === 'pending' && hasDatedHours))
  )
    return { lines, notes: [] }
  const past = pastQuestionOf(job)
  const asked = { past, lines: toPayLines(lines), isWorkersComp, termination, taxShare: null }
  const found = ledger.draftHolidays(asked, rates)
  const worked = withWork(lines, found.worked)
  if (!job.isProposed) return worked
  const paid = found.paid.filter(({ date }) => !job.daysAhead?.has(date))
  return {
    lines: [...withoutHours(worked.lines, paid), ...paid.map((day) => lineOf(day, job))],
    notes: [...worked.notes, ...paid.map(({ note }) => note), ...found.notes],
  }
}

function withWork(lines: readonly Line[], work: ReadonlyMap<number, HolidayWork>) {
  const notes: string[] = []
  let place = 0
  const raised = lines.map((line): Line => {
    if (line.kind !== 'hours') return line
    const own = work.get(place++)
    if (!own || isRateNamed(line)) return line
    notes.push(own.note)
    const { rate, multiplier } = own
    const details = {
      ...line.details,
      rate: rate.toFixed(),
      multiplier: multiplier?.toFixed() ?? null,
      rate_reference: null,
      has_own_rate: multiplier === null,
    }
    return { ...line, details }
  })
  return { lines: raised, notes }
}

function isRateNamed({ details }: Line<'hours'>): boolean {
  const { has_own_rate, multiplier, rate_reference, rate_description } = details
  const isOrdinary = rate_reference === null || rate_reference === ORDINARY_TIME.reference
  return Boolean(has_own_rate) || multiplier !== null || !isOrdinary || Boolean(rate_description)
}

/** Deducts the hours of the days off from undated ordinary hours. */
function withoutHours(lines: readonly Line[], days: DraftHolidays['paid']): Line[] {
  let left = sum(days.map(({ hours }) => hours))
  return lines.flatMap((line): Line[] => {
    if (line.kind !== 'hours' || line.details.is_overtime || line.details.units !== 'hours') return [line]
    if (line.details.date || left.lte(ZERO)) return [line]
    const value = decimal(line.details.value)
    const less = smaller(value, left)
    left = left.minus(less)
    return less.eq(value)
      ? []
      : [{ ...line, details: { ...line.details, value: value.minus(less).toFixed() } }]
  })
}

/** The line for a public holiday. The law sets its price. */
function lineOf({ date, hours, holiday }: DraftHolidays['paid'][number], { employee }: PayJob): Line {
  return {
    kind: 'leave',
    description: `Public holiday: ${holiday}`.slice(0, DESCRIPTION_LENGTH),
    item: null,
    templateId: null,
    details: {
      leave_type: 'PAID_PUBLIC_HOLIDAY',
      date,
      hours: hours.toFixed(),
      rate: rateOfDay(employee, date),
      multiplier: null,
      has_own_rate: false,
      loading_given: null,
    },
  }
}
const DESCRIPTION_LENGTH = 60
