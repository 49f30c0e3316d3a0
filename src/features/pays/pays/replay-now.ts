import type { Rates } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'
import { CalculationError } from '../../../kernel/values/calculation-error.ts'
import { addDays, type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { type PastQuestion, WHOLE_HISTORY_DAYS } from '../../../payroll/history.ts'
import { hasFigures } from './calculate/same-figures.ts'
import { NO_PAST, withDetails } from './context/history-codec.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { loadPast, loadPastDetails } from './context/pay-history.ts'
import type { LoadedPast, PayCountry, Recalculated } from './country/types.ts'
import type { Balances } from './job/leave-balances.ts'
import { timingOf } from './job/pay-job.ts'
import { rememberBaseRate, withBaseRates } from './lines/base-rate.ts'
import { lineOf, toPayLines } from './lines/line-input.ts'

/* Recalculates a stored pay with its own terms and lines, on the current pay history. */

/** The pay history of these pays, by employee. It includes the pays themselves, which `recalculateOn` filters out. */
export async function readHistory(
  query: Queryable,
  country: PayCountry,
  pays: readonly WholePay[],
): Promise<Map<number, LoadedPast>> {
  const byEmployee = Map.groupBy(pays, (pay) => pay.row.employee_id)
  const questions = [...byEmployee].map(([employeeId, own]) => ({
    employeeId,
    runId: 0,
    selfId: 0,
    needs: {
      from: earliest([
        addDays(earliest(own.map((pay) => civilDate(pay.row.processed_date))), -WHOLE_HISTORY_DAYS),
        ...own.flatMap((pay) => {
          const { leaveSince, paysSince } = country.employeeFactsOf(pay.row.facts)
          return [leaveSince ?? [], paysSince ?? []].flat()
        }),
      ]),
      to: null,
      hasDetails: true,
      hasDetailsOfPeriod: true,
      hasHours: false,
      hasLastPay: true,
    },
    hoursInCall: [],
  }))
  const past = await loadPast(query, country, questions)
  const payIds = [...past.values()].flatMap(({ pays: all }) => all.map((pay) => pay.id))
  const details = await loadPastDetails(query, country, payIds)
  return new Map([...past].map(([employeeId, own]) => [employeeId, withDetails(own, details)]))
}

const earliest = (days: readonly CivilDate[]) => days.reduce((a, b) => (a < b ? a : b))

/** The pay as it would be calculated now, with the same lines. Null if the law now rejects it. */
export function recalculateOn(
  pay: WholePay,
  history: ReadonlyMap<number, LoadedPast>,
  country: PayCountry,
  rates: Rates,
  { balances }: { balances?: Balances | undefined } = {},
): Recalculated | null {
  const asked = questionOf(pay, country)
  const needs = country.needsOfPast(asked)
  const { pays: all, opening } = history.get(pay.row.employee_id) ?? NO_PAST
  const pays = all.filter(
    ({ id, runId, timing }) =>
      id !== pay.row.id &&
      timing.payDate >= needs.from &&
      (needs.to === null || timing.payDate <= needs.to || runId === pay.row.pay_run_id),
  )
  const { pay_rate_per_hour = null } = country.employeeRecordOf(pay.row.facts)
  const stored = pay.lines.map((line) => rememberBaseRate(lineOf(line), pay_rate_per_hour, country))
  const lines = toPayLines(withBaseRates(stored))
  const hoursOf = (own: (typeof pays)[number]) =>
    (own.details?.lines ?? []).flatMap(({ units, quantity }) =>
      units !== null && quantity !== null ? [{ units, value: quantity, payId: own.id }] : [],
    )
  const periodHours = needs.hasHours
    ? [
        ...pays.filter(({ runId }) => runId === pay.row.pay_run_id).flatMap(hoursOf),
        ...lines.hours.map(({ units, value }) => ({ units, value: value.toFixed() })),
      ]
    : null
  try {
    const past = { pays, periodHours, opening, balances }
    const now = country.recalculateWithCurrentHistory(pay.row.facts, lines, past, asked, rates)
    // As in a rebuild, a pay not settled with later pays counts only those before it.
    if (hasFigures(pay.row, now.figures)) return now
    return country.recalculateWithCurrentHistory(
      pay.row.facts,
      lines,
      past,
      { ...asked, isAsMade: true },
      rates,
    )
  } catch (error) {
    if (error instanceof CalculationError) return null
    throw error
  }
}

/** The history with a recalculated pay in place of the stored one, for the pays after it. */
export function withRecalculated(
  history: ReadonlyMap<number, LoadedPast>,
  { row }: WholePay,
  { left }: Recalculated,
): Map<number, LoadedPast> {
  const past = history.get(row.employee_id) ?? NO_PAST
  const pays = past.pays.map((pay) => (pay.id === row.id ? { ...pay, left } : pay))
  return new Map([...history, [row.employee_id, { ...past, pays }]])
}

/** The facts about a stored pay that decide how much history its calculation needs. */
export function questionOf({ row, run, lines, termination }: WholePay, country: PayCountry): PastQuestion {
  const lastDay = termination?.termination_date
  return {
    ...country.employeeFactsOf(row.facts),
    timing: timingOf(run, civilDate(row.processed_date)),
    beforeId: row.id,
    lastDay: typeof lastDay === 'string' ? civilDate(lastDay) : null,
    mayHaveExtras: true,
    leaveTypes: lines.flatMap((stored) => {
      const line = lineOf(stored)
      return line.kind === 'leave' ? [line.details.leave_type] : []
    }),
  }
}
