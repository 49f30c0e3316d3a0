import type { PayRunRow, PayStatus } from '../../../../database/tables/pays.ts'
import { type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import type { PayTiming } from '../../../../payroll/history.ts'
import type { Line } from '../lines/lines.ts'
import type { PayCreate } from '../request/schema.ts'
import type { TerminationBlock } from '../request/termination-schema.ts'
import type { PayEmployee } from './pay-employee.ts'

/** One pay to be calculated: created, drafted, rebuilt or processed. All go through the same pipeline. */
export type PayJob = {
  /** How a refusal names it: "Pay 0". */
  name: string
  /** Its index in the list of the request; a rebuild has none. */
  requestIndex?: number
  employee: PayEmployee
  run: PayRunRow
  timing: PayTiming
  isWorkersComp: boolean
  status: PayStatus
  department: string | null
  /** The payroll officer's sentence on the payslip. */
  note?: string | null
  /** Where the lines come from: a request, a pay whose lines are kept as they are, or both, kept lines first. */
  request: PayCreate | null
  lines: readonly Line[] | null
  /** The service drafts it: days off for public holidays are proposed. */
  isProposed?: boolean
  /** Kept lines take the rates that are recorded for their days. */
  isRenewed?: boolean
  termination: TerminationBlock | null
  /** What the payroll officer should know, whatever the calculation says. */
  notes?: readonly string[]
  /** The pay that is calculated again; null: a new pay. */
  existing: ExistingPay | null
  /** The stored facts of a processed pay, which it is calculated from again. Absent: the employee's record of today. */
  facts?: unknown
}

/** What stays of a pay that is calculated again. */
export type ExistingPay = {
  id: number
  createdAt: Date
  wasProcessed: boolean
  /** The stored columns of a processed pay, its figures among them; null: a draft. */
  stored: Readonly<Record<string, unknown>> | null
  lines: readonly Line[]
  /** What the pay remembers; null: nothing yet. */
  snapshot: PaySnapshot | null
  stp: {
    status: string | null
    serviceAction: string | null
    timestamp: Date | null
    /** What was last reported about it; null: nothing. */
    reportedHash: string | null
  }
}

/** The snapshots of the employee and of the employer that a pay takes. */
export type PaySnapshot = { own: number; employer: number }

/** When a pay of this run is paid, and for which period. */
export function timingOf(run: PayRunRow, payDate: CivilDate): PayTiming {
  return {
    payDate,
    payPeriod: run.pay_period,
    periodStart: civilDate(run.start_date),
    periodEnd: civilDate(run.end_date),
  }
}
