import type { Insertion } from '../../../database/insert-rows.ts'
import { type Packed, packNow } from '../../../events/payloads.ts'
import { isZero } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { PayView } from './answer/schema.ts'
import type { TerminationView } from './answer/termination.ts'
import { type ShownPay, viewPay } from './answer/view.ts'
import type { PayCountry } from './country/types.ts'
import type { MadePay, NumberedPay } from './make.ts'
import { figuresHash } from './store/figures-hash.ts'
import { rowsOf } from './store/rows.ts'
import type { PaySnapshot } from './task.ts'

/** What some pays need before they can be written down, in their order: ids for what is new, and what they remember. */
export type PartNumbers = {
  payIds: readonly number[]
  lineIds: readonly number[]
  itemIds: readonly number[]
  snapshots: readonly (PaySnapshot | null)[]
  now: Date
}

export type FinishOptions = {
  country: PayCountry
  companyId: number
  customerId: number
  isDryRun: boolean
  /** The read model itself is wanted, not only its text. */
  isViewKept: boolean
  isPacked: boolean
}

/** Some pays as the statement that stores them, and as their texts. Plain, so that another thread can make it. */
export type FinishedPart = {
  rows: Insertion
  /** The processed ones for their events, where that is wanted. */
  packed: Packed | null
  pays: readonly {
    id: number
    json: string
    view: PayView | null
    isLeaveMoved: boolean
    termination: TerminationView | null
  }[]
}

/** Writes pays down, once for the database and once for the answer. */
export function finishPart(
  made: readonly MadePay[],
  numbers: PartNumbers,
  options: FinishOptions,
): FinishedPart {
  const { snapshots, now } = numbers
  const pays = numberPays(made, numbers)
  const newItems = made.flatMap((pay) => pay.newItems)
  const itemIds = new Map(newItems.map((item, index) => [item, present(numbers.itemIds[index])]))
  const finished = pays.map((pay) => {
    const view = viewPay(shownPay(pay, options), options.country)
    const { leaveMovements, termination } = pay.calculated
    return {
      id: pay.id,
      json: JSON.stringify(view),
      view: options.isViewKept ? view : null,
      isLeaveMoved: leaveMovements.some((move) => !isZero(move.amount)),
      termination,
    }
  })
  const processed = finished.filter((_, index) => pays[index]?.task.status === 'processed')
  const packed = options.isPacked
    ? packNow(
        processed.map((pay) => pay.id),
        processed.map((pay) => pay.json),
      )
    : null
  return { rows: rowsOf(options, pays, { snapshots, itemIds, now }), packed, pays: finished }
}

/** How many lines of these pays have no id yet. */
export function countNewLines(pays: readonly MadePay[]): number {
  return pays.reduce((count, pay) => count + pay.lines.filter((line) => line.id === undefined).length, 0)
}

/** Gives the pays their ids: new ones for new pays and new lines, in their order. */
function numberPays(pays: readonly MadePay[], { payIds, lineIds }: PartNumbers): NumberedPay[] {
  let nextPay = 0
  let nextLine = 0
  return pays.map((pay) => {
    const given = pay.lines.map((line) => line.id ?? present(lineIds[nextLine++]))
    const { existing } = pay.task
    if (!existing) return { ...pay, id: present(payIds[nextPay++]), lineIds: given }
    return { ...pay, id: existing.id, ...inOrderOfIds(pay.lines, given) }
  })
}

/** Lines are read in the order of their ids, so a pay that is made anew shows them so. */
function inOrderOfIds(lines: MadePay['lines'], ids: readonly number[]) {
  const rows = lines.map((line, index) => ({ line, id: present(ids[index]) })).sort((a, b) => a.id - b.id)
  return { lines: rows.map((row) => row.line), lineIds: rows.map((row) => row.id) }
}

/** A pay that was just made, as its read model shows it; a dry run has no ids. */
function shownPay(
  pay: NumberedPay,
  { country, isDryRun }: Pick<FinishOptions, 'country' | 'isDryRun'>,
): ShownPay {
  const { task, calculated } = pay
  return {
    id: isDryRun ? null : pay.id,
    status: task.status,
    processed_date: task.timing.payDate,
    pay_department: task.department,
    note: task.note ?? null,
    employee: task.employee,
    run: { ...task.run, id: isDryRun ? null : task.run.id },
    figures: calculated.figures,
    lines: pay.lines.map((line, index) => ({
      ...line,
      id: isDryRun ? null : present(pay.lineIds[index]),
    })),
    leave_balances: calculated.balances,
    termination: calculated.termination,
    warnings: pay.warnings,
    stp_status: task.existing?.stp.status ?? null,
    stp_service_action: task.existing?.stp.serviceAction ?? null,
    stp_timestamp: task.existing?.stp.timestamp ?? null,
    stp_needs_update: isOtherThanTold(pay, country),
  }
}

/** Whether a pay that was made anew differs from what the authority was told of it. */
function isOtherThanTold({ task, calculated }: NumberedPay, country: PayCountry): boolean {
  const told = task.existing?.stp.toldHash ?? null
  return told !== null && told !== figuresHash(country, calculated.cells())
}
