import type { Insertion } from '../../../../database/insert-rows.ts'
import { isZero } from '../../../../kernel/values/money.ts'
import { present } from '../../../../kernel/values/present.ts'
import { type ShownPay, viewPay } from '../answer/view.ts'
import type { CalculatedPay, NumberedPay } from '../calculate/calculated-pay.ts'
import type { PipelineRun } from '../context/pipeline-run.ts'
import type { PayCountry } from '../country/types.ts'
import type { PaySnapshot } from '../job/pay-job.ts'
import type { PayView } from '../schema/pay.ts'
import { figuresHash } from './figures-hash.ts'
import type { ReservedIds } from './ids.ts'
import { rowsOf } from './rows.ts'

/** The data needed before pays can be stored. Each list is in the order of the pays. */
export type PayIds = ReservedIds & {
  newItems: readonly number[]
  snapshots: readonly (PaySnapshot | null)[]
  /** The version of the rate tables used in the calculation. */
  lawVersion: string
}

/** Serialised pays: the insert statement, and the JSON of their read models. */
export type SerializedPays = {
  rows: Insertion
  pays: readonly (NumberedPay & { json: string; view: PayView; isLeaveMoved: boolean })[]
}

export function serializePays(
  { country, company, isDryRun }: PipelineRun,
  calculated: readonly CalculatedPay[],
  ids: PayIds,
  now: Date,
): SerializedPays {
  const numbered = numberPays(calculated, ids)
  const newItems = calculated.flatMap((pay) => pay.newItems)
  const itemIds = new Map(newItems.map((item, index) => [item, present(ids.newItems[index])]))
  const owner = { companyId: company.id, customerId: company.customer_id, country }
  const pays = numbered.map((pay) => {
    const view = viewPay(shownPay(pay, country, isDryRun), country)
    const isLeaveMoved = pay.calculated.leaveMovements.some((move) => !isZero(move.amount))
    return { ...pay, view, json: JSON.stringify(view), isLeaveMoved }
  })
  return { rows: rowsOf(owner, numbered, { ...ids, itemIds, now }), pays }
}

/** Counts the lines of these pays without an id. */
export function countNewLines(pays: readonly CalculatedPay[]): number {
  return pays.reduce((count, pay) => count + pay.lines.filter((line) => line.id === undefined).length, 0)
}

/** Assigns ids to new pays and new lines, in order. */
function numberPays(pays: readonly CalculatedPay[], ids: ReservedIds): NumberedPay[] {
  let nextPay = 0
  let nextLine = 0
  return pays.map((pay) => {
    const given = pay.lines.map((line) => line.id ?? present(ids.lines[nextLine++]))
    const { existing } = pay.job
    if (!existing) return { ...pay, id: present(ids.pays[nextPay++]), lineIds: given }
    return { ...pay, id: existing.id, ...inOrderOfIds(pay.lines, given) }
  })
}

/** Lines are loaded in id order, so a recalculated pay shows them in that order too. */
function inOrderOfIds(lines: CalculatedPay['lines'], ids: readonly number[]) {
  const rows = lines.map((line, index) => ({ line, id: present(ids[index]) })).sort((a, b) => a.id - b.id)
  return { lines: rows.map((row) => row.line), lineIds: rows.map((row) => row.id) }
}

/** A calculated pay for its read model. A dry run has no ids. */
function shownPay(pay: NumberedPay, country: PayCountry, isDryRun: boolean): ShownPay {
  const { job, calculated } = pay
  return {
    id: isDryRun ? null : pay.id,
    status: job.status,
    processed_date: job.timing.payDate,
    pay_department: job.department,
    note: job.note ?? null,
    employee: job.employee,
    run: { ...job.run, id: isDryRun ? null : job.run.id },
    figures: calculated.figures,
    lines: pay.lines.map((line, index) => ({
      ...line,
      id: isDryRun ? null : present(pay.lineIds[index]),
    })),
    leave_balances: calculated.balances,
    termination: calculated.termination,
    warnings: pay.warnings,
    stp_status: job.existing?.stp.status ?? null,
    stp_service_action: job.existing?.stp.serviceAction ?? null,
    stp_timestamp: job.existing?.stp.timestamp ?? null,
    stp_needs_update: isReportedDifferently(pay, country),
  }
}

/** Whether a pay differs from its last report. */
function isReportedDifferently({ job, calculated }: NumberedPay, country: PayCountry): boolean {
  const reported = job.existing?.stp.reportedHash ?? null
  return reported !== null && reported !== figuresHash(country, calculated.cells())
}
