import type { KnownItem, Line } from './lines.ts'
import { EMPTY_ITEM, type EmployeeItems, itemKey, type Template } from './match.ts'
import { isSameName, type RateChoice } from './pay-rates.ts'

/*
 * Rebuilds a processed pay with the rates and items it was made with. If a row of the request omits a rate or amount, the
 * pay's own line with that name supplies it. Later changes by the employee or company do not affect the pay.
 */

type ItemLine = Exclude<Line, { kind: 'hours' | 'leave' }>

/** The employee's items and rates, with the values that the pay has for them. */
export function rememberItems(known: EmployeeItems, lines: readonly Line[]): EmployeeItems {
  const own = lines.filter((line): line is ItemLine => line.kind !== 'hours' && line.kind !== 'leave')
  const items = new Map([...known.items].map(([key, item]) => [key, withoutLaterItems(item)]))
  const templates = new Map(known.templates)
  for (const line of own.toReversed()) {
    if (line.kind === 'allowance' && line.templateId !== null) {
      const { amount, allowance_category } = line.details
      const template: Template = {
        id: line.templateId,
        description: line.description,
        amount,
        allowance_category,
      }
      templates.set(line.description.trim().toLowerCase(), template)
    } else if (line.itemId) {
      const item = itemOf(line, known.employeeId, line.itemId)
      items.set(itemKey(item.kind, item.description, item.amount), item)
    }
  }
  return { ...known, items, templates, rates: rememberRates(known.rates, lines) }
}

/** A deduction or sacrifice that is not on the pay did not apply to it, even if it applies today. */
const withoutLaterItems = (item: KnownItem): KnownItem =>
  item.kind === 'deduction' || item.kind === 'sacrifice' ? { ...item, auto_apply_to_pay: false } : item

function itemOf(line: ItemLine, employeeId: number, id: number): KnownItem {
  // Lines from earlier versions do not say whether they were automatic, so the current item decides.
  const isAuto = line.details.is_auto ?? line.item?.auto_apply_to_pay ?? true
  const kind = line.kind === 'back-payment' ? 'back_payment' : line.kind
  return {
    ...EMPTY_ITEM,
    ...line.item,
    employee_id: employeeId,
    kind,
    description: line.description,
    ...line.details,
    ...limitOf(line),
    id,
    auto_apply_to_pay: isAuto,
  }
}

/** The limit for the pay is the amount that was left of the total limit when it was made. */
function limitOf(line: ItemLine): Pick<KnownItem, 'limit_total' | 'taken'> {
  const isLimited = line.kind === 'deduction' || line.kind === 'sacrifice'
  return { limit_total: isLimited ? line.details.limit_left : null, taken: '0' }
}

/** Named rates keep the values they had on the pay. */
function rememberRates(rates: readonly RateChoice[], lines: readonly Line[]): RateChoice[] {
  const paid = lines.flatMap((line) => {
    if (line.kind !== 'hours' || line.details.has_own_rate || line.details.multiplier !== null) return []
    const { rate_reference: reference, rate_description: description, rate } = line.details
    return reference || description ? [{ reference, description: description ?? '', rate }] : []
  })
  const isNamedBy = (rate: RateChoice, name: (typeof paid)[number]) =>
    name.reference ? rate.reference === name.reference : isSameName(rate.description, name.description)
  const gone = new Map(
    paid
      .filter((name) => !rates.some((rate) => isNamedBy(rate, name)))
      .map((name) => [name.reference || name.description.trim().toLowerCase(), name]),
  )
  return [
    ...rates.map((rate) => {
      const own = paid.find((name) => isNamedBy(rate, name))
      return own ? { ...rate, rate: own.rate, multiplier: null } : rate
    }),
    ...[...gone.values()].map(({ reference, description, rate }) => ({
      reference: reference ?? '',
      description,
      rate,
      multiplier: null,
    })),
  ]
}
