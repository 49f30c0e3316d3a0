import { type Decimal, ONE, ZERO } from '../../src/kernel/values/money.ts'
import type { Step } from '../../src/payroll/trace.ts'

/** Steps that show no way to their amount, each with its reason. Australia has none. */
export const SHOWN_ONLY: Readonly<Record<'AU' | 'NZ', Readonly<Record<string, string>>>> = { AU: {}, NZ: {} }

/**
 * What is wrong with the steps of a pay, one sentence each: every amount is made once more from the inputs that are shown, the
 * signs of a sum's formula are counted, and a step that shows no way to its amount must be on the list, which gives its reason.
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

/** The amount by the inputs as they are shown. */
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

/** `a + b − c` has as many signs as terms; "sum of the rows" and the like name no term, so nothing is counted. */
function wrongSigns({ name, formula, form }: Step): string[] {
  if (form?.kind !== 'sum' || !/[+−]/.test(formula)) return []
  const [plus, minus] = [formula.split(' + ').length - 1, formula.split(' − ').length - 1]
  const [added, taken] = [Object.keys(form.add).length, Object.keys(form.subtract).length]
  if (plus === Math.max(0, added - 1) && minus === taken) return []
  return [`${name}: "${formula}" has ${plus} + and ${minus} −, the inputs are ${added} and ${taken}`]
}
