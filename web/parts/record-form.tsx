import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import { takes } from '../typed-numbers.ts'
import { Field } from './field.tsx'
import { FormFields } from './form-fields.tsx'
import { ErrorNotice, FormProblem, Notice, Waiting } from './notice.tsx'

export type Box = {
  name: string
  label: string
  help?: string
  type?: 'date' | 'number'
  options?: Readonly<Record<string, string>>
  isRequired?: true
}
type Values = Record<string, string>

type Props = {
  /** The path of the record. The form is empty when the record does not exist yet. */
  path: string
  boxes: readonly Box[]
  /** Converts the record to form values. By default the names are the same. */
  toValues?: (record: Readonly<Record<string, unknown>>) => Values
  /** Converts the form values to the request body. By default an empty input is null. */
  toBody?: (values: Values, record: Readonly<Record<string, unknown>>) => Record<string, unknown>
  saveText: string
}

/** A small record that is read, changed and replaced as a whole. */
export function RecordForm(props: Props) {
  const record = useApi<Record<string, unknown>>(props.path)
  // Here and not in the form, because the form is mounted again with the saved values.
  const save = useWrite<unknown>(props.path, '/api/single-touch', '/api/company')
  const isAbsent = record.error instanceof ApiError && record.error.status === 404
  if (record.error && !isAbsent && !record.data) return <ErrorNotice error={record.error} />
  if (!record.data && !isAbsent) return <Waiting />
  return <Form key={JSON.stringify(record.data)} {...props} record={record.data ?? {}} save={save} />
}

/** A member may be nested deeper in the record than its input. */
const problemOf = (problems: Readonly<Record<string, string>>, name: string) =>
  problems[name] ?? Object.entries(problems).find(([path]) => path.endsWith(`.${name}`))?.[1]

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const nullWhereEmpty = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim() || null]))

type FormProps = Props & {
  record: Record<string, unknown>
  save: ReturnType<typeof useWrite<unknown>>
}

function Form({ path, boxes, record, saveText, save, ...turn }: FormProps) {
  const start =
    turn.toValues?.(record) ?? Object.fromEntries(boxes.map(({ name }) => [name, text(record[name])]))
  const { register, handleSubmit, formState } = useForm<Values>({ defaultValues: start })
  const problems = save.error instanceof ApiError ? save.error.fields : {}
  const submit = handleSubmit((values) =>
    save.mutate({ method: 'PUT', path, body: (turn.toBody ?? nullWhereEmpty)(values, record) }),
  )
  return (
    <form className="form" onSubmit={submit} noValidate>
      <div className="fields">
        <FormFields>
          {boxes.map(({ name, label, help, type, options, isRequired }) => (
            <Field
              key={name}
              {...{ label, help }}
              isRequired={isRequired ?? false}
              problem={problemOf(problems, name)?.replace(name, label)}
            >
              {(control) =>
                options ? (
                  <select {...control} {...register(name)}>
                    {Object.entries(options).map(([value, shown]) => (
                      <option key={value} value={value}>
                        {shown}
                      </option>
                    ))}
                  </select>
                ) : (
                  <input
                    type={type === 'date' ? 'date' : 'text'}
                    inputMode={type === 'number' ? 'decimal' : undefined}
                    autoComplete="off"
                    {...control}
                    {...register(name, takes(type === 'number', name))}
                  />
                )
              }
            </Field>
          ))}
        </FormFields>
      </div>
      <div className="buttons">
        <button type="submit" disabled={save.isPending || !formState.isDirty}>
          {save.isPending ? 'Saving …' : saveText}
        </button>
        <FormProblem error={save.error} fields={problems} />
        {save.isSuccess && !formState.isDirty && <Notice kind="good">Saved.</Notice>}
      </div>
    </form>
  )
}
