import { useState } from 'react'
import type { Step } from '../api/types.ts'
import { money, quantity, words } from '../format.ts'
import { belongsTo, type WhyFigure } from './why-figures.ts'

/** Figures with "why?" beside each: the steps, in order, that led to it. */
export function WhyList({ figures, steps }: { figures: WhyFigure[]; steps: Step[] }) {
  return (
    <ul className="why-list">
      {figures.map((figure) => (
        <WhyItem key={figure.name} figure={figure} steps={steps.filter((step) => belongsTo(figure, step))} />
      ))}
    </ul>
  )
}

function WhyItem({ figure, steps }: { figure: WhyFigure; steps: Step[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li>
      <div className={figure.isTotal ? 'why-head total' : 'why-head'}>
        <span className="name">{figure.name}</span>
        <span className="amount">{figure.text ?? money(figure.amount)}</span>
        {steps.length > 0 && (
          <button
            type="button"
            className="small"
            aria-expanded={isOpen}
            aria-label={`Why is ${figure.name} ${figure.text ?? money(figure.amount)}?`}
            onClick={() => setIsOpen(!isOpen)}
          >
            Why?
          </button>
        )}
      </div>
      {isOpen && <StepList steps={steps} />}
    </li>
  )
}

/** Dollars with their cents; rates and leave as they are. */
function stepAmount({ name, amount }: Step): string {
  const isPlain = /rate|^leave|hours|weeks|days/.test(name) || Math.round(amount * 100) / 100 !== amount
  return isPlain ? quantity(amount) : money(amount)
}

/** An input's name in words; the letters of a formula stay as they are. */
function inputName(name: string): string {
  return name.length === 1 ? name : words(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2'))
}

/** Steps of the explanation: amount, formula, inputs, rule and table. */
export function StepList({ steps }: { steps: Step[] }) {
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are ordered, never reordered, and names repeat
        <li key={`${step.name} ${index}`}>
          <div className="step-line">
            <span>{words(step.name.replaceAll('.', ', '))}</span>
            <span>{stepAmount(step)}</span>
          </div>
          <div className="step-formula">{step.formula}</div>
          {Object.keys(step.inputs).length > 0 && (
            <div className="step-inputs">
              {Object.entries(step.inputs).map(([name, value]) => (
                <span key={name}>
                  {inputName(name)} <b>{typeof value === 'number' ? quantity(value) : value}</b>
                </span>
              ))}
            </div>
          )}
          <div className="step-rule">{[step.rule, step.source].filter(Boolean).join(' · ')}</div>
        </li>
      ))}
    </ol>
  )
}
