import { decimal, sum, ZERO } from '../../../kernel/values/money.ts'
import type { CarriedLine } from './queries.ts'

/** A line of the file, with what the recipient still has of it if that is less. */
export type FileLine = CarriedLine & {
  held: { amount: string; sacrificed: string; voluntary: string } | undefined
}

export const leftOf = (line: FileLine) => decimal(line.held?.amount ?? line.amount)

/**
 * Super below zero that lowered the first row of a member in the file, and smaller amounts that it used up. They come
 * back with that row: otherwise they would count as sent, and the next file would pay too much.
 */
export function loweredBy(returned: readonly FileLine[], carried: readonly FileLine[]): FileLine[] {
  const ofMember = (line: FileLine) => `${line.employee_id} ${line.party}`
  const own = Map.groupBy(
    carried.filter((line) => line.kind === 'super' && line.is_living),
    ofMember,
  )
  return [...own.values()].flatMap((lines) => {
    const below = lines.filter((line) => decimal(line.amount).lt(ZERO))
    let left = sum(below.map((line) => decimal(line.amount)))
    const first = lines.findIndex((line) => {
      if (!decimal(line.amount).gt(ZERO)) return false
      left = left.plus(decimal(line.amount))
      return left.gt(ZERO)
    })
    const row = lines[first]
    if (below.length === 0 || !row || !returned.includes(row)) return []
    const used = lines.slice(0, first).filter((line) => !below.includes(line))
    return [...below, ...used].filter((line) => !returned.includes(line))
  })
}

/** Nets below zero that lowered an employee's credit, once less of it is left than the amount they took from it. */
export function usedUp(returned: readonly FileLine[], carried: readonly FileLine[]): FileLine[] {
  const ids = new Set(returned.flatMap((line) => (line.kind === 'net' ? line.employee_id : [])))
  return [...ids].flatMap((id) => {
    const left = carried.filter(
      (line) => line.employee_id === id && line.kind === 'net' && line.is_living && !returned.includes(line),
    )
    const below = left.filter((line) => decimal(line.amount).lt(ZERO))
    return sum(left.map((line) => decimal(line.amount))).gt(ZERO) ? [] : below
  })
}
