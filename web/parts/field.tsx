import { type ReactElement, type ReactNode, useId } from 'react'
import { problemAt } from './field-problem.ts'

/** The attributes that connect a control with its label, help and problem. */
export type ControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }

type Props = {
  label: string
  help?: ReactNode
  problem?: string | undefined
  isRequired?: boolean
  className?: string
  children: (control: ControlProps) => ReactElement
}

/** A labelled control with its help and the server's message. */
export function Field({ label, help, problem, isRequired, className = '', children }: Props) {
  const id = useId()
  const described = [help ? `${id}-help` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ')
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>
        {label}
        {isRequired && <span className="required"> (required)</span>}
      </label>
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(problem ? { 'aria-invalid': true } : {}),
      })}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {problem && (
        <p className="field-problem" id={`${id}-problem`} role="alert">
          {problemAt(label, problem)}
        </p>
      )}
    </div>
  )
}

/** A checkbox with its label. */
export function CheckField({ label, help, problem, children }: Props) {
  const id = useId()
  return (
    <div className="field check">
      <div className="check-line">
        {children({ id, ...(help ? { 'aria-describedby': `${id}-help` } : {}) })}
        <label htmlFor={id}>{label}</label>
      </div>
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {problem && (
        <p className="field-problem" role="alert">
          {problemAt(label, problem)}
        </p>
      )}
    </div>
  )
}
