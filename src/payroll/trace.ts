import { type Decimal, isZero, ONE, ZERO } from '../kernel/values/money.ts'
import { present } from '../kernel/values/present.ts'
import type { StepSource } from './sources.ts'

/** What a step was made from: figures, and short words such as a scale or a code. */
export type StepInputs = Readonly<Record<string, Decimal | string>>

/** Figures by the names they are shown under. */
export type StepFigures = Readonly<Record<string, Decimal>>

/** A rounding or a bound at the end of a step: `toCent`, `notBelowZero`. */
export type Finish = (exact: Decimal) => Decimal

/** How the amount of a step is had from the inputs it shows; `test/support/step-check.ts` does it again. */
export type StepForm =
  | { kind: 'sum'; add: StepFigures; subtract: StepFigures; to: Finish | undefined }
  | { kind: 'product'; multiply: StepFigures; divide: StepFigures; to: Finish | undefined }
  | { kind: 'made'; make: (inputs: never) => Decimal }

/** What every step says in words. */
export type StepWords = {
  /** A dotted name in a small tree: `gross`, `tax.weekly`, `super.guarantee`, `leave.holiday`. */
  name: string
  /** In words or signs, with the rounding named: `a × x − b, to the nearest dollar`. */
  formula: string
  /** The schedule or section that says so. */
  rule: string
  /** The tables, the Act, the person or the figures that it comes from. */
  source: StepSource
}

/** One link of the explanation: an amount, how it came about, and the rule and table behind it. */
export type Step = StepWords & {
  amount: Decimal
  inputs: StepInputs
  /** Left out where the amount was said or read and nothing was calculated, or where it needs more than a step can show. */
  form?: StepForm
}

/** A sum or difference: `about` holds what is worth showing beside the terms. */
export type SumStep = StepWords & {
  add: StepFigures
  subtract?: StepFigures
  about?: StepInputs
  to?: Finish
}

/** A product or quotient; `multiply` needs at least one figure. */
export type ProductStep = StepWords & {
  multiply: StepFigures
  divide?: StepFigures
  about?: StepInputs
  to?: Finish
}

/** Anything else that follows from the inputs alone; `make` uses nothing but them. */
export type MadeStep<Inputs extends StepInputs> = StepWords & {
  inputs: Inputs
  make: (inputs: Inputs) => Decimal
}

const NONE: StepFigures = {}

/**
 * Writes steps down in order and hands each amount on, so that explaining a figure costs nothing extra. `sum`, `product` and
 * `made` calculate the amount from the inputs they show: the two cannot disagree. `step` writes an amount that already exists.
 */
export class Trace {
  readonly steps: Step[] = []
  /** The last amount of each name: a law may hold its figures to them. */
  readonly reached = new Map<string, Decimal>()
  readonly #isWritten: boolean

  /** Nothing else is written down where no one will read it: the steps of a stored pay are found again when they are asked for. */
  constructor({ isWritten = true } = {}) {
    this.#isWritten = isWritten
  }

  sum(step: SumStep): Decimal {
    const { add, subtract = NONE, about, to } = step
    let exact = ZERO
    for (const name in add) exact = plus(exact, present(add[name]))
    for (const name in subtract) {
      const term = present(subtract[name])
      if (!isZero(term)) exact = exact.minus(term)
    }
    const amount = to ? to(exact) : exact
    this.reached.set(step.name, amount)
    if (!this.#isWritten) return amount
    const form: StepForm = { kind: 'sum', add, subtract, to }
    return this.#write(step, amount, { ...about, ...add, ...subtract }, form)
  }

  product(step: ProductStep): Decimal {
    const { multiply, divide = NONE, about, to } = step
    let exact = ONE
    for (const name in multiply) {
      const factor = present(multiply[name])
      exact = exact === ONE ? factor : exact.times(factor)
    }
    for (const name in divide) exact = exact.div(present(divide[name]))
    const amount = to ? to(exact) : exact
    this.reached.set(step.name, amount)
    if (!this.#isWritten) return amount
    const form: StepForm = { kind: 'product', multiply, divide, to }
    return this.#write(step, amount, { ...about, ...multiply, ...divide }, form)
  }

  made<Inputs extends StepInputs>(step: MadeStep<Inputs>): Decimal {
    const { inputs, make } = step
    const amount = make(inputs)
    this.reached.set(step.name, amount)
    return this.#isWritten ? this.#write(step, amount, inputs, { kind: 'made', make }) : amount
  }

  #write(words: StepWords, amount: Decimal, inputs: StepInputs, form: StepForm): Decimal {
    const { name, formula, rule, source } = words
    this.steps.push({ name, amount, formula, inputs, rule, source, form })
    return amount
  }
}

/** Most terms of most pays are zero, and adding them is the dearest part of a step. */
function plus(total: Decimal, term: Decimal): Decimal {
  if (total === ZERO) return term
  return isZero(term) ? total : total.plus(term)
}

const rowName = (index: number) => `row${index + 1}`
/** Names are made once: they are asked for at every pay. */
const ROWS = Array.from({ length: 20 }, (_, index) => rowName(index))

/** Rows as terms of a sum, by their place: `row1`, `row2`. */
export function rowsAsTerms(amounts: readonly Decimal[]): StepFigures {
  const terms: Record<string, Decimal> = {}
  for (const [index, amount] of amounts.entries()) terms[ROWS[index] ?? rowName(index)] = amount
  return terms
}
