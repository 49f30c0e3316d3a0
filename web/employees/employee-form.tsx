import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ApiError, call, isChangedMeanwhile } from '../api/client.ts'
import { useApi } from '../api/hooks.ts'
import type { EmployeeHistoryEntry, Jurisdiction, ObjectSchema } from '../api/types.ts'
import { MergedNotice, useMergedForm } from '../parts/merged-form.tsx'
import { ErrorNotice, FormProblem, Notice, Waiting } from '../parts/notice.tsx'
import { checkValues } from '../parts/schema-check.ts'
import { type Namer, SchemaFields, type SchemaForm, useSchemaForm } from '../parts/schema-form.tsx'
import { changedMembers, defaultsOf, type SchemaValues, toValues, toWire } from '../parts/schema-values.ts'
import { useUnsaved } from '../parts/unsaved.tsx'
import { payPeriodChoices } from '../pays/codes.ts'
import { AddressBox } from './address-box.tsx'
import { digestOf } from './digest.ts'
import { helpsFor } from './helps.ts'
import { labelOf, optionOf } from './labels.ts'
import { longServiceTick } from './long-service-tick.ts'
import type { Members } from './save-employee.ts'
import { type FormSection, requiredOf, sectionsFor } from './sections.ts'
import { STATES } from './states.ts'
import { useLongServiceTick } from './use-long-service-tick.ts'

type Option = { id: number; name: string }
type Props = {
  /** The initial values of the form. */
  record: Readonly<Record<string, unknown>>
  country: Jurisdiction
  isNew: boolean
  saveText: string
  isSaving: boolean
  error: Error | null
  isSaved?: boolean
  /** The path of the record, for merging another user's change. */
  path?: string
  onSave: (members: Members, version: string | undefined) => void
  /** Asks the service what it would reject. */
  onCheck: (members: Members) => Promise<ApiError | null>
}

/** The employee form, built from the schema that the API publishes. */
export function EmployeeForm(props: Props) {
  const name = props.isNew ? 'EmployeeCreate' : 'EmployeeUpdate'
  const schema = useApi<ObjectSchema>(`/api/schema/components/${name}.json?resolved=true`)
  const types = useApi<Option[]>('/api/employment-types')
  const tenures = useApi<Option[]>('/api/employment-tenures')
  const namer = useMemo(
    (): Namer => ({
      labelOf: (field) => labelOf(field, props.country),
      optionOf,
      helps: helpsFor(props.country),
      choices: {
        employment_type: (types.data ?? []).map(({ id, name: text }) => ({ value: String(id), text })),
        employment_tenure: (tenures.data ?? []).map(({ id, name: text }) => ({ value: String(id), text })),
        state: STATES[props.country],
        kin_state: STATES[props.country],
        pay_period: payPeriodChoices(props.country === 'NZ'),
      },
      controls: { address1: AddressBox, city: AddressBox },
    }),
    [types.data, tenures.data, props.country],
  )
  const failed = schema.error ?? types.error ?? tenures.error
  if (!schema.data || !types.data || !tenures.data)
    return failed ? <ErrorNotice error={failed} /> : <Waiting lines={9} />
  return <Form {...props} schema={schema.data} namer={namer} />
}

function Form(props: Props & { schema: ObjectSchema; namer: Namer }) {
  const { schema, namer, record, country, isNew, saveText, isSaving, isSaved, onSave, onCheck } = props
  // The form handles a newer version of the record.
  const error = isChangedMeanwhile(props.error) ? null : props.error
  const [start] = useState<SchemaValues>(() =>
    toValues(schema, isNew ? { ...defaultsOf(schema), ...record } : record),
  )
  const form = useSchemaForm(start)
  useLongServiceTick(form)
  const sections = useMemo(() => sectionsFor(country, Object.keys(schema.properties)), [country, schema])
  const fields = useMemo(() => sections.flatMap((section) => section.fields), [sections])
  const required = (values: SchemaValues) => (isNew ? requiredOf(country, values) : [])
  const look = (values: SchemaValues, some: readonly string[]) =>
    checkValues(schema, values, some, { required: required(values), labelOf: namer.labelOf })
  const { problems, setProblems } = useProblems(form, error, look)
  const element = useRef<HTMLFormElement>(null)
  const goToFirst = () => element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(goToFirst, [error])
  const { isDirty } = form.formState
  useUnsaved(isDirty && !isSaving)
  const submit = form.handleSubmit(async (values) => {
    const before = merged.base.current.values
    const changed = { ...changedMembers(schema, before, values), ...longServiceTick(before, values) }
    const members = isNew ? { ...given(schema, record), ...changed } : changed
    const faults = look(values, isNew ? fields : Object.keys(changed))
    if (Object.keys(faults).length === 0) {
      setProblems({})
      return onSave(members, merged.base.current.version)
    }
    // Also runs the service's checks, so all problems appear together.
    const refused = await onCheck(members)
    setProblems({ ...refused?.fields, ...faults })
    requestAnimationFrame(goToFirst)
  })
  const merged = useMergedForm({
    form,
    schema,
    start,
    path: props.path ?? null,
    error: props.error,
    resend: () => void submit(),
    findEditor: () => lastEditor(props.path ?? ''),
  })
  const marked = Object.keys(problems).length
  return (
    <form className="form" onSubmit={submit} ref={element} noValidate>
      {sections.map((section) => (
        <SectionFields
          key={`${section.title} ${section.only ?? ''}`}
          {...{ section, schema, form, namer }}
          isTroubled={section.fields.some((field) => field in problems)}
        >
          <SchemaFields
            {...{ form, schema, namer, problems }}
            fields={section.fields}
            required={required(form.getValues())}
          />
        </SectionFields>
      ))}
      <MergedNotice {...{ merged, namer }} />
      <div className="buttons sticky">
        <button type="submit" className="main" disabled={isSaving}>
          {isSaving ? 'Saving …' : saveText}
        </button>
        {marked > 0 || (error && !(error instanceof ApiError && Object.keys(error.fields).length > 0)) ? (
          <FormProblem error={error ?? new Error('Check the marked fields.')} fields={problems} />
        ) : (
          isDirty && !isNew && <span className="soft">Not saved yet</span>
        )}
        {isSaved && !isDirty && !error && <Notice kind="good">Saved.</Notice>}
      </div>
    </form>
  )
}

/** The name of the user who last changed the employee. */
async function lastEditor(path: string): Promise<string | null> {
  const [entry] = await call<EmployeeHistoryEntry[]>('GET', `${path}/history`)
  return entry?.user_name ?? null
}

type Problems = Readonly<Record<string, string>>

/** The problems by field. A changed field is checked again, and its problem disappears when it is fixed. */
function useProblems(
  form: SchemaForm,
  error: Error | null,
  look: (values: SchemaValues, fields: readonly string[]) => Problems,
) {
  const [problems, setProblems] = useState<Problems>({})
  const current = useRef({ look, problems })
  current.current = { look, problems }
  useEffect(() => {
    if (error instanceof ApiError) setProblems(error.fields)
  }, [error])
  useEffect(() => {
    const { unsubscribe } = form.watch((values, { name }) => {
      if (!name || !(name in current.current.problems)) return
      const { [name]: _fixed, ...others } = current.current.problems
      setProblems({ ...others, ...current.current.look(values as SchemaValues, [name]) })
    })
    return unsubscribe
  }, [form])
  return { problems, setProblems }
}

/** Initial values of a new record that are sent to the API. */
function given(schema: ObjectSchema, record: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const field = schema.properties[name]
      return field && value !== null ? [[name, toWire(field, value as string, name)]] : []
    }),
  )
}

type SectionProps = {
  section: FormSection
  schema: ObjectSchema
  form: SchemaForm
  namer: Namer
  isTroubled: boolean
  children: ReactNode
}

/** A collapsible section of the form. When closed it shows a summary. */
function SectionFields({ section, schema, form, namer, isTroubled, children }: SectionProps) {
  const [isOpen, setIsOpen] = useState(section.isOpen ?? false)
  const held = useWatch({ control: form.control, name: section.fields })
  const digest = digestOf(schema, section.fields, held, namer)
  return (
    <details
      className="panel section"
      open={isOpen || isTroubled}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        {section.title} <span className="digest">{digest || 'nothing entered'}</span>
      </summary>
      {children}
    </details>
  )
}
