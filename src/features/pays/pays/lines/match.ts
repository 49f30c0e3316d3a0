import type { StandingItemKind } from '../../../../database/tables/standing-items.ts'
import { unprocessable } from '../../../../kernel/problem.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { LeaveType } from '../../../../payroll/input.ts'
import { ITEM_COLUMNS, itemDefaults } from '../../../../payroll/line-fields.ts'
import type { FieldTimeline } from '../../../../payroll/terms.ts'
import type { KnownItem, Line } from './lines.ts'
import type { RateChoice } from './pay-rates.ts'

/** A company allowance that may be copied onto a pay. */
export type Template = {
  id: number
  description: string
  amount: string
  allowance_category: KnownItem['allowance_category']
}

/** What is known of an employee when the items of a pay are matched. */
export type EmployeeItems = {
  employeeId: number
  ratePerHour: string | null
  /** Absent: the rate has never changed. */
  ratesByDay?: FieldTimeline | undefined
  /** Null: none is set. */
  workersCompPerHour: string | null
  paidParentalPerHour: string | null
  rates: readonly RateChoice[]
  /** The employee's own items by `itemKey`. */
  items: ReadonlyMap<string, KnownItem>
  /** The company's allowances by their key. */
  templates: ReadonlyMap<string, Template>
  /** Those attached to the employee that apply automatically. */
  autoTemplates: readonly Template[]
}

/** What the lines ask of their country. */
export type LineCountry = {
  country: string
  isAllowanceCategoryNeeded: boolean
  items: {
    /** Leave that only another country has: it is paid, and moves no balance. */
    isForeignLeave(leaveType: LeaveType): boolean
    /** Leave that the law prices where neither the row nor the employee has a rate. */
    isPricedByLaw(leaveType: LeaveType): boolean
    /** Leave that is paid at an hourly amount of its own, when the employee has one. */
    ownAmounts: Partial<Record<LeaveType, 'workersCompPerHour' | 'paidParentalPerHour'>>
  }
}

export type ResolveOptions = {
  /** How the pay is named in a refusal, e.g. "Pay 0". */
  name: string
  /** The index of the pay in the request. */
  loc: readonly (string | number)[]
  country: LineCountry
  isWorkersComp: boolean
  /** A rebuild: what applied automatically stays on the pay unless its list is sent again. */
  keptLines?: readonly Line[]
}

/** One request that is being matched: items that it names for the first time are collected in `created`. */
export type Context = {
  known: EmployeeItems
  options: ResolveOptions
  created: Map<string, KnownItem>
  /** What was sent and is not used as it was sent, in sentences. */
  notes: string[]
}

export const EMPTY_ITEM = {
  id: null,
  amount_type: 'FIXED',
  units: '1',
  limit_per_pay: null,
  limit_total: null,
  payee_id: null,
  payee_reference: null,
  taken: '0',
  auto_apply_to_pay: false,
  ...itemDefaults(ITEM_COLUMNS),
  tax_method: 'NORMAL_EARNINGS',
} as const

/** The employee's item of this description, or a new one with what its creation needs. */
export function matchOrCreate(
  kind: StandingItemKind,
  description: string,
  { known, created }: Context,
  create: () => Partial<KnownItem> & { amount: string },
  amount?: string,
): KnownItem {
  const key = itemKey(kind, description, amount)
  const found = known.items.get(key) ?? created.get(key)
  if (found) return found
  const item: KnownItem = {
    ...EMPTY_ITEM,
    employee_id: known.employeeId,
    kind,
    description: description.trim(),
    ...create(),
  }
  created.set(key, item)
  return item
}

/** A company allowance as an item of the employee. */
export function fromTemplate(template: Template, employeeId: number): KnownItem {
  return {
    ...EMPTY_ITEM,
    employee_id: employeeId,
    kind: 'allowance',
    description: template.description,
    amount: template.amount,
    allowance_category: template.allowance_category,
  }
}

/** The employee's items of a kind that apply by themselves. */
export function autoItems(known: EmployeeItems, kind: StandingItemKind): KnownItem[] {
  return [...known.items.values()].filter((item) => item.kind === kind && item.auto_apply_to_pay)
}

/** The lines that came onto a pay by themselves. */
export function keptAuto(kind: 'allowance' | 'bonus' | 'back-payment', lines: readonly Line[]): Line[] {
  return lines.filter((line) => line.kind === kind && 'is_auto' in line.details)
}

/** A field that a new item must have; its message says how to go on. */
export function required<T extends string | number>(
  value: T | null | undefined,
  name: string,
  where: string,
) {
  if (value === null || value === undefined)
    throw unprocessable(
      `${where}: ${name} is required, because the employee has no item with this description yet.`,
    )
  return (typeof value === 'number' ? textOf(value) : value) as T extends number ? string : T
}

/** Descriptions that differ only in case and outer spaces name the same item; back payments need the same amount too. */
export function itemKey(kind: StandingItemKind, description: string, amount = ''): string {
  const key = `${kind}:${description.trim().toLowerCase()}`
  return kind === 'back_payment' ? `${key}:${decimal(amount).toFixed()}` : key
}

/** A request's number as plain text, exactly as it was sent. */
export function textOf(value: number | string): string {
  const text = String(value)
  return text.includes('e') ? decimal(text).toFixed() : text
}

/** The same for a number that may be left out. */
export const sentText = (value: number | string | null | undefined) =>
  value === null || value === undefined ? null : textOf(value)

/** What the employee gets for an hour of leave that has an amount of its own; null: the ordinary rate. */
export function ownAmountPerHour(
  leaveType: LeaveType,
  known: EmployeeItems,
  options: Pick<ResolveOptions, 'country'>,
): string | null {
  const amount = options.country.items.ownAmounts[leaveType]
  return amount ? known[amount] : null
}
