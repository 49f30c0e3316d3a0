import type { UpcomingRun } from '../api/types.ts'

export type RunStart = { cycle: string; payDate: string; periodEnd: string }

/** The cycle of an upcoming run, as the form names it. */
export const cycleOf = ({ pay_period, pay_calendar_id }: UpcomingRun) =>
  pay_calendar_id === null ? pay_period : `${pay_period} ${pay_calendar_id}`

/** What the form starts with for a run that the service says comes next. */
export const startOf = (run: UpcomingRun): RunStart => ({
  cycle: cycleOf(run),
  payDate: run.pay_date,
  periodEnd: run.period_end_date,
})
