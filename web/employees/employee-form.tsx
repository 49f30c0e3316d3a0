import { useEffect, useMemo, useRef, useState } from 'react'
import { STATES } from '../../src/identifiers/reported-text.ts'
import { ApiError } from '../api/client.ts'
import { useApi } from '../api/hooks.ts'
import type { Jurisdiction, ObjectSchema } from '../api/types.ts'
import { ErrorNotice, FormProblem, Notice, Waiting } from '../parts/notice.tsx'
import {
  changedMembers,
  defaultsOf,
  type Namer,
  SchemaFields,
  type SchemaValues,
  toValues,
  toWire,
  useSchemaForm,
} from '../parts/schema-form.tsx'
import { labelOf, optionOf } from './labels.ts'
import { refusedByTaxOffice } from './refused.ts'
import { type FormSection, sectionsFor } from './sections.ts'

type Option = { id: number; name: string }
type Props = {
  /** What the form starts with. */
  record: Readonly<Record<string, unknown>>
  country: Jurisdiction
  isNew: boolean
  saveText: string
  isSaving: boolean
  error: Error | null
  isSaved?: boolean
  onSave: (members: Record<string, unknown>) => void
}

const ASKED_OF_NEW: Record<Jurisdiction, readonly string[]> = {
  AU: [
    'tax_file_number',
    'is_foreign_resident',
    'has_claimed_tax_free_threshold',
    'has_stsl_liability',
    'is_closely_held',
  ],
  NZ: ['nz_tax_code', 'ird_number'],
}

/** The employee form, made from the schema that the API publishes for it. */
export function EmployeeForm(props: Props) {
  const name = props.isNew ? 'EmployeeCreate' : 'EmployeeUpdate'
  const schema = useApi<ObjectSchema>(`/api/schema/components/${name}.json?resolved=true`)
  const types = useApi<Option[]>('/api/employment-types')
  const tenures = useApi<Option[]>('/api/employment-tenures')
  const namer = useMemo(
    (): Namer => ({
      labelOf,
      optionOf,
      choices: {
        employment_type: (types.data ?? []).map(({ id, name: text }) => ({ value: String(id), text })),
        employment_tenure: (tenures.data ?? []).map(({ id, name: text }) => ({ value: String(id), text })),
      },
      suggestions: props.country === 'AU' ? { state: STATES } : {},
    }),
    [types.data, tenures.data, props.country],
  )
  if (!schema.data || !types.data || !tenures.data)
    return schema.error ? <ErrorNotice error={schema.error} /> : <Waiting />
  return <Form {...props} schema={schema.data} namer={namer} />
}

function Form(props: Props & { schema: ObjectSchema; namer: Namer }) {
  const { schema, namer, record, country, isNew, saveText, isSaving, error, isSaved, onSave } = props
  const [start] = useState<SchemaValues>(() =>
    toValues(schema, isNew ? { ...defaultsOf(schema), ...record } : record),
  )
  const form = useSchemaForm(start)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const problems = { ...(error instanceof ApiError ? error.fields : {}), ...refused }
  const sections = useMemo(() => sectionsFor(country, Object.keys(schema.properties)), [country, schema])
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  const submit = form.handleSubmit((values) => {
    const changed = changedMembers(schema, start, values)
    const faults = country === 'AU' ? refusedByTaxOffice(values, changed) : {}
    setRefused(faults)
    if (Object.keys(faults).length > 0) return
    onSave(isNew ? { ...given(schema, record), ...changed } : changed)
  })
  return (
    <form className="form" onSubmit={submit} ref={element} noValidate>
      {sections.map((section) => (
        <SectionFields
          key={`${section.title} ${section.only ?? ''}`}
          section={section}
          isTroubled={section.fields.some((field) => field in problems)}
        >
          <SchemaFields
            form={form}
            schema={schema}
            fields={section.fields}
            namer={namer}
            problems={problems}
            required={isNew ? ASKED_OF_NEW[country] : []}
          />
        </SectionFields>
      ))}
      <div className="buttons sticky">
        <button type="submit" className="main" disabled={isSaving}>
          {isSaving ? 'Saving …' : saveText}
        </button>
        <FormProblem
          error={error ?? (Object.keys(refused).length > 0 ? new Error('Look at the marked fields.') : null)}
          fields={problems}
        />
        {isSaved && !error && <Notice kind="good">Saved.</Notice>}
      </div>
    </form>
  )
}

/** What a new record starts with and the API should be told. */
function given(schema: ObjectSchema, record: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const field = schema.properties[name]
      return field && value !== null ? [[name, toWire(field, value as string)]] : []
    }),
  )
}

function SectionFields(props: { section: FormSection; isTroubled: boolean; children: React.ReactNode }) {
  const { section, isTroubled, children } = props
  const [isOpen, setIsOpen] = useState(section.isOpen ?? false)
  return (
    <details
      className="panel section"
      open={isOpen || isTroubled}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        {section.title} <span className="count">{section.fields.length} fields</span>
      </summary>
      {children}
    </details>
  )
}
