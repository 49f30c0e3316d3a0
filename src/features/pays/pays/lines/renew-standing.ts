import { isRecordedSince } from '../../../../payroll/item-terms.ts'
import { allowanceLine, backPaymentLine, bonusLine, deductionLine, sacrificeLine } from './item-lines.ts'
import type { KnownItem, Line } from './lines.ts'
import type { EmployeeItems } from './match.ts'

/**
 * The standing items of a stored pay by what is now recorded for its days: changed ones with the values of the day, ended ones left
 * out, and those added that were recorded after the pay was made. Rows that a request sent stay as they are.
 */
export function renewedStanding(lines: readonly Line[], { items }: EmployeeItems, madeAt: Date): Line[] {
  const byId = new Map([...items.values()].map((item) => [item.id, item]))
  const kept = lines.flatMap((line): Line[] => {
    if (!isStanding(line)) return [line]
    const item = byId.get(line.itemId)
    // Items that ended before ends had dates are not known any more.
    if (!item) return line.item ? [] : [line]
    if (!item.terms) return [line]
    return item.auto_apply_to_pay ? [{ ...standingLine(item), ...idsOf(line) }] : []
  })
  const named = new Set(lines.map((line) => line.itemId))
  const added = [...items.values()].filter(
    (item) => item.auto_apply_to_pay && !named.has(item.id) && isRecordedSince(item, madeAt),
  )
  return [...kept, ...added.map(standingLine)]
}

type StandingLine = Line & { itemId: number }

const isStanding = (line: Line): line is StandingLine =>
  typeof line.itemId === 'number' && 'is_auto' in line.details && line.details.is_auto === true

const idsOf = ({ id, itemId }: Line) => ({
  ...(id === undefined ? {} : { id }),
  ...(itemId ? { itemId } : {}),
})

/** An item as it comes onto a pay automatically. */
function standingLine(item: KnownItem): Line {
  if (item.kind === 'allowance') return allowanceLine(item, item, null, { is_auto: true })
  if (item.kind === 'deduction') return deductionLine(item, item)
  if (item.kind === 'sacrifice') return sacrificeLine(item, item)
  if (item.kind === 'bonus') return bonusLine(item, item, true)
  return backPaymentLine(item, item, true)
}
