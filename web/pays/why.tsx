import { useState } from 'react'
import type { Explanation, Step } from '../api/types.ts'
import { money, quantity, words } from '../format.ts'
import { belongsTo, type WhyFigure } from './why-figures.ts'

/** Figures, each with a "why?" that shows its steps in order. */
export function WhyList({ figures, explanation }: { figures: WhyFigure[]; explanation: Explanation }) {
  const { steps, summary } = explanation
  const sentenceOf = ({ figure }: WhyFigure) => summary.find((each) => each.figure === figure)?.summary
  return (
    <ul className="why-list">
      {figures.map((figure) => (
        <WhyItem
          key={figure.name}
          figure={figure}
          sentence={sentenceOf(figure)}
          steps={steps.filter((step) => belongsTo(figure, step))}
        />
      ))}
    </ul>
  )
}

type ItemProps = { figure: WhyFigure; sentence: string | undefined; steps: Step[] }

function WhyItem({ figure, sentence, steps }: ItemProps) {
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
      {sentence && <p className="why-sentence">{sentence}</p>}
      {isOpen && <StepList steps={steps} />}
    </li>
  )
}

/** Formats dollars with cents. Rates and leave stay as they are. */
function stepAmount({ name, amount }: Step): string {
  const isPlain = /rate|^leave|hours|weeks|days/.test(name) || Math.round(amount * 100) / 100 !== amount
  return isPlain ? quantity(amount) : money(amount)
}

/** The variables in the ATO's formulas. */
const LETTERS: Readonly<Record<string, string>> = {
  x: 'Weekly earnings (x)',
  y: 'Weekly tax (y)',
  a: 'Rate (a)',
  b: 'Amount subtracted (b)',
}

/** The name of an input in words. */
const inputName = (name: string) => LETTERS[name] ?? words(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2'))

const inputText = (value: number | string) =>
  typeof value === 'number'
    ? quantity(value)
    : /^[A-Z]+(_[A-Z]+)*$/.test(value) && value.length > 3
      ? words(value)
      : value

/** Turns `leave.lsl-balance` into "Leave: long service leave balance". */
function stepTitle(name: string): string {
  const [first = '', ...rest] = name.split('.')
  const below = rest
    .join(', ')
    .replaceAll('-', ' ')
    .replaceAll(/\blsl\b/g, 'long service leave')
  return below ? `${words(first)}: ${below}` : words(first)
}

/** The steps of an explanation: amount, formula, inputs, rule and table. */
export function StepList({ steps }: { steps: Step[] }) {
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are ordered, never reordered, and names repeat
        <li key={`${step.name} ${index}`}>
          <div className="step-line">
            <span>{stepTitle(step.name)}</span>
            <span>{stepAmount(step)}</span>
          </div>
          <div className="step-formula">{step.formula}</div>
          {Object.keys(step.inputs).length > 0 && (
            <div className="step-inputs">
              {Object.entries(step.inputs).map(([name, value]) => (
                <span key={name}>
                  {inputName(name)} <b>{inputText(value)}</b>
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
