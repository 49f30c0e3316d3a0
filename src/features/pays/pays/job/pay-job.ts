import type { PayRunRow, PayStatus } from '../../../../database/tables/pays.ts'
import { type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import type { PayTiming } from '../../../../payroll/history.ts'
import type { Line } from '../lines/lines.ts'
import type { PayCreate } from '../request/schema.ts'
import type { TerminationBlock } from '../request/termination-schema.ts'
import type { PayEmployee } from './pay-employee.ts'

/** One pay to be calculated: created, drafted, rebuilt or processed. All go through the same pipeline. */
export type PayJob = {
  /** The name in error messages, such as "Pay 0". */
  name: string
  /** Its index in the request's list. A rebuild has none. */
  requestIndex?: number
  employee: PayEmployee
  run: PayRunRow
  timing: PayTiming
  isWorkersComp: boolean
  status: PayStatus
  department: string | null
  /** The payroll officer's note on the payslip. */
  note?: string | null
  /** The source of the lines: a request, existing lines that are kept, or both, with the existing lines first. */
  request: PayCreate | null
  lines: readonly Line[] | null
  /** The service drafts this pay, so public holidays are proposed as days off. */
  isProposed?: boolean
  /** Days of the period whose leave an earlier pay has. The draft proposes nothing for them. */
  daysAhead?: ReadonlySet<string>
  /** Kept lines use the rates now recorded for their days. */
  isRenewed?: boolean
  /** Back pay was paid for the period, so kept lines stay at their rates although the pay is renewed. */
  isPaidBack?: boolean
  termination: TerminationBlock | null
  /** Notes for the payroll officer, independent of the calculation. */
  notes?: readonly string[]
  /** The pay being recalculated, or null for a new pay. */
  existing: ExistingPay | null
  /** The stored facts of a processed pay, from which it is recalculated. Absent when the current employee record is used. */
  facts?: unknown
}

/** The data kept from a pay that is recalculated. */
export type ExistingPay = {
  id: number
  createdAt: Date
  /** The last change of terms recorded when a processed pay was made. Null for pays from before it was stored. */
  lastTermsId: number | null
  wasProcessed: boolean
  /** The stored columns of a processed pay, including its figures. Null for a draft. */
  stored: Readonly<Record<string, unknown>> | null
  lines: readonly Line[]
  /** The lines with the amounts that are stored, also for a draft and a renewed pay. */
  linesAsStored: readonly Line[]
  /** The pay's snapshot, or null if there is none yet. */
  snapshot: PaySnapshot | null
  stp: {
    status: string | null
    serviceAction: string | null
    timestamp: Date | null
    /** The hash of the last report about the pay, or null if there was none. */
    reportedHash: string | null
  }
}

/** The employee and employer snapshots of a pay. */
export type PaySnapshot = { own: number; employer: number }

/** The payment date and period of a pay in this run. */
export function timingOf(run: PayRunRow, payDate: CivilDate): PayTiming {
  return {
    payDate,
    payPeriod: run.pay_period,
    periodStart: civilDate(run.start_date),
    periodEnd: civilDate(run.end_date),
  }
}

/** The last day of the employment that a pay ends, or null for any other pay. */
export const lastDayOf = (termination: TerminationBlock | null | undefined): CivilDate | null =>
  termination ? civilDate(termination.termination_date) : null
