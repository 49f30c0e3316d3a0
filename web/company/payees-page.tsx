import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Payee } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { words } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, FormProblem, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { companyTabs } from './tabs.ts'

const KINDS: Payee['kind'][] = ['union', 'child support', 'court order', 'lease', 'loan', 'other']

/** Payees of deductions. A deduction names one, and its amount goes into the bank file. */
export function PayeesPage() {
  const { company, api, isNz } = useCompany()
  const path = `${api}/payees`
  const payees = useApi<Payee[]>(path)
  const { mutate: remove, error } = useWrite<unknown>(path)
  const [isAdding, setIsAdding] = useState(false)
  const columns = useMemo(
    (): Column<Payee>[] => [
      { id: 'name', title: 'Payee', value: (payee) => payee.name },
      { id: 'kind', title: 'Kind', value: (payee) => words(payee.kind) },
      {
        id: 'account',
        title: 'Account',
        value: (payee) => [isNz ? null : payee.bsb, payee.account_number].filter(Boolean).join(' '),
      },
      {
        id: 'actions',
        title: 'Actions',
        isPlain: true,
        value: () => '',
        cell: (payee) => (
          <button
            type="button"
            className="small"
            aria-label={`Remove ${payee.name}`}
            onClick={() => remove({ method: 'DELETE', path: `${path}/${payee.id}` })}
          >
            Remove
          </button>
        ),
      },
    ],
    [isNz, path, remove],
  )
  return (
    <Page
      title="Company"
      lead={company.legal_name}
      tabs={companyTabs(company.id)}
      actions={
        <button type="button" className="main" onClick={() => setIsAdding(true)}>
          New payee
        </button>
      }
    >
      <Panel title="Payees of deductions">
        <p className="help">
          Add each organisation that deductions are paid to. Choose it in the employee’s deduction.
        </p>
        <ErrorNotice error={payees.error ?? error} />
        {payees.data ? (
          <DataTable
            caption="Organisations that deductions are paid to"
            rows={payees.data}
            columns={columns}
            rowKey={(payee) => payee.id}
            empty="No payee yet. Add the union or the agency, then choose it in an employee’s deduction: the money goes into the bank file."
          />
        ) : (
          !payees.error && <Waiting />
        )}
      </Panel>
      {isAdding && <PayeeDialog path={path} onClose={() => setIsAdding(false)} />}
    </Page>
  )
}

type Values = { kind: Payee['kind']; name: string; bsb: string; account_number: string }

function PayeeDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const { isNz } = useCompany()
  const create = useWrite<Payee>(path)
  const { register, handleSubmit } = useForm<Values>({
    defaultValues: { kind: 'union', name: '', bsb: '', account_number: '' },
  })
  const problems = create.error instanceof ApiError ? create.error.fields : {}
  const submit = handleSubmit(({ bsb, ...values }) =>
    create.mutate({ method: 'POST', path, body: isNz ? values : { ...values, bsb } }, { onSuccess: onClose }),
  )
  const boxes: [name: 'name' | 'bsb' | 'account_number', label: string][] = [
    ['name', 'Name'],
    ...(isNz ? [] : [['bsb', 'BSB'] as ['bsb', string]]),
    ['account_number', 'Account number'],
  ]
  return (
    <Dialog title="New payee" onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <Field label="Kind" problem={problems.kind}>
          {(control) => (
            <select {...control} {...register('kind')}>
              {KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {words(kind)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {boxes.map(([name, label]) => (
          <Field key={name} label={label} problem={problems[name]}>
            {(control) => <input autoComplete="off" {...control} {...register(name)} />}
          </Field>
        ))}
        <FormProblem error={create.error} fields={problems} />
        <div className="buttons">
          <button type="submit" className="main" disabled={create.isPending}>
            Add the payee
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
