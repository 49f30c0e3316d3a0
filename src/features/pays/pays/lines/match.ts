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

/** The employee's data for matching the items of a pay. */
export type EmployeeItems = {
  employeeId: number
  ratePerHour: string | null
  /** Absent if the rate has never changed. */
  ratesByDay?: FieldTimeline | undefined
  /** Null if not set. */
  workersCompPerHour: string | null
  paidParentalPerHour: string | null
  rates: readonly RateChoice[]
  /** The employee's own items by `itemKey`. */
  items: ReadonlyMap<string, KnownItem>
  /** The company's allowances by key. */
  templates: ReadonlyMap<string, Template>
  /** The employee's automatic items. */
  autoTemplates: readonly Template[]
}

/** The country rules that the lines need. */
export type LineCountry = {
  country: string
  isAllowanceCategoryNeeded: boolean
  items: {
    /** Leave that exists only in another country. It is paid but moves no balance. */
    isForeignLeave(leaveType: LeaveType): boolean
    /** Leave that the law prices if neither the line nor the employee has a rate. */
    isPricedByLaw(leaveType: LeaveType): boolean
    /** Leave paid at a separate hourly amount, if the employee has one. */
    ownAmounts: Partial<Record<LeaveType, 'workersCompPerHour' | 'paidParentalPerHour'>>
  }
}

export type ResolveOptions = {
  /** The name of the pay in error messages, such as "Pay 0". */
  name: string
  /** The index of the pay in the request. */
  loc: readonly (string | number)[]
  country: LineCountry
  isWorkersComp: boolean
  /** Set for a rebuild. Automatic lines stay on the pay unless their list is sent again. */
  keptLines?: readonly Line[]
}

/** The state while one request is matched. New items are collected in `created`. */
export type Context = {
  known: EmployeeItems
  options: ResolveOptions
  created: Map<string, KnownItem>
  /** Messages about values that are not used as sent. */
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

/** Finds the employee's item with this description, or creates one. */
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

/** Converts a company allowance to an item of the employee. */
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

/** The employee's automatic items of a kind. */
export function autoItems(known: EmployeeItems, kind: StandingItemKind): KnownItem[] {
  return [...known.items.values()].filter((item) => item.kind === kind && item.auto_apply_to_pay)
}

/** The automatic lines of a kind. */
export function keptAuto(kind: 'allowance' | 'bonus' | 'back-payment', lines: readonly Line[]): Line[] {
  return lines.filter((line) => line.kind === kind && 'is_auto' in line.details)
}

/** Requires a field of a new item. The error message says what to send. */
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

/** Descriptions are compared without case and outer spaces. Back payments must also have the same amount. */
export function itemKey(kind: StandingItemKind, description: string, amount = ''): string {
  const key = `${kind}:${description.trim().toLowerCase()}`
  return kind === 'back_payment' ? `${key}:${decimal(amount).toFixed()}` : key
}

/** A number from a request as plain text, exactly as sent. */
export function textOf(value: number | string): string {
  const text = String(value)
  return text.includes('e') ? decimal(text).toFixed() : text
}

/** As `textOf`, for an optional number. */
export const sentText = (value: number | string | null | undefined) =>
  value === null || value === undefined ? null : textOf(value)

/** The employee's hourly amount for leave with a separate amount, or null for the ordinary rate. */
export function ownAmountPerHour(
  leaveType: LeaveType,
  known: EmployeeItems,
  options: Pick<ResolveOptions, 'country'>,
): string | null {
  const amount = options.country.items.ownAmounts[leaveType]
  return amount ? known[amount] : null
}
