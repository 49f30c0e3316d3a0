import type { Opening } from '../../../../countries/contract/opening.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { PeriodHours } from '../../../../payroll/history.ts'
import type { PayPeriod } from '../../../../payroll/pay-periods.ts'
import type { LoadedPast, StoredDetails } from '../country/types.ts'

/** The encoded pay history of an employee: one line per pay, with columns separated by a character that no value contains. */
export type EncodedHistory = {
  /** Null when there are none. */
  pays: string | null
  /** The pays of periods that overlap the one being paid. */
  near: string | null
  periodHours: readonly PeriodHours[] | null
  opening: Opening | null
}

export type PastDetailsById = ReadonlyMap<number, StoredDetails>

/** The history of an employee without earlier pays. */
export const NO_PAST: LoadedPast = { pays: [], periodHours: null, opening: null }

export function decodeHistory({ pays, periodHours, opening }: EncodedHistory): LoadedPast {
  if (pays === null && periodHours === null && opening === null) return NO_PAST
  return { pays: decodePays(pays), periodHours, opening }
}

export const decodePays = (lines: string | null): LoadedPast['pays'] =>
  lines === null ? [] : lines.split('\n').map(decodePay)

const COMMON_CELLS = 7
/** Values of the last common column. */
export const MARKS = { termination: '1', sum: 's' }

const PAY_DATE = 2
const PERIOD_END = 5

/** Whether the pay on this line, or the last pay of a summed line, was paid before the day. */
export const isBefore = (line: string, day: CivilDate) =>
  (line.split('|', PAY_DATE + 1)[PAY_DATE] ?? '') < day
/** Whether the line's run ended before the day. */
export const isOver = (line: string, day: CivilDate) =>
  (line.split('|', PERIOD_END + 1)[PERIOD_END] ?? '') < day

function decodePay(line: string): LoadedPast['pays'][number] {
  const all = line.split('|')
  const [id, runId, payDate, payPeriod, periodStart, periodEnd, mark] = all
  return {
    timing: {
      payDate: payDate as CivilDate,
      payPeriod: payPeriod as PayPeriod,
      periodStart: periodStart as CivilDate,
      periodEnd: periodEnd as CivilDate,
    },
    id: Number(id),
    runId: Number(runId),
    isTermination: mark === MARKS.termination,
    isSum: mark === MARKS.sum,
    cells: all.slice(COMMON_CELLS),
    details: null,
  }
}

/** Adds the loaded details to the history. */
export function withDetails(past: LoadedPast, details: PastDetailsById): LoadedPast {
  if (details.size === 0) return past
  return { ...past, pays: past.pays.map((pay) => ({ ...pay, details: details.get(pay.id) ?? null })) }
}
