import { decimal, sum } from '../../../../kernel/values/money.ts'
import type { AskedLeave, LeaveDetails, Line, StoredLine } from './lines.ts'

/*
 * Leave over public holidays is split into several rows. Each of them keeps the row that was asked for, because other terms, such as
 * shorter days, split it in other places or not at all.
 */

/** The row that was asked for, as its parts keep it. Its place tells it from an equal row of the same pay. */
export function askedLeaveOf({ description, details }: Line<'leave'>, place: number): AskedLeave {
  const { leave_type, date, hours, rate, base_rate = rate, multiplier, has_own_rate, loading_given } = details
  return {
    place,
    description,
    leave_type,
    date,
    hours,
    rate: base_rate,
    multiplier,
    has_own_rate,
    loading_given,
  }
}

type Row = Pick<StoredLine, 'kind' | 'description' | 'details'>
type Part<Own extends Row> = Extract<Own, { kind: 'leave' }> & { details: LeaveDetails }

/** The lines with one row in place of each split. Parts that no longer add up to their row were changed since, and stay. */
function joinParts<Own extends Row>(
  lines: readonly Own[],
  join: (parts: readonly [Part<Own>, ...Part<Own>[]], asked: AskedLeave) => Own,
): readonly Own[] {
  const isPart = (line: Own): line is Part<Own> => line.kind === 'leave' && 'split_from' in line.details
  const parts = lines.filter(isPart)
  if (parts.length === 0) return lines
  const joined = new Map<Own, Own | null>()
  for (const own of Map.groupBy(parts, ({ details }) => JSON.stringify(details.split_from)).values()) {
    const [first, ...rest] = own
    const asked = first?.details.split_from
    if (!first || !asked || !sum(own.map(({ details }) => decimal(details.hours))).eq(asked.hours)) continue
    joined.set(first, join([first, ...rest], asked))
    for (const part of rest) joined.set(part, null)
  }
  return lines.flatMap((line) => {
    const row = joined.get(line)
    return row === null ? [] : [row ?? line]
  })
}

/** The lines as they were asked for, before public holidays split them. */
export function withAskedLeave(lines: readonly Line[]): readonly Line[] {
  return joinParts(lines, ([first], { place: _, description, ...details }) => ({
    ...first,
    description,
    details,
  })).map((line) => (line.kind === 'leave' ? { ...line, details: withoutSplit(line.details) } : line))
}

/** The row of leave is no longer a part of the one that was asked for. */
export const withoutSplit = ({ split_from: _, ...details }: LeaveDetails): LeaveDetails => details

/** The lines of a calculated pay with one row for each row of leave that was asked for, at the amount of its parts. */
export function withLeaveTotals(lines: readonly StoredLine[]): readonly StoredLine[] {
  return joinParts(lines, (parts, { hours }) => {
    const [first] = parts
    const total = (values: readonly string[]) => sum(values.map((value) => decimal(value))).toFixed(2)
    return {
      ...first,
      amount: total(parts.map(({ amount }) => amount)),
      details: {
        ...first.details,
        hours,
        loading: total(parts.map(({ details }) => details.loading ?? '0')),
      },
    }
  })
}
