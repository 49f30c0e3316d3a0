import type { ReactNode } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { Field } from '../parts/field.tsx'
import type { PayValues } from './pay-values.ts'

/** One kind of item with the button that adds another. */
export function Section(props: {
  title: string
  add: string
  onAdd: () => void
  /** Another way to add one. */
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

/** One item and the button that takes it out. */
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

/** A box of a row, with what the server says about it. */
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
          {...form.register(name)}
        />
      )}
    </Field>
  )
}
