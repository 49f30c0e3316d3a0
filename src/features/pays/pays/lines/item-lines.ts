import { type Decimal, decimal, notBelowZero, ZERO } from '../../../../kernel/values/money.ts'
import {
  ALLOWANCE_FIELDS,
  BACK_PAYMENT_FIELDS,
  BONUS_FIELDS,
  DEDUCTION_FIELDS,
  SACRIFICE_FIELDS,
  storedFields,
} from '../../../../payroll/line-fields.ts'
import type { AllowanceDetails, KnownItem, Line, PricedLine } from './lines.ts'

/* Builds pay lines from the employee's items. `as` already includes the values of the request. */

/** An allowance line from an item or template. */
export function allowanceLine(
  as: KnownItem,
  item: KnownItem | null,
  templateId: number | null,
  marks: Pick<AllowanceDetails, 'is_auto' | 'is_reimbursement'>,
): Line<'allowance'> {
  return {
    kind: 'allowance',
    description: as.description,
    item,
    templateId,
    details: {
      amount: as.amount,
      units: as.units,
      ...storedFields(ALLOWANCE_FIELDS, as),
      ...marks,
    },
  }
}

/** A deduction line from an item, within the limit left when the call began. */
export function deductionLine(as: KnownItem, item: KnownItem): Line<'deduction'> {
  return {
    kind: 'deduction',
    description: as.description,
    item,
    templateId: null,
    details: {
      amount_type: as.amount_type,
      amount: as.amount,
      limit_per_pay: as.limit_per_pay,
      limit_left: limitLeft(item, NOTHING_TAKEN),
      ...(item.limit_total === null ? {} : { limit_total: item.limit_total }),
      ...storedFields(DEDUCTION_FIELDS, as),
      ...(item.payee_id === null ? {} : { payee_id: item.payee_id }),
      ...(item.payee_reference === null ? {} : { payee_reference: item.payee_reference }),
      ...(item.auto_apply_to_pay ? { is_auto: true as const } : {}),
    },
  }
}

/** A bonus line from an item. */
export function bonusLine(as: KnownItem, item: KnownItem, isAuto: boolean): Line<'bonus'> {
  return {
    kind: 'bonus',
    description: as.description,
    item,
    templateId: null,
    details: {
      amount: as.amount,
      ...storedFields(BONUS_FIELDS, as),
      ...(isAuto ? { is_auto: true as const } : {}),
    },
  }
}

/** A salary sacrifice line from an item, within the limit left when the call began. */
export function sacrificeLine(as: KnownItem, item: KnownItem): Line<'sacrifice'> {
  return {
    kind: 'sacrifice',
    description: as.description,
    item,
    templateId: null,
    details: {
      amount_type: as.amount_type === 'PERCENT_OF_GROSS' ? 'PERCENT_OF_GROSS' : 'FIXED',
      amount: as.amount,
      limit_per_pay: as.limit_per_pay,
      limit_left: limitLeft(item, NOTHING_TAKEN),
      ...storedFields(SACRIFICE_FIELDS, as),
      ...(item.auto_apply_to_pay ? { is_auto: true as const } : {}),
    },
  }
}

/** A back payment line from an item. */
export function backPaymentLine(as: KnownItem, item: KnownItem, isAuto: boolean): Line<'back-payment'> {
  return {
    kind: 'back-payment',
    description: as.description,
    item,
    templateId: null,
    details: {
      amount: as.amount,
      ...storedFields(BACK_PAYMENT_FIELDS, as),
      ...(isAuto ? { is_auto: true as const } : {}),
    },
  }
}

/** An existing line with its remaining limit updated. */
export function currentLine(line: Line, taken: AmountsTaken): Line {
  const { item } = line
  if (!item || item.limit_total === null) return line
  if (line.kind === 'deduction')
    return { ...line, details: { ...line.details, limit_left: limitLeft(item, taken) } }
  if (line.kind === 'sacrifice')
    return { ...line, details: { ...line.details, limit_left: limitLeft(item, taken) } }
  return line
}

/** The rest of an item's total limit, or null if it has none. */
function limitLeft(item: KnownItem, taken: AmountsTaken): string | null {
  if (item.limit_total === null) return null
  const before = decimal(item.taken).plus(taken.get(item) ?? ZERO)
  return notBelowZero(decimal(item.limit_total).minus(before)).toFixed()
}

/** The amounts that pays of this call have used of total limits, by item. */
export type AmountsTaken = ReadonlyMap<KnownItem, Decimal>

export const NOTHING_TAKEN: AmountsTaken = new Map()

/** Adds the amounts that these lines use. */
export function takeMore(taken: AmountsTaken, lines: readonly PricedLine[]): AmountsTaken {
  const limited = lines.filter(({ item }) => item !== null && item.limit_total !== null)
  if (limited.length === 0) return taken
  const more = new Map(taken)
  for (const { item, amount } of limited)
    if (item) more.set(item, (more.get(item) ?? ZERO).plus(decimal(amount)))
  return more
}
