import type { Step } from '../api/types.ts'
import { hours, money } from '../format.ts'

type LeaveFigure = { name: string; amount: number; text: string; steps: string[] }

/** Leave types by the start of their steps, with the unit of their balance. */
const KINDS: Readonly<Record<string, readonly [name: string, unit: string]>> = {
  holiday: ['Annual leave', 'h'],
  sick: ['Sick leave', 'h'],
  lsl: ['Long service leave', 'h'],
  rdo: ['Rostered days off', 'h'],
  toil: ['Time in lieu', 'h'],
  'annual-weeks': ['Annual holidays', 'weeks'],
  'sick-days': ['Sick leave', 'days'],
  'alternative-days': ['Alternative holidays', 'days'],
  'annual-hours': ['Annual leave', 'h'],
  'sick-leave-hours': ['Sick leave', 'h'],
  'alternative-hours': ['Alternative leave', 'h'],
}
/** The figures that a step can have for its leave type, the longest endings first. */
const ENDINGS: readonly (readonly [ending: string, words: string])[] = [
  ['-balance-hours', 'after this pay, in hours'],
  ['-taken-back', 'given back'],
  ['-balance', 'after this pay'],
  ['-taken', 'taken'],
  ['', 'accrued'],
]
const RATE = 'accident-first-week-rate'

/** The leave that a pay accrues and takes, and the balances after it. */
export function leaveFigures(steps: readonly Step[]): LeaveFigure[] {
  const own = steps.filter(({ name }) => /^leave\.[^.]+$/.test(name))
  return own
    .map(({ name, amount }) => figureOf(name, amount))
    .filter((figure, index, all) => all.findIndex(({ name }) => name === figure.name) === index)
}

function figureOf(step: string, amount: number): LeaveFigure {
  const of = step.slice('leave.'.length)
  const base = { amount, steps: [step] }
  if (of === RATE)
    return { ...base, name: 'First week of an accident, hourly rate', text: `${money(amount)} an hour` }
  const [ending, says] = ENDINGS.find(([end]) => of.endsWith(end)) ?? ['', '']
  const start = of.slice(0, of.length - ending.length)
  const [name, unit] = KINDS[start] ?? [`Leave, ${start.replaceAll('-', ' ')}`, '']
  const shown = ending === '-balance-hours' ? 'h' : unit
  return { ...base, name: `${name} ${says}`, text: `${hours(amount)} ${shown}`.trimEnd() }
}
