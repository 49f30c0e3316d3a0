import { EDITABLE_PAY_MEMBERS } from './facts.ts'
import type { Model } from './types.ts'

/** A pay as `PUT …/pays/{pay_id}` accepts it. */
export type EditablePay = Omit<Model<'PayUpdate'>, 'termination'>

/**
 * Turns a pay from an answer into a request: read the pay, change a row, send it. Drops figures, ids and everything else that
 * only the service sets.
 */
export function editable(pay: Model<'Pay'>): EditablePay {
  return pick(pay, '') as EditablePay
}

function pick(record: object, prefix: string): object {
  const members = Object.entries(record).flatMap(([name, value]) => {
    const place = `${prefix}${name}`
    if (!EDITABLE_PAY_MEMBERS.has(place)) return []
    const rows = Array.isArray(value) ? value.map((row: object) => pick(row, `${place}.`)) : value
    return [[name, rows]]
  })
  return Object.fromEntries(members)
}
