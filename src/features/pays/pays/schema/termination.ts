import type { Decimal } from '../../../../kernel/values/money.ts'

export type TerminationView = Record<string, unknown>

/** The termination result with wire names and JSON numbers, as stored and shown. */
export function viewTermination(result: object): TerminationView {
  const view = Object.fromEntries(
    Object.entries(result).map(([name, member]) => [wireName(name), toWire(member)]),
  )
  // Every result has these members, although not every country has such codes.
  return 'reason' in result ? view : { reason: null, cessation_type_code: null, ...view }
}

function toWire(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(toWire)
  if (isDecimal(value)) return Number(value.toFixed())
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [wireName(name), toWire(member)]))
}

function isDecimal(value: object): value is Decimal {
  return 'toFixed' in value
}

/** unusedLslAugust1978ToAugust1993 → unused_lsl_august_1978_to_august_1993 */
function wireName(name: string): string {
  return name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`)
}
