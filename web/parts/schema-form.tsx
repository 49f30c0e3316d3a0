import { type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type { FieldSchema, ObjectSchema } from '../api/types.ts'
import { CheckField, type ControlProps, Field } from './field.tsx'

/** The boxes of a form that the API's own schema describes; a tick is a boolean, all else is text. */
export type SchemaValues = Record<string, string | boolean>
export type Namer = {
  labelOf: (field: string) => string
  optionOf: (field: string, code: string) => string
  choices?: Record<string, { value: string; text: string }[]>
  /** Values that a box suggests without insisting on them. */
  suggestions?: Record<string, readonly string[]>
}

const typesOf = ({ type }: FieldSchema): string[] => [type ?? []].flat()

export function kindOf(schema: FieldSchema): 'flag' | 'maybe-flag' | 'choice' | 'date' | 'number' | 'text' {
  const types = typesOf(schema)
  if (types.includes('boolean')) return types.includes('null') ? 'maybe-flag' : 'flag'
  if (schema.enum) return 'choice'
  if (schema.format === 'date') return 'date'
  if (types.includes('number') || types.includes('integer')) return 'number'
  return 'text'
}

/** What a record holds, as the form's boxes show it. */
export function toValues(schema: ObjectSchema, record: Readonly<Record<string, unknown>>): SchemaValues {
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => {
      const value = record[name]
      if (kindOf(field) === 'flag') return [name, value === true]
      return [name, value === null || value === undefined ? '' : String(value)]
    }),
  )
}

/** What the service takes for a field that a new record leaves out, as its description says. */
export function defaultsOf(schema: ObjectSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, { description }]) => {
      const [, text] = /Default `([^`]*)`/.exec(description ?? '') ?? []
      if (text === undefined) return []
      return [[name, text === 'true' ? true : text === 'false' ? false : text]]
    }),
  )
}

/** What a box means to the API: an empty one is null. */
export function toWire(schema: FieldSchema, value: string | boolean | undefined): unknown {
  if (kindOf(schema) === 'flag') return value === true
  if (kindOf(schema) === 'maybe-flag') return value === '' ? null : value === 'true' || value === true
  return value === '' || value === undefined ? null : value
}

/** The members of the body: only what differs from where the form started. */
export function changedMembers(schema: ObjectSchema, start: SchemaValues, values: SchemaValues) {
  return Object.fromEntries(
    Object.entries(schema.properties)
      .filter(([name]) => name in values && values[name] !== start[name])
      .map(([name, field]) => [name, toWire(field, values[name])]),
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
  /** Fields a record cannot be made without, beyond what the schema says. */
  required?: readonly string[]
}

/** Boxes for some fields of a schema, with its help and what the server says about each. */
export function SchemaFields({ form, schema, fields, namer, problems, required = [] }: Props) {
  return (
    <div className="fields">
      {fields.map((name) => {
        const field = schema.properties[name]
        if (!field) return null
        const at = name as Path<SchemaValues>
        const label = namer.labelOf(name)
        const shared = { label, help: helpOf(field), problem: problems[name]?.replace(name, label) }
        if (kindOf(field) === 'flag')
          return (
            <CheckField key={name} {...shared}>
              {(control) => <input type="checkbox" {...control} {...form.register(at)} />}
            </CheckField>
          )
        const isRequired = (schema.required ?? []).includes(name) || required.includes(name)
        return (
          <Field key={name} {...shared} isRequired={isRequired}>
            {(control) => <Control {...{ form, field, name, namer, control, isRequired }} />}
          </Field>
        )
      })}
    </div>
  )
}

/** The schema's description, less what the box itself shows: its default, its choices, that it is asked for. */
function helpOf(field: FieldSchema): string {
  const text = (field.description ?? '')
    .replace(/Default `[^`]*`\./, '')
    .replace(/AU: required on create\./, '')
    .replaceAll('`', '')
    .trim()
    .replace(/^True:/, 'Ticked:')
    .replace(/^False:/, 'Not ticked:')
  const isShownByBox = kindOf(field) !== 'text' && /^This must be/.test(text)
  return isShownByBox || /\/api\//.test(text) ? '' : text
}

type ControlOptions = {
  form: SchemaForm
  field: FieldSchema
  name: string
  namer: Namer
  control: ControlProps
  isRequired: boolean
}

function Control({ form, field, name, namer, control, isRequired }: ControlOptions) {
  const registered = form.register(name as Path<SchemaValues>)
  const kind = kindOf(field)
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
      </select>
    )
  if ((field.maxLength ?? 0) > 500) return <textarea {...control} {...registered} />
  const suggested = namer.suggestions?.[name]
  const listId = suggested ? `${control.id}-list` : undefined
  return (
    <>
      <input
        type={kind === 'date' ? 'date' : 'text'}
        inputMode={kind === 'number' ? 'decimal' : undefined}
        maxLength={field.maxLength}
        autoComplete="off"
        list={listId}
        {...control}
        {...registered}
      />
      {suggested && (
        <datalist id={listId}>
          {suggested.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </>
  )
}
