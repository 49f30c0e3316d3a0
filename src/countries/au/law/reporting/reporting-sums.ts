import { type Decimal, isZero, ZERO } from '../../../../kernel/values/money.ts'
import { SINGLE_TOUCH_GUIDELINES } from '../../../../payroll/sources.ts'
import type { StepFigures, Trace } from '../../../../payroll/trace.ts'

/** The amounts reported under each name, with their parts. */
export class ReportingSums {
  readonly #parts = new Map<string, Record<string, Decimal>>()

  add(name: string, part: string, amount: Decimal, options: { isZeroReported?: boolean } = {}): void {
    if (isZero(amount) && !options.isZeroReported) return
    const parts = this.#parts.get(name)
    if (!parts) this.#parts.set(name, { [part]: amount })
    else parts[part] = parts[part]?.plus(amount) ?? amount
  }

  /** The total under a name. A total that is not zero gets a step. */
  write(name: string, trace: Trace): Decimal {
    const add: StepFigures | undefined = this.#parts.get(name)
    if (!add) return ZERO
    return trace.sum({
      name: `reporting.${name}`,
      formula: 'sum of what is reported under this name',
      add,
      rule: 'STP Phase 2',
      source: SINGLE_TOUCH_GUIDELINES,
    })
  }

  /**
   * The totals of every name with a prefix, by the rest of the name. Their order does not depend on the order of the lines.
   */
  writeAll<Key extends string>(prefix: string, trace: Trace): Partial<Record<Key, Decimal>> {
    const names: string[] = []
    for (const name of this.#parts.keys()) if (name.startsWith(prefix)) names.push(name)
    const totals: Partial<Record<string, Decimal>> = {}
    for (const name of names.sort()) totals[name.slice(prefix.length)] = this.write(name, trace)
    return totals
  }
}
