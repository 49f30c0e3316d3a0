import { EMPTY_YEAR, type PeriodTotals } from '../../../countries/au/stp/facts.ts'
import { withHeld } from '../../../countries/au/stp/held-amounts.ts'
import type { HeldBack, PayeePart, SubmissionKind } from '../../../database/tables/reporting.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import {
  type FormerIdentity,
  type GonePay,
  type Holding,
  payeeKey,
  type ReportError,
  type SubmissionPay,
} from '../lodgements/index.ts'
import type { Period } from './load.ts'
import type { CountedPay, PayeeYearToDate } from './load-year.ts'

/** The content of one event. */
export type EventPlan = {
  kind: Exclude<SubmissionKind, 'amend'>
  payDate: CivilDate
  dueDate: CivilDate
  /** The pays that this event lodges. */
  lodges: ReadonlySet<number>
  years: ReadonlyMap<number, PayeeYearToDate>
  /** Deleted pays that the tax office still counts. */
  gone: readonly GonePay[]
  /** The tax office's figures for these payees. */
  holdings: ReadonlyMap<string, Holding>
  periodOf: (employeeId: number) => Period
  totals: PeriodTotals | null
  /** What is unusual about the totals. */
  warnings?: readonly ReportError[]
  isFinal: (employeeId: number) => boolean
  /** The event that this one replaces, and whether it was a replacement itself. */
  replaced: { id: number; transactionId: string; isReplacement: boolean } | null
  heldBack: readonly HeldBack[]
  /** The former numbers that the event is sent under; null for the company's current ones. */
  former: FormerIdentity | null
  /** The same event without these employees; null when no one would be left. */
  without: (employeeIds: ReadonlySet<number>) => Promise<EventPlan | null>
}

/** The pays of an event: those it lodges, those it corrects, and the others in the year to date. */
export function paysOf(plan: EventPlan): SubmissionPay[] {
  const counted = [...plan.years.values()].flatMap((year) => year.pays).flatMap((pay) => linkOf(plan, pay))
  const gone = plan.gone.map(
    (pay): SubmissionPay => ({
      payId: pay.pay_id,
      employeeId: pay.employee_id,
      counts: false,
      wasChanged: true,
      before: pay.told_hash,
      reportedHash: null,
      isCarried: false,
    }),
  )
  return [...counted, ...gone]
}

function linkOf(plan: EventPlan, pay: CountedPay): SubmissionPay[] {
  const reportedHash = pay.figuresHash ?? ''
  const counts = plan.lodges.has(pay.id)
  const isDifferent = pay.reportedHash !== reportedHash
  const wasChanged = pay.isLodged && isDifferent
  const isAbout = counts || wasChanged || (plan.kind === 'finalise' && pay.isLodged)
  if (!isAbout && !isDifferent) return []
  return [
    {
      payId: pay.id,
      employeeId: pay.employeeId,
      counts,
      wasChanged,
      before: pay.reportedHash,
      reportedHash,
      isCarried: !isAbout,
    },
  ]
}

/**
 * Completes the years with everything the tax office holds. What no longer exists is sent with zeros.
 */
export function completeYears(
  years: ReadonlyMap<number, PayeeYearToDate>,
  holdings: ReadonlyMap<string, Holding>,
): Map<number, PayeeYearToDate> {
  const held = (id: number, part: PayeePart) => holdings.get(payeeKey(id, part))?.amounts
  return new Map(
    [...years].map(([id, year]) => {
      const benefit = held(id, 'beneficiary')
      const beneficiary = year.beneficiary ?? (benefit ? EMPTY_YEAR : null)
      return [
        id,
        {
          ...year,
          own: withHeld(year.own, held(id, 'employee') ?? {}),
          beneficiary: beneficiary && withHeld(beneficiary, benefit ?? {}),
        },
      ]
    }),
  )
}
