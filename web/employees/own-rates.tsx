import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Employee, EmployeePayRate } from '../api/types.ts'
import { money, quantity, words } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { AS_NUMBER } from '../typed-numbers.ts'

const isOwn = ({ reference }: EmployeePayRate) => reference.startsWith('employee:')

const ORIGINS: Record<string, string> = { system: 'Hourly rate', employee: 'Own', company: 'Company' }

/** The rates of an employee: ordinary time, their own, and the company rates assigned to them. */
export function OwnRates({ employee }: { employee: Employee }) {
  const path = `/api/employees/${employee.id}/pay-rates`
  const rates = useApi<EmployeePayRate[]>(path)
  const [editing, setEditing] = useState<EmployeePayRate | 'new' | null>(null)
  const columns: Column<EmployeePayRate>[] = [
    { id: 'description', title: 'Rate', value: (rate) => rate.description },
    {
      id: 'price',
      title: 'Price',
      isNumber: true,
      value: (rate) => rate.rate ?? rate.multiplier ?? 0,
      cell: (rate) => priceOf(rate, employee),
    },
    { id: 'units', title: 'For each', value: (rate) => words(rate.units).replace(/s$/, '') },
    {
      id: 'from',
      title: 'From',
      value: (rate) =>
        [ORIGINS[rate.reference.split(':')[0] ?? ''], rate.award_name, rate.classification_name]
          .filter(Boolean)
          .join(' · '),
    },
    {
      id: 'actions',
      title: 'Actions',
      isPlain: true,
      value: () => '',
      cell: (rate) =>
        isOwn(rate) && (
          <button
            type="button"
            className="small"
            onClick={() => setEditing(rate)}
            aria-label={`Edit the rate ${rate.description}`}
          >
            Edit
          </button>
        ),
    },
  ]
  return (
    <Panel
      title="Pay rates"
      actions={
        <button type="button" className="small" onClick={() => setEditing('new')}>
          Add their own rate
        </button>
      }
    >
      <ErrorNotice error={rates.error} />
      {rates.data ? (
        <DataTable
          caption="Rates this employee can be paid by"
          rows={rates.data}
          columns={columns}
          rowKey={(rate) => rate.reference}
        />
      ) : (
        !rates.error && <Waiting />
      )}
      {editing && (
        <RateDialog rate={editing === 'new' ? null : editing} path={path} onClose={() => setEditing(null)} />
      )}
    </Panel>
  )
}

function priceOf({ rate, multiplier }: EmployeePayRate, employee: Employee): string {
  if (rate !== null) return money(rate)
  const hourly = Number(employee.pay_rate_per_hour ?? 0)
  const times = `${quantity(multiplier ?? 1)} × hourly rate`
  return hourly > 0 ? `${times} = ${money((multiplier ?? 1) * hourly)}` : times
}

type Values = { description: string; kind: 'rate' | 'multiplier'; price: string; units: string }

function RateDialog(props: { rate: EmployeePayRate | null; path: string; onClose: () => void }) {
  const { rate, path, onClose } = props
  const own = rate ? `${path}/${rate.reference.split(':')[1]}` : path
  const write = useWrite<unknown>(path)
  const remove = useWrite<unknown>(path)
  const { register, handleSubmit, watch } = useForm<Values>({
    defaultValues: {
      description: rate?.description ?? '',
      kind: rate?.multiplier ? 'multiplier' : 'rate',
      price: rate ? String(rate.rate ?? rate.multiplier ?? '') : '',
      units: rate?.units ?? 'hours',
    },
  })
  const kind = watch('kind')
  const problems = write.error instanceof ApiError ? write.error.fields : {}
  const submit = handleSubmit(({ description, price, units }) =>
    write.mutate(
      {
        method: rate ? 'PATCH' : 'POST',
        path: own,
        body: { description, units, [kind]: price },
      },
      { onSuccess: onClose },
    ),
  )
  return (
    <Dialog title={rate ? rate.description : 'Their own rate'} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <Field label="What it is for" help="As shown on the payslip." problem={problems.description}>
          {(control) => <input autoComplete="off" {...control} {...register('description')} />}
        </Field>
        <div className="fields">
          <Field label="Kind">
            {(control) => (
              <select {...control} {...register('kind')}>
                <option value="rate">Dollars</option>
                <option value="multiplier">Times the hourly rate</option>
              </select>
            )}
          </Field>
          <Field label={kind === 'rate' ? 'Dollars' : 'Times'} problem={problems[kind]}>
            {(control) => (
              <input inputMode="decimal" autoComplete="off" {...control} {...register('price', AS_NUMBER)} />
            )}
          </Field>
          <Field label="For each" help="Such as hours, days or pieces." problem={problems.units}>
            {(control) => <input autoComplete="off" {...control} {...register('units')} />}
          </Field>
        </div>
        {Object.keys(problems).length === 0 && <ErrorNotice error={write.error ?? remove.error} />}
        <div className="buttons">
          <button type="submit" className="main" disabled={write.isPending}>
            Save
          </button>
          {rate && (
            <button
              type="button"
              className="danger"
              disabled={remove.isPending}
              onClick={() => remove.mutate({ method: 'DELETE', path: own }, { onSuccess: onClose })}
            >
              Delete
            </button>
          )}
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
