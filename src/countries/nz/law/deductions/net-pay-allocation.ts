import { type Decimal, isZero, notBelowZero, smaller, ZERO } from '../../../../kernel/values/money.ts'
import { FIGURES_OF_THIS_PAY } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'

/** The net pay still available, and a warning for each payee who gets less than requested. */
export class NetPayAllocation {
  readonly warnings: string[] = []
  readonly #trace: Trace
  #left: Decimal

  constructor(left: Decimal, trace: Trace) {
    this.#left = notBelowZero(left)
    this.#trace = trace
  }

  get left(): Decimal {
    return this.#left
  }

  /** Takes the requested amount, up to the net pay left, and explains it. */
  take(asked: Decimal, { name, rule, what }: { name: string; rule: string; what: string }): Decimal {
    if (isZero(asked)) return ZERO
    const taken = this.#trace.made({
      name,
      formula: 'the amount asked for, up to what the pay has left',
      inputs: { asked, left: this.#left },
      make: (of) => smaller(of.asked, of.left),
      rule,
      source: FIGURES_OF_THIS_PAY,
    })
    this.pay(asked, taken, what)
    return taken
  }

  /** Takes an amount that is already calculated, and warns if it is less than requested. */
  pay(asked: Decimal, taken: Decimal, what: string): void {
    if (taken.lt(asked)) {
      this.warnings.push(`${what} was reduced to ${taken.toFixed(2)}: no more net pay is left.`)
    }
    this.#left = this.#left.minus(taken)
  }

  put(amount: Decimal): void {
    this.#left = this.#left.plus(amount)
  }
}
