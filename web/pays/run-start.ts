import type { UpcomingRun } from '../api/types.ts'

export type RunStart = { cycle: string; payDate: string; periodEnd: string }

/** The value of an upcoming run's cycle in the form. */
export const cycleOf = ({ pay_period, pay_calendar_id }: UpcomingRun) =>
  pay_calendar_id === null ? pay_period : `${pay_period} ${pay_calendar_id}`

/** The initial form values for an upcoming run. */
export const startOf = (run: UpcomingRun): RunStart => ({
  cycle: cycleOf(run),
  payDate: run.pay_date,
  periodEnd: run.period_end_date,
})
