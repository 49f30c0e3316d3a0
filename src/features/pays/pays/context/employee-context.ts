import type { Opening } from '../../../../countries/contract/opening.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import { present } from '../../../../kernel/values/present.ts'
import { isTaxedWith } from '../../../../payroll/history.ts'
import { itemOn, withoutChangesForNextPay } from '../../../../payroll/item-terms.ts'
import type { EmployeeLedger, LoadedPast, PayCountry } from '../country/types.ts'
import type { PayJob } from '../job/pay-job.ts'
import type { KnownItem } from '../lines/lines.ts'
import { type EmployeeItems, itemKey, type Template } from '../lines/match.ts'
import { ORDINARY_TIME } from '../lines/pay-rates.ts'
import {
  decodeHistory,
  type EncodedHistory,
  NO_PAST,
  type PastDetailsById,
  withDetails,
} from './history-codec.ts'
import type { DatedItem, EmployeeRate } from './items.ts'
import type { UsualPay } from './usual-pays.ts'

/** The data from which the pays of one employee are calculated. */
export type EmployeeContext = {
  items: EmployeeItems
  /** Balances and history. Each committed pay updates them. */
  ledger: EmployeeLedger
  /** The same with the terms stored with a processed pay, also when the pay is renewed. */
  ledgerAsStored: () => EmployeeLedger
  usual: UsualPay | undefined
  /** Pay history from before this system. */
  opening: Opening | null
  /** The end dates of paid periods that overlap this one, including its own. */
  overlapped: readonly CivilDate[]
}

/** The rows loaded for some employees, some of them encoded. */
export type ContextRows = {
  items: ReadonlyMap<number, readonly DatedItem[]>
  /** Items that are already on another pay of the period, for final pays. */
  paidItems: ReadonlySet<number>
  templates: readonly Template[]
  /** The employees with each automatic allowance of the company. */
  attached: readonly { employee_id: number; allowance_id: number }[]
  rates: readonly EmployeeRate[]
  usual: readonly UsualPay[]
  past: ReadonlyMap<number, EncodedHistory>
  details: PastDetailsById
  /** Decrypted, in countries whose calculation uses the tax number. */
  taxNumbers: ReadonlyMap<number, string | null>
}

/** Creates a function that returns the context of one employee at a time. */
export function contextReader(
  rows: ContextRows,
  country: PayCountry,
): (jobs: readonly PayJob[]) => EmployeeContext {
  const templatesByKey = new Map(rows.templates.map((row) => [row.description.trim().toLowerCase(), row]))
  const templatesById = new Map(rows.templates.map((row) => [row.id, row]))
  const autoTemplates = Map.groupBy(rows.attached, (row) => row.employee_id)
  const ownRates = Map.groupBy(rows.rates, (rate) => rate.employee_id ?? 0)
  const usualById = new Map(rows.usual.map((row) => [row.employee_id, row]))
  return (jobs) => {
    const { employee, facts, timing, existing } = present(jobs[0])
    const { id } = employee
    const texts = rows.past.get(id)
    const past = texts ? decodeHistory(texts) : NO_PAST
    const taxNumber = () => rows.taxNumbers.get(id) ?? null
    const detailed = withDetails(past, rows.details)
    const ledger = facts
      ? country.reopenLedger(facts, employee, detailed)
      : country.openLedger(employee, taxNumber, detailed)
    const ledgerAsStored = () =>
      facts || !existing?.stored ? ledger : country.reopenLedger(existing.stored.facts, employee, detailed)
    return {
      ledger,
      ledgerAsStored,
      usual: usualById.get(id),
      opening: past.opening,
      overlapped: [...new Set(sharing(past.pays, jobs).map((pay) => pay.timing.periodEnd))],
      items: {
        employeeId: id,
        ratePerHour: employee.pay_rate_per_hour,
        ratesByDay: employee.rates,
        workersCompPerHour: unlessZero(employee.hourly_amount_for_workers_comp_leave),
        paidParentalPerHour: unlessZero(employee.hourly_amount_for_paid_parental_leave),
        rates: [ORDINARY_TIME, ...(ownRates.get(0) ?? []), ...(ownRates.get(id) ?? [])],
        items: itemsByKey(itemsFor(present(jobs[0]), rows), rows, timing.periodEnd),
        templates: templatesByKey,
        autoTemplates: (autoTemplates.get(id) ?? []).map((row) =>
          present(templatesById.get(row.allowance_id)),
        ),
      },
    }
  }
}

/** The other pays that are taxed together with this period. */
export function sharing(pays: LoadedPast['pays'], jobs: readonly PayJob[]): LoadedPast['pays'] {
  const { timing } = present(jobs.at(-1))
  return pays.filter((pay) => isTaxedWith(pay.timing, timing))
}

const unlessZero = (amount: string): string | null => (decimal(amount).eq(ZERO) ? null : amount)

/** The items that a renewed pay knows: changes without a date since it was made are for the next pay. */
function itemsFor({ employee, existing, isRenewed }: PayJob, { items }: ContextRows): readonly DatedItem[] {
  const own = items.get(employee.id) ?? []
  if (!isRenewed || !existing?.wasProcessed) return own
  return own.map((item) => withoutChangesForNextPay(item, existing.createdAt))
}

function itemsByKey(
  items: readonly DatedItem[],
  { paidItems }: ContextRows,
  day: CivilDate,
): Map<string, KnownItem> {
  // A fixed amount is due once per period, so the final pay does not add it automatically a second time.
  const isPaid = ({ id, amount_type }: KnownItem) =>
    amount_type === 'FIXED' && id !== null && paidItems.has(id)
  return new Map(
    itemsOn(items, day).map((item) => [
      itemKey(item.kind, item.description, item.amount),
      isPaid(item) ? { ...item, auto_apply_to_pay: false } : item,
    ]),
  )
}

/** The items on a day. A pay can still name an item that does not apply on it. For a duplicate name, the last one wins. */
function itemsOn(items: readonly DatedItem[], day: CivilDate): KnownItem[] {
  if (items.every((item) => item.terms === null && !item.is_ended)) return [...items]
  const living = items.filter((item) => !item.is_ended)
  const idle = living.flatMap((item) => (itemOn(item, day) ? [] : { ...item, auto_apply_to_pay: false }))
  const ended = items.filter((item) => item.is_ended).flatMap((item) => itemOn(item, day) ?? [])
  return [...idle, ...ended, ...living.flatMap((item) => itemOn(item, day) ?? [])]
}
