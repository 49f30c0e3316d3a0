import type { Decimal } from './money.ts'
import type { StepSource } from './sources.ts'

/** What a step was made from: figures, and short words such as a scale or a code. */
export type StepInputs = Readonly<Record<string, Decimal | string>>

/** One link of the explanation: an amount, how it came about, and the rule and table behind it. */
export type Step = {
  /** A dotted name in a small tree: `gross`, `tax.weekly`, `super.guarantee`, `leave.holiday`. */
  name: string
  amount: Decimal
  /** In words or signs, with the rounding named: `a × x − b, to the nearest dollar`. */
  formula: string
  inputs: StepInputs
  /** The schedule or section that says so. */
  rule: string
  /** The tables, the Act, the person or the figures that it comes from. */
  source: StepSource
}

/** Writes steps down in order. `step` hands the amount on, so explaining a figure costs nothing extra. */
export class Trace {
  readonly steps: Step[] = []

  step(step: Step): Decimal {
    this.steps.push(step)
    return step.amount
  }
}

/** The calculation cannot be done with the facts given; the sentence tells the caller what is missing. */
export class CalculationError extends Error {
  override readonly name = 'CalculationError'
}
