import { type Decimal, ONE, ZERO } from '../../src/kernel/values/money.ts'
import type { Step } from '../../src/payroll/trace.ts'

/** Steps whose amount cannot be derived from the inputs shown, each with its reason. Australia has none. */
export const SHOWN_ONLY: Readonly<Record<'AU' | 'NZ', Readonly<Record<string, string>>>> = { AU: {}, NZ: {} }

/**
 * The problems with the steps of a pay, one sentence each. Recalculates every amount from the inputs shown, and counts the signs
 * in a sum's formula. A step whose amount cannot be derived must be on the list with a reason.
 */
export function wrongSteps(steps: readonly Step[], shownOnly: Readonly<Record<string, string>>): string[] {
  return steps.flatMap((step) => {
    const reason = shownOnly[step.name] ?? shownOnly[step.name.replace(/\.[^.]+$/, '.*')]
    if (!step.form) return reason ? [] : [`${step.name}: no form, and no reason on the list`]
    const amount = amountFrom(step)
    const wrong = amount.eq(step.amount) ? [] : [`${step.name}: shows ${amount} for ${step.amount}`]
    return [...wrong, ...wrongSigns(step)]
  })
}

/** Calculates the amount from the inputs shown. */
function amountFrom({ form, inputs }: Step): Decimal {
  const figure = (name: string) => {
    const value = inputs[name]
    if (value === undefined || typeof value === 'string') throw new Error(`${name} is not shown as a figure`)
    return value
  }
  if (form?.kind === 'sum') {
    const added = Object.keys(form.add).reduce((total, name) => total.plus(figure(name)), ZERO)
    const exact = Object.keys(form.subtract).reduce((total, name) => total.minus(figure(name)), added)
    return form.to ? form.to(exact) : exact
  }
  if (form?.kind === 'product') {
    const product = Object.keys(form.multiply).reduce((total, name) => total.times(figure(name)), ONE)
    const exact = Object.keys(form.divide).reduce((total, name) => total.div(figure(name)), product)
    return form.to ? form.to(exact) : exact
  }
  if (form?.kind === 'made') return form.make(inputs as never)
  throw new Error('a step without a form')
}

/** `a + b − c` must have a sign for each term. Formulas like "sum of the rows" name no terms, so they are not counted. */
function wrongSigns({ name, formula, form }: Step): string[] {
  if (form?.kind !== 'sum' || !/[+−]/.test(formula)) return []
  const [plus, minus] = [formula.split(' + ').length - 1, formula.split(' − ').length - 1]
  const [added, taken] = [Object.keys(form.add).length, Object.keys(form.subtract).length]
  if (plus === Math.max(0, added - 1) && minus === taken) return []
  return [`${name}: "${formula}" has ${plus} + and ${minus} −, the inputs are ${added} and ${taken}`]
}
