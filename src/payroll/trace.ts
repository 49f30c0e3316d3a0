import { type Decimal, isZero, ONE, ZERO } from '../kernel/values/money.ts'
import { present } from '../kernel/values/present.ts'
import type { Dated } from './rates/timeline.ts'
import type { StepSource } from './sources.ts'

/** The inputs of a step: figures, and short words such as a scale or a code. */
export type StepInputs = Readonly<Record<string, Decimal | string>>

/** Figures by their displayed names. */
export type StepFigures = Readonly<Record<string, Decimal>>

/** A rounding or a bound at the end of a step: `toCent`, `notBelowZero`. */
export type Finish = (exact: Decimal) => Decimal

/** How the amount of a step is calculated from its inputs. `test/support/step-check.ts` repeats the calculation. */
export type StepForm =
  | { kind: 'sum'; add: StepFigures; subtract: StepFigures; to: Finish | undefined }
  | { kind: 'product'; multiply: StepFigures; divide: StepFigures; to: Finish | undefined }
  | { kind: 'made'; make: (inputs: never) => Decimal }

/** The text of every step. */
export type StepWords = {
  /** A dotted name in a small tree: `gross`, `tax.weekly`, `super.guarantee`, `leave.holiday`. */
  name: string
  /** In words or symbols, including the rounding: `a × x − b, to the nearest dollar`. */
  formula: string
  /** The schedule or section that sets the rule. */
  rule: string
  /** The tables, the Act, the person or the figures behind the step. */
  source: StepSource
}

/** One step of the explanation: an amount, how it was calculated, and the rule and table behind it. */
export type Step = StepWords & {
  amount: Decimal
  inputs: StepInputs
  /** Omitted when the amount was given or read and not calculated, or when it needs more than a step can show. */
  form?: StepForm
}

/** A sum or difference. `about` has further inputs to show with the terms. */
export type SumStep = StepWords & {
  add: StepFigures
  subtract?: StepFigures
  about?: StepInputs
  to?: Finish
}

/** A product or quotient. `multiply` needs at least one figure. */
export type ProductStep = StepWords & {
  multiply: StepFigures
  divide?: StepFigures
  about?: StepInputs
  to?: Finish
}

/** Any other calculation from the inputs. `make` must use nothing else. */
export type MadeStep<Inputs extends StepInputs> = StepWords & {
  inputs: Inputs
  make: (inputs: Inputs) => Decimal
}

const NONE: StepFigures = {}

/**
 * Records steps in order and returns each amount, so that explaining a figure costs nothing extra. `sum`, `product` and `made`
 * calculate the amount from the inputs they show, so the two cannot disagree. `step` records an existing amount.
 */
export class Trace {
  readonly steps: Step[] = []
  /** The last amount of each name, so that a law can check its figures against them. */
  readonly reached = new Map<string, Decimal>()
  /** Tables that no one has verified, with the first step that used them. The pay names them. */
  readonly unverified = new Map<Dated<unknown>, string>()
  readonly #isWritten: boolean

  /** With `isWritten` false, only `reached` and `unverified` are kept. The steps of a stored pay are calculated again when they are requested. */
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
    this.#reach(step, amount)
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
    this.#reach(step, amount)
    if (!this.#isWritten) return amount
    const form: StepForm = { kind: 'product', multiply, divide, to }
    return this.#write(step, amount, { ...about, ...multiply, ...divide }, form)
  }

  made<Inputs extends StepInputs>(step: MadeStep<Inputs>): Decimal {
    const { inputs, make } = step
    const amount = make(inputs)
    this.#reach(step, amount)
    return this.#isWritten ? this.#write(step, amount, inputs, { kind: 'made', make }) : amount
  }

  #reach({ name, source }: StepWords, amount: Decimal): void {
    this.reached.set(name, amount)
    if (source.kind !== 'tables') return
    for (const table of source.tables)
      if (table.source.status === 'unverified' && !this.unverified.has(table))
        this.unverified.set(table, name)
  }

  #write(words: StepWords, amount: Decimal, inputs: StepInputs, form: StepForm): Decimal {
    const { name, formula, rule, source } = words
    this.steps.push({ name, amount, formula, inputs, rule, source, form })
    return amount
  }
}

/** Skips zero terms: most terms of most pays are zero, and adding them is the most expensive part of a step. */
function plus(total: Decimal, term: Decimal): Decimal {
  if (total === ZERO) return term
  return isZero(term) ? total : total.plus(term)
}

const rowName = (index: number) => `row${index + 1}`
/** Names are created once, because every pay needs them. */
const ROWS = Array.from({ length: 20 }, (_, index) => rowName(index))

/** Rows as terms of a sum, by position: `row1`, `row2`. */
export function rowsAsTerms(amounts: readonly Decimal[]): StepFigures {
  const terms: Record<string, Decimal> = {}
  for (const [index, amount] of amounts.entries()) terms[ROWS[index] ?? rowName(index)] = amount
  return terms
}
