import { isRecordedSince } from '../../../../payroll/item-terms.ts'
import { allowanceLine, backPaymentLine, bonusLine, deductionLine, sacrificeLine } from './item-lines.ts'
import type { KnownItem, Line } from './lines.ts'
import type { EmployeeItems } from './match.ts'

/**
 * Updates the standing items of a stored pay to those now recorded for its days. Changed items get the values of the day,
 * ended ones are dropped, and later recorded ones are added. Rows from a request stay as they are.
 */
export function renewedStanding(lines: readonly Line[], { items }: EmployeeItems, madeAt: Date): Line[] {
  const byId = new Map([...items.values()].map((item) => [item.id, item]))
  const kept = lines.flatMap((line): Line[] => {
    if (!isStanding(line)) return [line]
    const item = byId.get(line.itemId)
    // Items that ended before end dates were recorded can no longer be looked up.
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

/** The line of an automatic item. */
function standingLine(item: KnownItem): Line {
  if (item.kind === 'allowance') return allowanceLine(item, item, null, { is_auto: true })
  if (item.kind === 'deduction') return deductionLine(item, item)
  if (item.kind === 'sacrifice') return sacrificeLine(item, item)
  if (item.kind === 'bonus') return bonusLine(item, item, true)
  return backPaymentLine(item, item, true)
}
