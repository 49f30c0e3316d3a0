import { type Decimal, ZERO } from '../money.ts'
import { SINGLE_TOUCH_GUIDELINES } from '../sources.ts'
import type { StepFigures, Trace } from '../trace.ts'

/** What is reported under each name, and the parts that it comes from. */
export class ReportingSums {
  readonly #parts = new Map<string, Map<string, Decimal>>()

  add(name: string, part: string, amount: Decimal, options: { isZeroReported?: boolean } = {}): void {
    if (amount.eq(ZERO) && !options.isZeroReported) return
    const parts = this.#parts.get(name) ?? new Map<string, Decimal>()
    parts.set(part, (parts.get(part) ?? ZERO).plus(amount))
    this.#parts.set(name, parts)
  }

  /** The total under a name, explained by a step where it is not zero. */
  write(name: string, trace: Trace): Decimal {
    const parts = this.#parts.get(name)
    if (!parts) return ZERO
    const add: StepFigures = Object.fromEntries(parts)
    return trace.sum({
      name: `reporting.${name}`,
      formula: 'sum of what is reported under this name',
      add,
      rule: 'STP Phase 2',
      source: SINGLE_TOUCH_GUIDELINES,
    })
  }

  /** The totals of every name below a prefix, by the rest of the name; in one order, whatever the order of the lines. */
  writeAll<Key extends string>(prefix: string, trace: Trace): Partial<Record<Key, Decimal>> {
    const names = [...this.#parts.keys()].filter((name) => name.startsWith(prefix))
    const totals = names.map((name) => [name.slice(prefix.length), this.write(name, trace)] as const)
    return Object.fromEntries(totals.sort(([a], [b]) => (a < b ? -1 : 1))) as Partial<Record<Key, Decimal>>
  }
}
