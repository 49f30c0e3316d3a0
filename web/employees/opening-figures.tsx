import { useState } from 'react'
import { type Path, type UseFormReturn, useFieldArray, useForm } from 'react-hook-form'
import { Link } from 'wouter'
import { ApiError, call } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Employee, OpeningBalances } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { plural } from '../format.ts'
import { Field } from '../parts/field.tsx'
import { FormFields } from '../parts/form-fields.tsx'
import { ErrorNotice, FormProblem, Notice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { useUnsaved } from '../parts/unsaved.tsx'
import { usePreviewed } from '../parts/use-previewed.ts'
import { paths } from '../paths.ts'
import { plainWords } from '../plain-words.ts'
import { takes } from '../typed-numbers.ts'
import { type OpeningValues, openingBodyOf, openingNames, openingValuesOf } from './opening-values.ts'

type Affected = { affected_pays?: OpeningBalances['affected_pays'] }

/** Opening figures from another payroll system: leave, year to date, and earlier periods. */
export function OpeningFigures({ employee }: { employee: Employee }) {
  const path = `/api/employees/${employee.id}/opening-balances`
  const { api } = useCompany()
  const stored = useApi<OpeningBalances[]>(`${api}/opening-balances?employee_id=${employee.id}`)
  const [saved, setSaved] = useState<OpeningBalances | 'removed' | null>(null)
  if (!stored.data) return stored.error ? <ErrorNotice error={stored.error} /> : <Waiting lines={8} />
  const current = stored.data[0] ?? null
  return (
    <>
      <p className="help">
        For someone who was paid elsewhere this year. Tax, super, leave, year to date and reports include
        these figures. Many people at once: <ImportLink />.
      </p>
      {saved && <Outcome saved={saved} />}
      <Form
        key={`${current?.updated_at} ${saved === 'removed'}`}
        {...{ path, stored: current }}
        onSaved={setSaved}
      />
    </>
  )
}

function ImportLink() {
  const { company } = useCompany()
  return <Link href={paths.import(company.id)}>import a file</Link>
}

function Outcome({ saved }: { saved: OpeningBalances | 'removed' }) {
  if (saved === 'removed') return <Notice kind="good">The opening figures were removed.</Notice>
  const warnings = saved.warnings ?? []
  return (
    <>
      <Notice kind="good">The opening figures were saved.</Notice>
      {warnings.length > 0 && (
        <Notice kind="warning">
          Not exact without it
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{plainWords(warning)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <AffectedPays pays={saved.affected_pays ?? []} text="already exist and do not change: rebuild" />
    </>
  )
}

function AffectedPays(props: { pays: NonNullable<OpeningBalances['affected_pays']>; text: string }) {
  const { company } = useCompany()
  if (props.pays.length === 0) return null
  return (
    <Notice kind="warning">
      {plural(props.pays.length, 'pay')} {props.text}{' '}
      {props.pays.map(({ pay_id: id }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link href={paths.pay(company.id, id)}>pay {id}</Link>
        </span>
      ))}
    </Notice>
  )
}

type FormProps = {
  path: string
  stored: OpeningBalances | null
  onSaved: (saved: OpeningBalances | 'removed') => void
}

function Form({ path, stored, onSaved }: FormProps) {
  const { company, isNz } = useCompany()
  const names = openingNames(company.jurisdiction)
  const form = useForm<OpeningValues>({ defaultValues: openingValuesOf(stored, names) })
  const write = useWrite<OpeningBalances>(path, '/api/employees', '/api/company')
  const remove = useWrite<Affected>(path, '/api/employees', '/api/company')
  const preview = usePreviewed<Affected>(openingBodyOf(form.watch(), stored), (body) =>
    call('PUT', `${path}?dry_run=true`, body),
  )
  const { isDirty } = form.formState
  useUnsaved(isDirty && !write.isPending)
  const error = preview.error ?? write.error ?? remove.error
  const problems = error instanceof ApiError ? error.fields : {}
  // A promise and not a callback: the figures are read again, so this form may be unmounted by then.
  const save = (values: OpeningValues) =>
    write.mutateAsync({ method: 'PUT', path, body: openingBodyOf(values, stored) }).then(onSaved, () => {})
  // Lists affected pays before anything is stored. A second click stores the same figures.
  const submit = form.handleSubmit(async (values) => {
    if (preview.data?.affected_pays?.length) return save(values)
    const shown = await preview.look().catch(() => null)
    if (shown && (shown.affected_pays ?? []).length === 0) await save(values)
  })
  const box = { form, problems }
  const touched = preview.data?.affected_pays ?? []
  return (
    <form className="form" onSubmit={submit} noValidate>
      <FormFields>
        <Panel title="Dates and ids">
          <div className="fields">
            <Box {...box} name="as_at" label="Figures up to" type="date" isRequired />
            <Box {...box} name="paid_to_date" label="Paid elsewhere until" type="date" />
            <Box {...box} name="service_start_date" label="Service began, if earlier" type="date" />
            {!isNz && <Box {...box} name="previous_payroll_id" label="Payroll id in STP so far" />}
            {!isNz && <Box {...box} name="previous_bms_id" label="Software id (BMS id) so far" />}
          </div>
        </Panel>
        <Panel title="Leave on that day">
          <Boxes {...box} at="leave_balances" names={names.leave} />
        </Panel>
        <Panel title="The tax year so far">
          <Boxes {...box} at="year_to_date" names={names.year} />
        </Panel>
        {!isNz && (
          <details className="panel section" open={Object.keys(stored?.stp ?? {}).length > 0}>
            <summary>
              As STP reported it <span className="digest">left empty: the whole gross as gross</span>
            </summary>
            <Boxes {...box} at="stp" names={names.stp} />
          </details>
        )}
        <Periods {...box} names={names.period} />
      </FormFields>
      <AffectedPays pays={touched} text="here would be different; they do not change until rebuilt:" />
      <div className="buttons sticky">
        <button type="submit" className="main" disabled={preview.isPending || write.isPending}>
          {touched.length > 0 ? 'Save anyway' : 'Save the opening figures'}
        </button>
        {stored && (
          <button
            type="button"
            className="danger"
            disabled={remove.isPending}
            onClick={() =>
              remove.mutateAsync({ method: 'DELETE', path }).then(
                () => onSaved('removed'),
                () => {},
              )
            }
          >
            Remove
          </button>
        )}
        <FormProblem error={error} fields={problems} />
      </div>
    </form>
  )
}

type BoxesProps = { form: UseFormReturn<OpeningValues>; problems: Readonly<Record<string, string>> }

function Boxes(
  props: BoxesProps & { at: 'leave_balances' | 'year_to_date' | 'stp'; names: Record<string, string> },
) {
  const { form, problems, at, names } = props
  return (
    <div className="fields">
      {Object.entries(names).map(([name, label]) => (
        <Box key={name} {...{ form, problems, label }} name={`${at}.${name}`} isNumber />
      ))}
    </div>
  )
}

function Periods({ form, problems, names }: BoxesProps & { names: Record<string, string> }) {
  const { isNz } = useCompany()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'pay_history' })
  return (
    <Panel title="Pay periods before">
      <p className="help">
        {isNz
          ? 'Ideally the last 52 weeks: average weekly earnings, ordinary weekly pay and daily pay are calculated from them.'
          : 'Ideally those of the income year: bonuses, back pay and terminations use them. They are part of the year so far.'}
      </p>
      <div className="lines">
        {fields.map((field, index) => (
          <div className="line tidy" key={field.id}>
            {Object.entries(names).map(([name, label]) => (
              <Box
                key={name}
                {...{ form, problems, label }}
                name={`pay_history.${index}.${name}`}
                {...(name === 'period_end_date' ? { type: 'date' } : { isNumber: true })}
              />
            ))}
            <button
              type="button"
              className="quiet"
              aria-label={`Remove period ${index + 1}`}
              onClick={() => remove(index)}
            >
              ✕
            </button>
          </div>
        ))}
      </div>
      <div className="buttons">
        <button type="button" onClick={() => append({})}>
          Add a period
        </button>
      </div>
    </Panel>
  )
}

type BoxProps = BoxesProps & {
  name: string
  label: string
  type?: string
  isNumber?: boolean
  isRequired?: boolean
}

function Box({ form, problems, name, label, type = 'text', isNumber, isRequired = false }: BoxProps) {
  return (
    <Field label={label} isRequired={isRequired} problem={problems[name]}>
      {(control) => (
        <input
          type={type}
          inputMode={isNumber ? 'decimal' : undefined}
          autoComplete="off"
          {...control}
          {...form.register(name as Path<OpeningValues>, takes(isNumber, label))}
        />
      )}
    </Field>
  )
}
