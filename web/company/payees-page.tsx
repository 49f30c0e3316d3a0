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
  const [open, setOpen] = useState<Payee | 'new' | null>(null)
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
          <>
            <button
              type="button"
              className="small"
              aria-label={`Change ${payee.name}`}
              onClick={() => setOpen(payee)}
            >
              Change
            </button>{' '}
            <button
              type="button"
              className="small"
              aria-label={`Remove ${payee.name}`}
              onClick={() => remove({ method: 'DELETE', path: `${path}/${payee.id}` })}
            >
              Remove
            </button>
          </>
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
        <button type="button" className="main" onClick={() => setOpen('new')}>
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
      {open !== null && (
        <PayeeDialog payee={open === 'new' ? null : open} path={path} onClose={() => setOpen(null)} />
      )}
    </Page>
  )
}

type Values = { kind: Payee['kind']; name: string; bsb: string; account_number: string }

type Props = { payee: Payee | null; path: string; onClose: () => void }

/** Adds a payee, or changes one: its account only where a new one is entered. */
function PayeeDialog({ payee, path, onClose }: Props) {
  const { isNz } = useCompany()
  const write = useWrite<Payee>(path)
  const { register, handleSubmit } = useForm<Values>({
    defaultValues: { kind: payee?.kind ?? 'union', name: payee?.name ?? '', bsb: '', account_number: '' },
  })
  const problems = write.error instanceof ApiError ? write.error.fields : {}
  const submit = handleSubmit(({ kind, name, bsb, account_number }) => {
    const account = isNz ? { account_number } : { bsb, account_number }
    const isKept = payee !== null && !bsb && !account_number
    const request = payee
      ? { method: 'PATCH' as const, path: `${path}/${payee.id}`, body: { name, ...(isKept ? {} : account) } }
      : { method: 'POST' as const, path, body: { kind, name, ...account } }
    write.mutate(request, { onSuccess: onClose })
  })
  const boxes: [name: 'name' | 'bsb' | 'account_number', label: string][] = [
    ['name', 'Name'],
    ...(isNz ? [] : [['bsb', 'BSB'] as ['bsb', string]]),
    ['account_number', 'Account number'],
  ]
  return (
    <Dialog title={payee ? `Change ${payee.name}` : 'New payee'} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        {payee ? (
          <p>
            Open money goes to the new account from the next bank file. Leave the account empty to keep{' '}
            {payee.account_number}.
          </p>
        ) : (
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
        )}
        {boxes.map(([name, label]) => (
          <Field key={name} label={label} problem={problems[name]}>
            {(control) => <input autoComplete="off" {...control} {...register(name)} />}
          </Field>
        ))}
        <FormProblem error={write.error} fields={problems} />
        <div className="buttons">
          <button type="submit" className="main" disabled={write.isPending}>
            {payee ? 'Save' : 'Add the payee'}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
