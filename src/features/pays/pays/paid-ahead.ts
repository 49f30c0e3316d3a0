import { type Decimal, decimal, isZero, smaller, sum, ZERO } from '../../../kernel/values/money.ts'
import type { WaitingLeave } from '../../employees/requests/index.ts'
import type { DayAhead } from './context/leave-ahead.ts'
import type { PayJob } from './job/pay-job.ts'

/* Days of leave that an earlier pay has are no ordinary hours of this one: they would be paid twice. */

/** Leaves the hours of these days out of a draft, in one or more pays of an employee. */
export function withoutPaidAhead(jobs: readonly PayJob[], days: readonly DayAhead[]): PayJob[] {
  let left = sum(days.map(({ hours }) => hours))
  const drafted = jobs.map((job) => {
    const hours = (job.request?.hours ?? []).flatMap((row) => {
      if (row.is_overtime || row.units !== 'hours') return [row]
      const worked = decimal(String(row.value))
      const less = smaller(worked, left)
      left = left.minus(less)
      return less.eq(worked) ? [] : [{ ...row, value: worked.minus(less).toFixed() }]
    })
    return { ...job, request: { ...job.request, hours } }
  })
  return drafted.map((job, index) => ({
    ...job,
    daysAhead: new Set<string>(days.map(({ date }) => date)),
    ...(index === 0
      ? { notes: [...(job.notes ?? []), `${aheadWords(days)}: these hours are not drafted again.`] }
      : {}),
  }))
}

/** The reason for leaving an employee out of a run: an earlier pay has all hours of the period. */
export const aheadReason = (days: readonly DayAhead[]): string =>
  `${aheadWords(days)}: no hours of this period are left.`

/** The leave, such as "Leave from 2026-09-28 to 2026-10-02 (40 hours) is already in pay 12". */
export function aheadWords(days: readonly DayAhead[]): string {
  const [first, last] = [days[0], days.at(-1)]
  const span = first?.date === last?.date ? `on ${first?.date}` : `from ${first?.date} to ${last?.date}`
  const pays = [...new Set(days.map(({ payId }) => payId))]
  const hours = sum(days.map((day) => day.hours))
  return `Leave ${span} (${hours.toFixed()} hours) is already in pay ${pays.join(' and ')}`
}

/** Whether the drafted pays have hours or leave. An employee without an hourly rate has none to leave out. */
export const hasRows = (jobs: readonly PayJob[]): boolean =>
  jobs.some(({ request }) => (request?.hours ?? []).length + (request?.leave ?? []).length > 0)

/** An approved day of leave, and the pay that has it. */
export type PaidDay = { request_id: number; date: string; pay_id: number }

/** Approved days that an earlier pay already has, with that pay, and the days that still wait. */
export function splitWaiting(
  waiting: readonly WaitingLeave[],
  days: readonly DayAhead[],
): { waiting: WaitingLeave[]; paid: PaidDay[] } {
  const left = new Map<string, Decimal>(days.map(({ date, hours }) => [date, hours]))
  const payOf = new Map<string, number>(days.map(({ date, payId }) => [date, payId]))
  const paid: PaidDay[] = []
  const open = waiting.filter((day) => {
    const hours = left.get(day.date) ?? ZERO
    const payId = payOf.get(day.date)
    if (payId === undefined || isZero(hours) || decimal(day.hours).gt(hours)) return true
    left.set(day.date, hours.minus(decimal(day.hours)))
    paid.push({ request_id: day.requestId, date: day.date, pay_id: payId })
    return false
  })
  return { waiting: open, paid }
}
