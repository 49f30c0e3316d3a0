import type { ReactElement } from 'react'
import { type Path, type UseFormReturn, useController, useForm } from 'react-hook-form'
import type { FieldSchema, ObjectSchema } from '../api/types.ts'
import { CheckField, type ControlProps, Field } from './field.tsx'
import { FormFields } from './form-fields.tsx'
import { belowOnePercent, helpOf, kindOf, type SchemaValues } from './schema-values.ts'

export type FieldControl = { form: SchemaForm; name: string; control: ControlProps }
export type Namer = {
  labelOf: (field: string) => string
  optionOf: (field: string, code: string) => string
  choices?: Record<string, { value: string; text: string }[]>
  /** Inputs that the schema cannot describe, such as an address with type-ahead. */
  controls?: Record<string, (props: FieldControl) => ReactElement>
  /** Help text that replaces the schema's. */
  helps?: Record<string, string>
}

export type SchemaForm = UseFormReturn<SchemaValues>

export function useSchemaForm(start: SchemaValues): SchemaForm {
  return useForm<SchemaValues>({ defaultValues: start })
}

type Props = {
  form: SchemaForm
  schema: ObjectSchema
  fields: string[]
  namer: Namer
  problems: Readonly<Record<string, string>>
  /** Required fields beyond those of the schema. */
  required?: readonly string[]
}

/** Inputs for some fields of a schema, each with help and the server's message. */
export function SchemaFields({ form, schema, fields, namer, problems, required = [] }: Props) {
  return (
    <div className="fields">
      <FormFields>
        {fields.map((name) => {
          const field = schema.properties[name]
          if (!field) return null
          const at = name as Path<SchemaValues>
          const label = namer.labelOf(name)
          const help = namer.helps?.[name] ?? helpOf(field, name)
          const shared = { label, help, problem: problems[name] }
          if (kindOf(field) === 'flag')
            return (
              <CheckField key={name} {...shared}>
                {(control) => <Tick form={form} at={at} control={control} />}
              </CheckField>
            )
          const isRequired = (schema.required ?? []).includes(name) || required.includes(name)
          return (
            <Field key={name} {...shared} isRequired={isRequired}>
              {(control) => <Control {...{ form, field, name, namer, control, isRequired }} />}
            </Field>
          )
        })}
      </FormFields>
    </div>
  )
}

/** A controlled input, because two registered checkboxes with the same name would become a list. */
function Tick({ form, at, control }: { form: SchemaForm; at: Path<SchemaValues>; control: ControlProps }) {
  const { field } = useController({ control: form.control, name: at })
  return (
    <input
      type="checkbox"
      {...control}
      name={at}
      ref={field.ref}
      checked={field.value === true}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.target.checked)}
    />
  )
}

type ControlOptions = {
  form: SchemaForm
  field: FieldSchema
  name: string
  namer: Namer
  control: ControlProps
  isRequired: boolean
}

function Control(options: ControlOptions) {
  const { form, name, namer, control } = options
  const own = namer.controls?.[name]
  return own ? own({ form, name, control }) : <Box {...options} />
}

function Box({ form, field, name, namer, control, isRequired }: ControlOptions) {
  const { field: bound } = useController({ control: form.control, name: name as Path<SchemaValues> })
  const chosen = bound.value
  const registered = { ...bound, value: String(chosen ?? '') }
  const kind = kindOf(field, name)
  const choices =
    namer.choices?.[name] ??
    (kind === 'maybe-flag'
      ? [
          { value: 'true', text: 'Yes' },
          { value: 'false', text: 'No' },
        ]
      : kind === 'choice'
        ? (field.enum ?? [])
            .filter((code) => code !== null)
            .map((code) => ({ value: code, text: namer.optionOf(name, code) }))
        : undefined)
  if (choices)
    return (
      <select {...control} {...registered}>
        {/* An empty value is shown as empty even if a choice is required. Otherwise the box would show an option that is not sent. */}
        {(!isRequired || kind === 'maybe-flag' || registered.value === '') && (
          <option value="">{isRequired ? 'Choose' : '–'}</option>
        )}
        {choices.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
        {/* A stored value from before the list existed stays visible. */}
        {typeof chosen === 'string' && chosen !== '' && !choices.some(({ value }) => value === chosen) && (
          <option value={chosen}>{chosen}</option>
        )}
      </select>
    )
  // Every text has a limit. Only a long one gets several lines.
  const isLong = kind === 'text' && !field.pattern && !field.format && (field.maxLength ?? 0) > 500
  if (isLong) return <textarea {...control} {...registered} />
  const isPercent = kind === 'percent'
  const box = (
    <input
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' || isPercent ? 'decimal' : undefined}
      autoComplete="off"
      {...control}
      {...registered}
    />
  )
  if (!isPercent) return box
  const doubt = belowOnePercent(registered.value)
  return (
    <>
      <span className="with-unit">
        {box}
        <span aria-hidden="true">%</span>
      </span>
      <span className="doubt" role="status">
        {doubt}
      </span>
    </>
  )
}
