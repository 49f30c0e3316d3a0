import type { ReactElement } from 'react'
import { type Path, type UseFormReturn, useController, useForm } from 'react-hook-form'
import type { FieldSchema, ObjectSchema } from '../api/types.ts'
import { plainWords } from '../plain-words.ts'
import { CheckField, type ControlProps, Field } from './field.tsx'
import { FormFields } from './form-fields.tsx'

/** The values of a form described by the API's schema. A checkbox is a boolean, everything else is text. */
export type SchemaValues = Record<string, string | boolean>
export type FieldControl = { form: SchemaForm; name: string; control: ControlProps }
export type Namer = {
  labelOf: (field: string) => string
  optionOf: (field: string, code: string) => string
  choices?: Record<string, { value: string; text: string }[]>
  /** Inputs that the schema cannot describe, such as an address with type-ahead. */
  controls?: Record<string, (props: FieldControl) => ReactElement>
  /** Help texts that replace the schema's. */
  helps?: Record<string, string>
}

const typesOf = ({ type }: FieldSchema): string[] => [type ?? []].flat()

export type FieldKind = 'flag' | 'maybe-flag' | 'choice' | 'date' | 'number' | 'percent' | 'text'

export function kindOf(schema: FieldSchema, name = ''): FieldKind {
  const types = typesOf(schema)
  if (types.includes('boolean')) return types.includes('null') ? 'maybe-flag' : 'flag'
  if (schema.enum) return 'choice'
  if (schema.format === 'date') return 'date'
  if (types.includes('number') && schema.maximum === 1 && SHARES.test(name)) return 'percent'
  if (types.includes('number') || types.includes('integer')) return 'number'
  return 'text'
}

/** Fractions: the API uses 0.175, people write 17.5%. */
const SHARES = /(_rate|_percentage|_fraction)$/

/** The form values of a record. */
export function toValues(schema: ObjectSchema, record: Readonly<Record<string, unknown>>): SchemaValues {
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => {
      const value = record[name]
      if (kindOf(field) === 'flag') return [name, value === true]
      if (value === null || value === undefined) return [name, '']
      return [name, kindOf(field, name) === 'percent' ? timesHundred(value) : String(value)]
    }),
  )
}

/** The service's default for each field of a new record, as its description says. */
export function defaultsOf(schema: ObjectSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, { description }]) => {
      const [, text] = /Default `([^`]*)`/.exec(description ?? '') ?? []
      if (text === undefined) return []
      return [[name, text === 'true' ? true : text === 'false' ? false : text]]
    }),
  )
}

/** The API value of an input. An empty input is null. */
export function toWire(schema: FieldSchema, value: string | boolean | undefined, name = ''): unknown {
  if (kindOf(schema) === 'flag') return value === true
  if (kindOf(schema) === 'maybe-flag') return value === '' ? null : value === 'true' || value === true
  if (value === '' || value === undefined) return null
  if (kindOf(schema, name) !== 'percent') return value
  const share = Number(String(value).replace('%', '')) / 100
  return Number.isNaN(share) ? value : String(Number(share.toFixed(10)))
}

const timesHundred = (share: unknown) => String(Number((Number(share) * 100).toFixed(8)))

/** The members of the request body: only those that differ from the initial values. */
export function changedMembers(schema: ObjectSchema, start: SchemaValues, values: SchemaValues) {
  return Object.fromEntries(
    Object.entries(schema.properties)
      .filter(([name]) => name in values && values[name] !== start[name])
      .map(([name, field]) => [name, toWire(field, values[name], name)]),
  )
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
          const shared = { label, help, problem: problems[name]?.replace(name, label) }
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

/** The schema's description without what the input shows anyway: its default, its choices, and whether it is required. */
function helpOf(field: FieldSchema, name: string): string {
  const kind = kindOf(field, name)
  const text = (field.description ?? '')
    .replace(/Default (`[^`]*`|true|false|\d+)\./, '')
    .replace(/Null: [^.]*\./, '')
    .replace(/(AU|NZ): required on create[^.]*\./, '')
    .replace(/^(AU|NZ): |\((AU|NZ)\)/, '')
    .replaceAll('`', '')
    .trim()
    .replace(/^True:/, 'Ticked:')
    .replace(/^False:/, 'Not ticked:')
  // A rule is only shown when it is broken. As help it is noise.
  if (/^This must/.test(text) || /\/api\//.test(text)) return ''
  return plainWords(kind === 'percent' ? text.replace(/0\.175 is 17\.5%\.?/, '').trim() : text)
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
        {(!isRequired || kind === 'maybe-flag') && <option value="">–</option>}
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
      maxLength={field.maxLength}
      autoComplete="off"
      {...control}
      {...registered}
    />
  )
  return isPercent ? (
    <span className="with-unit">
      {box}
      <span aria-hidden="true">%</span>
    </span>
  ) : (
    box
  )
}
