import { type ReactElement, useState } from 'react'
import { type UseFormReturn, useFieldArray, useForm } from 'react-hook-form'
import { ApiError, isChangedMeanwhile } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import { tagOf } from '../api/tags.ts'
import { ChangedRecord } from '../parts/changed-record.tsx'
import { type ControlProps, Field } from '../parts/field.tsx'
import { FormFields } from '../parts/form-fields.tsx'
import { ErrorNotice, FormProblem, Notice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { useUnsaved } from '../parts/unsaved.tsx'
import { takes } from '../typed-numbers.ts'

export type ListControl = { form: UseFormReturn<Values>; index: number; control: ControlProps }

export type ListColumn = {
  name: string
  label: string
  isNumber?: boolean
  options?: Record<string, string>
  /** Whether the column applies to a row. */
  when?: (row: Record<string, string>) => boolean
  /** A custom input. */
  control?: (props: ListControl) => ReactElement
}
type Row = Record<string, string>
type Values = { rows: Row[] }

type Props = {
  title: string
  help: string
  /** The text for an empty list. */
  none: string
  add: string
  path: string
  columns: ListColumn[]
  blank: Row
}

/** A list of an employee that is replaced as a whole. */
export function ListEditor(props: Props) {
  const list = useApi<Record<string, unknown>[]>(props.path)
  const [saved, setSaved] = useState(0)
  /** How often the user chose another user's list over their own edits. */
  const [taken, setTaken] = useState(0)
  return (
    <Panel title={props.title}>
      <p className="help">{props.help}</p>
      <ErrorNotice error={list.error} />
      {list.data ? (
        <Form
          key={`${saved} ${taken}`}
          {...props}
          list={list.data}
          isSaved={saved > 0}
          onSaved={() => setSaved(saved + 1)}
          onTake={() => list.refetch().then(() => setTaken(taken + 1))}
        />
      ) : (
        !list.error && <Waiting lines={1} />
      )}
    </Panel>
  )
}

type FormProps = Props & {
  list: Record<string, unknown>[]
  isSaved: boolean
  onSaved: () => void
  onTake: () => void
}

function Form({ title, none, add, path, columns, blank, list, isSaved, onSaved, onTake }: FormProps) {
  const [opened] = useState(() => tagOf(path))
  const form = useForm<Values>({ defaultValues: { rows: list.map((row) => textsOf(columns, row)) } })
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'rows' })
  const write = useWrite<unknown>(path, '/api/employees')
  const { isDirty } = form.formState
  useUnsaved(isDirty && !write.isPending)
  const problems = write.error instanceof ApiError ? write.error.paths : {}
  const send = (version: string | undefined) =>
    form.handleSubmit(({ rows }) =>
      write.mutate(
        { method: 'PUT', path, body: rows.map((row) => bodyOf(columns, row)), version },
        { onSuccess: onSaved },
      ),
    )
  return (
    <form className="form" onSubmit={send(opened)} noValidate>
      {fields.length === 0 && <p className="empty">{none}</p>}
      <FormFields>
        <div className="lines">
          {fields.map((field, index) => (
            <div className="line tidy" key={field.id}>
              {columns
                .filter(({ when }) => !when || when(form.watch(`rows.${index}`) ?? {}))
                .map((column) => (
                  <Field
                    key={column.name}
                    label={column.label}
                    className={column.options ? 'choice' : ''}
                    problem={problems[`${index}.${column.name}`]}
                  >
                    {(control) =>
                      column.control ? (
                        column.control({ form, index, control })
                      ) : column.options ? (
                        <select {...control} {...form.register(`rows.${index}.${column.name}`)}>
                          {Object.entries(column.options).map(([value, text]) => (
                            <option key={value} value={value}>
                              {text}
                            </option>
                          ))}
                        </select>
                      ) : (
                        <input
                          autoComplete="off"
                          inputMode={column.isNumber ? 'decimal' : undefined}
                          {...control}
                          {...form.register(
                            `rows.${index}.${column.name}`,
                            takes(column.isNumber, column.name),
                          )}
                        />
                      )
                    }
                  </Field>
                ))}
              <button
                type="button"
                className="quiet"
                aria-label={`Remove line ${index + 1} of ${title.toLowerCase()}`}
                onClick={() => remove(index)}
              >
                ✕
              </button>
            </div>
          ))}
        </div>
      </FormFields>
      {isChangedMeanwhile(write.error) ? (
        <ChangedRecord path={path} onKeep={(version) => send(version)()} onTake={onTake} />
      ) : (
        <FormProblem error={write.error} fields={problems} />
      )}
      <div className="buttons">
        <button type="submit" className={isDirty ? 'main' : ''} disabled={write.isPending}>
          Save {title.toLowerCase()}
        </button>
        <button type="button" className="quiet" onClick={() => append(blank)}>
          {add}
        </button>
        {isSaved && !write.error && <Notice kind="good">{title} saved.</Notice>}
      </div>
    </form>
  )
}

const textsOf = (columns: ListColumn[], row: Record<string, unknown>): Row =>
  Object.fromEntries(columns.map(({ name }) => [name, row[name] === null ? '' : String(row[name] ?? '')]))

const bodyOf = (columns: ListColumn[], row: Row) =>
  Object.fromEntries(
    columns
      .filter(({ name, when }) => row[name] && (!when || when(row)))
      .map(({ name }) => [name, row[name]]),
  )
