import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { PayRateGroup } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { money, plural, quantity } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { AS_NUMBER } from '../typed-numbers.ts'
import { PeoplePicker } from './people-picker.tsx'
import { companyTabs } from './tabs.ts'

type Rate = PayRateGroup['pay_rates'][number]

/** The company's pay rates, by award and classification. */
export function PayRatesPage() {
  const { company, api } = useCompany()
  const groups = useApi<PayRateGroup[]>(`${api}/pay-rates?include_employees=true`)
  const [editing, setEditing] = useState<{ rate: Rate | null; group: PayRateGroup | null } | null>(null)
  return (
    <Page
      title="Company"
      lead={company.legal_name}
      tabs={companyTabs(company.id)}
      actions={
        <button type="button" className="main" onClick={() => setEditing({ rate: null, group: null })}>
          New pay rate
        </button>
      }
    >
      <ErrorNotice error={groups.error} />
      {groups.data?.length === 0 && (
        <p className="empty">
          No pay rate yet. Add rates for hours that are not paid at the hourly rate, such as Saturday at 1.25
          times.
        </p>
      )}
      {!groups.data && !groups.error && <Waiting />}
      {groups.data?.map((group) => (
        <Group
          key={`${group.award_id} ${group.classification_id}`}
          group={group}
          onEdit={(rate) => setEditing({ rate, group })}
        />
      ))}
      {editing && <RateDialog {...editing} onClose={() => setEditing(null)} />}
    </Page>
  )
}

function Group({ group, onEdit }: { group: PayRateGroup; onEdit: (rate: Rate) => void }) {
  const columns = useMemo(
    (): Column<Rate>[] => [
      { id: 'description', title: 'Rate', value: (rate) => rate.description },
      {
        id: 'price',
        title: 'Price',
        isNumber: true,
        value: (rate) => rate.rate ?? rate.multiplier ?? 0,
        cell: (rate) =>
          rate.rate === null ? `${quantity(rate.multiplier ?? 1)} × hourly rate` : money(rate.rate),
      },
      {
        id: 'people',
        title: 'Listed for',
        value: (rate) => rate.employee_ids?.length ?? 0,
        cell: (rate) => plural(rate.employee_ids?.length ?? 0, 'person', 'people'),
      },
      {
        id: 'reference',
        title: 'Code in timesheet files',
        value: (rate) => rate.reference,
        cell: (rate) => <code>{rate.reference}</code>,
      },
      {
        id: 'actions',
        title: 'Actions',
        isPlain: true,
        value: () => '',
        cell: (rate) => (
          <button
            type="button"
            className="small"
            onClick={() => onEdit(rate)}
            aria-label={`Edit ${rate.description}`}
          >
            Edit
          </button>
        ),
      },
    ],
    [onEdit],
  )
  const title = [group.award_name ?? 'No award', group.classification_name].filter(Boolean).join(' · ')
  return (
    <Panel title={title}>
      <DataTable
        caption={`Pay rates: ${title}`}
        rows={group.pay_rates}
        columns={columns}
        rowKey={(rate) => rate.reference}
      />
    </Panel>
  )
}

type Values = {
  award_name: string
  classification_name: string
  description: string
  kind: 'multiplier' | 'rate'
  price: string
  employee_ids: number[]
}
type DialogProps = { rate: Rate | null; group: PayRateGroup | null; onClose: () => void }

function RateDialog({ rate, group, onClose }: DialogProps) {
  const { api } = useCompany()
  const write = useWrite<unknown>(`${api}/pay-rates`, '/api/employees')
  const remove = useWrite<unknown>(`${api}/pay-rates`, '/api/employees')
  const { register, handleSubmit, watch, setValue } = useForm<Values>({
    defaultValues: {
      award_name: group?.award_name ?? '',
      classification_name: group?.classification_name ?? '',
      description: rate?.description ?? '',
      kind: rate && rate.rate !== null ? 'rate' : 'multiplier',
      price: rate ? String(rate.rate ?? rate.multiplier ?? '') : '',
      employee_ids: rate?.employee_ids ?? [],
    },
  })
  const problems = write.error instanceof ApiError ? write.error.fields : {}
  const path = rate ? `${api}/pay-rates/${rate.reference.split(':')[1]}` : `${api}/pay-rates`
  const kind = watch('kind')
  const submit = handleSubmit((values) =>
    write.mutate(
      {
        method: rate ? 'PATCH' : 'POST',
        path,
        body: {
          award_name: values.award_name.trim() || null,
          classification_name: values.classification_name.trim() || null,
          description: values.description,
          employee_ids: values.employee_ids,
          [values.kind]: values.price,
          ...(rate ? { [values.kind === 'rate' ? 'multiplier' : 'rate']: null } : {}),
        },
      },
      { onSuccess: onClose },
    ),
  )
  return (
    <Dialog title={rate ? rate.description : 'New pay rate'} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <Field label="Description" problem={problems.description}>
          {(control) => <input {...control} {...register('description')} autoComplete="off" />}
        </Field>
        <div className="fields">
          <Field label="Kind">
            {(control) => (
              <select {...control} {...register('kind')}>
                <option value="multiplier">Times the hourly rate</option>
                <option value="rate">Dollars per hour</option>
              </select>
            )}
          </Field>
          <Field label={kind === 'rate' ? 'Dollars' : 'Times'} problem={problems[kind]}>
            {(control) => (
              <input inputMode="decimal" {...control} {...register('price', AS_NUMBER)} autoComplete="off" />
            )}
          </Field>
          <Field label="Award" help="Empty for none." problem={problems.award_name}>
            {(control) => <input {...control} {...register('award_name')} autoComplete="off" />}
          </Field>
          <Field label="Classification" problem={problems.classification_name}>
            {(control) => <input {...control} {...register('classification_name')} autoComplete="off" />}
          </Field>
        </div>
        <PeoplePicker
          legend="Listed for"
          chosen={watch('employee_ids')}
          onChange={(ids) => setValue('employee_ids', ids)}
        />
        <p className="help">Listed rates are offered in the pays of these people.</p>
        <ErrorNotice error={write.error ?? remove.error} />
        <div className="buttons">
          <button type="submit" className="main" disabled={write.isPending}>
            Save
          </button>
          {rate && (
            <button
              type="button"
              className="danger"
              disabled={remove.isPending}
              onClick={() => remove.mutate({ method: 'DELETE', path }, { onSuccess: onClose })}
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
