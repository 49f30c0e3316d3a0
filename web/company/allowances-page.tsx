import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { CompanyAllowance } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { money, plural } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, Field } from '../parts/field.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { ALLOWANCE_CATEGORIES } from '../pays/codes.ts'
import { AS_NUMBER } from '../typed-numbers.ts'
import { PeoplePicker } from './people-picker.tsx'
import { companyTabs } from './tabs.ts'

/** The company's allowances: templates that are assigned to employees. */
export function AllowancesPage() {
  const { company, api, isNz } = useCompany()
  const allowances = useApi<CompanyAllowance[]>(`${api}/allowances`)
  const [editing, setEditing] = useState<CompanyAllowance | 'new' | null>(null)
  const columns = useMemo(
    (): Column<CompanyAllowance>[] => [
      { id: 'description', title: 'Allowance', value: (row) => row.description },
      {
        id: 'amount',
        title: 'Dollars',
        isNumber: true,
        value: (row) => row.amount,
        cell: (row) => money(row.amount),
      },
      ...(isNz
        ? []
        : [
            {
              id: 'category',
              title: 'Category',
              value: (row: CompanyAllowance) => ALLOWANCE_CATEGORIES[row.allowance_category ?? ''] ?? '–',
            },
          ]),
      { id: 'auto', title: 'On every pay', value: (row) => (row.auto_apply_to_pay ? 'Yes' : 'No') },
      {
        id: 'people',
        title: 'Attached to',
        value: (row) => row.employee_ids.length,
        cell: (row) => plural(row.employee_ids.length, 'person', 'people'),
      },
      {
        id: 'actions',
        title: 'Actions',
        isPlain: true,
        value: () => '',
        cell: (row) => (
          <button
            type="button"
            className="small"
            onClick={() => setEditing(row)}
            aria-label={`Edit ${row.description}`}
          >
            Edit
          </button>
        ),
      },
    ],
    [isNz],
  )
  return (
    <Page
      title="Company"
      lead={company.legal_name}
      tabs={companyTabs(company.id)}
      actions={
        <button type="button" className="main" onClick={() => setEditing('new')}>
          New allowance
        </button>
      }
    >
      <Panel title="Allowances">
        <ErrorNotice error={allowances.error} />
        {allowances.data ? (
          <DataTable
            caption="Allowances of the company"
            rows={allowances.data}
            columns={columns}
            rowKey={(row) => row.id}
            empty="No allowance yet. Add one that several people get, such as laundry, and attach it to them."
          />
        ) : (
          <Waiting />
        )}
      </Panel>
      {editing && (
        <AllowanceDialog allowance={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Page>
  )
}

type Values = {
  description: string
  amount: string
  allowance_category: string
  auto_apply_to_pay: boolean
  employee_ids: number[]
}

function AllowanceDialog({
  allowance,
  onClose,
}: {
  allowance: CompanyAllowance | null
  onClose: () => void
}) {
  const { api, isNz } = useCompany()
  const write = useWrite<CompanyAllowance>(`${api}/allowances`)
  const remove = useWrite<unknown>(`${api}/allowances`)
  const { register, handleSubmit, watch, setValue } = useForm<Values>({
    defaultValues: {
      description: allowance?.description ?? '',
      amount: allowance ? String(allowance.amount) : '',
      allowance_category: allowance?.allowance_category ?? 'OD',
      auto_apply_to_pay: allowance?.auto_apply_to_pay ?? true,
      employee_ids: allowance?.employee_ids ?? [],
    },
  })
  const problems = write.error instanceof ApiError ? write.error.fields : {}
  const submit = handleSubmit(({ allowance_category, ...values }) =>
    write.mutate(
      {
        method: allowance ? 'PATCH' : 'POST',
        path: allowance ? `${api}/allowances/${allowance.id}` : `${api}/allowances`,
        body: { ...values, ...(isNz ? {} : { allowance_category }) },
      },
      { onSuccess: onClose },
    ),
  )
  const erase = () =>
    remove.mutate(
      { method: 'DELETE', path: `${api}/allowances/${allowance?.id}?force=true` },
      { onSuccess: onClose },
    )
  return (
    <Dialog title={allowance ? allowance.description : 'New allowance'} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <Field
          label="Description"
          help="It groups the amounts on payslips and in reports, so each may be used once."
          problem={problems.description}
        >
          {(control) => <input {...control} {...register('description')} autoComplete="off" />}
        </Field>
        <Field label="Dollars" problem={problems.amount}>
          {(control) => (
            <input inputMode="decimal" {...control} {...register('amount', AS_NUMBER)} autoComplete="off" />
          )}
        </Field>
        {!isNz && (
          <Field label="Category" help="As STP reports it." problem={problems.allowance_category}>
            {(control) => (
              <select {...control} {...register('allowance_category')}>
                {Object.entries(ALLOWANCE_CATEGORIES).map(([code, text]) => (
                  <option key={code} value={code}>
                    {text}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <CheckField label="On every new pay of those it is attached to">
          {(control) => <input type="checkbox" {...control} {...register('auto_apply_to_pay')} />}
        </CheckField>
        <PeoplePicker
          legend="Attached to"
          chosen={watch('employee_ids')}
          onChange={(ids) => setValue('employee_ids', ids)}
        />
        <ErrorNotice error={write.error ?? remove.error} />
        <div className="buttons">
          <button type="submit" className="main" disabled={write.isPending}>
            Save
          </button>
          {allowance && (
            <button type="button" className="danger" disabled={remove.isPending} onClick={erase}>
              Detach and delete
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
