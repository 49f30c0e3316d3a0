import type { ReactNode } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { Field } from '../parts/field.tsx'
import { AS_HOURS, AS_NUMBER } from '../typed-numbers.ts'
import type { PayValues } from './pay-values.ts'

/** One kind of item, with a button to add another. */
export function Section(props: {
  title: string
  add: string
  onAdd: () => void
  /** Another way to add an item. */
  more?: ReactNode
  children: ReactNode[]
}) {
  const { title, add, onAdd, more, children } = props
  return (
    <section className="lines">
      <div className="panel-head">
        <h3>{title}</h3>
        <div className="actions">
          {more}
          <button type="button" className="small" onClick={onAdd}>
            {add}
          </button>
        </div>
      </div>
      {children.length > 0 && children}
    </section>
  )
}

/** One item with a button to remove it. */
export function Row(props: { name: string; onRemove: () => void; children: ReactNode }) {
  return (
    <div className="line">
      {props.children}
      <button
        type="button"
        className="quiet"
        onClick={props.onRemove}
        aria-label={`Remove ${props.name || 'this line'}`}
      >
        ✕
      </button>
    </div>
  )
}

type TextProps = {
  form: UseFormReturn<PayValues>
  problems: Readonly<Record<string, string>>
  name: FieldPath<PayValues>
  label: string
  isNumber?: boolean
  type?: 'text' | 'date'
  placeholder?: string
}

const TAKES_HOURS = /^(hours\.\d+\.value|leave\.\d+\.hours)$/

/** An input of a row, with the server's message. */
export function TextField({ form, problems, name, label, isNumber, type, placeholder }: TextProps) {
  return (
    <Field label={label} problem={problems[name]}>
      {(control) => (
        <input
          type={type ?? 'text'}
          inputMode={isNumber ? 'decimal' : undefined}
          placeholder={placeholder}
          autoComplete="off"
          {...control}
          {...form.register(name, isNumber ? (TAKES_HOURS.test(name) ? AS_HOURS : AS_NUMBER) : {})}
        />
      )}
    </Field>
  )
}
