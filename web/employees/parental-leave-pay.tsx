import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import { ApiError } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Employee, ParentalLeavePay as Record } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, hours, money } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Facts } from '../parts/facts.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, FormProblem, Notice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { plainWords } from '../plain-words.ts'
import { takes } from '../typed-numbers.ts'

type Instalment = Record['instalments'][number]
type Payment = Record['payments'][number]

/** Government parental leave pay: instalments from Services Australia, and the amounts that pays passed on. */
export function ParentalLeavePay({ employee }: { employee: Employee }) {
  const path = `/api/employees/${employee.id}/parental-leave-pay`
  const record = useApi<Record>(path)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Panel
      title="Parental leave pay"
      actions={
        <button type="button" className="small" onClick={() => setIsAdding(true)}>
          Record an instalment
        </button>
      }
    >
      <p className="help">
        Services Australia sends it to you. Record each instalment here, and pass it on with a row of paid
        parental leave in the pay.
      </p>
      <ErrorNotice error={record.error} />
      {record.data ? <Ledger path={path} record={record.data} /> : !record.error && <Waiting lines={1} />}
      {isAdding && <InstalmentDialog path={path} onClose={() => setIsAdding(false)} />}
    </Panel>
  )
}

function Ledger({ path, record }: { path: string; record: Record }) {
  const { company } = useCompany()
  const remove = useWrite<unknown>(path)
  const instalments: Column<Instalment>[] = [
    {
      id: 'received_on',
      title: 'Received',
      isShort: true,
      value: ({ received_on }) => received_on,
      cell: ({ received_on }) => day(received_on),
    },
    { id: 'reference', title: 'Reference', value: ({ reference }) => reference ?? '' },
    {
      id: 'amount',
      title: 'Amount',
      isNumber: true,
      value: ({ amount }) => amount,
      cell: ({ amount }) => money(amount),
    },
    {
      id: 'actions',
      title: 'Actions',
      isPlain: true,
      value: () => '',
      cell: ({ id, received_on, amount }) => (
        <button
          type="button"
          className="quiet small"
          disabled={remove.isPending}
          aria-label={`Remove the instalment of ${day(received_on)}, ${money(amount)}`}
          onClick={() => remove.mutate({ method: 'DELETE', path: `${path}/${id}` })}
        >
          ✕
        </button>
      ),
    },
  ]
  const payments: Column<Payment>[] = [
    {
      id: 'pay_date',
      title: 'Paid',
      isShort: true,
      value: ({ pay_date }) => pay_date,
      cell: ({ pay_id, pay_date }) => <Link href={paths.pay(company.id, pay_id)}>{day(pay_date)}</Link>,
    },
    {
      id: 'hours',
      title: 'Hours',
      isNumber: true,
      value: (payment) => payment.hours,
      cell: (payment) => hours(payment.hours),
    },
    {
      id: 'amount',
      title: 'Before tax',
      isNumber: true,
      value: ({ amount }) => amount,
      cell: ({ amount }) => money(amount),
    },
  ]
  if (record.instalments.length === 0 && record.payments.length === 0)
    return <p className="empty">No instalments, and nothing passed on.</p>
  return (
    <>
      {record.warnings?.map((warning) => (
        <Notice key={warning} kind="warning">
          {plainWords(warning)}
        </Notice>
      ))}
      <Facts
        rows={[
          ['Received', money(record.received)],
          ['Paid on', money(record.paid)],
          ['Still held', money(record.held)],
        ]}
      />
      <ErrorNotice error={remove.error} />
      <DataTable
        caption="Instalments received"
        rows={record.instalments}
        columns={instalments}
        rowKey={({ id }) => id}
        empty="No instalments yet."
      />
      <DataTable
        caption="Pays that passed it on"
        rows={record.payments}
        columns={payments}
        rowKey={({ pay_id }) => pay_id}
        empty="Nothing passed on yet."
      />
    </>
  )
}

type Values = { received_on: string; amount: string; reference: string }

const LABELS: { [name in keyof Values]: string } = {
  received_on: 'Received on',
  amount: 'Amount',
  reference: 'Reference',
}

function InstalmentDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const { today } = useCompany()
  const write = useWrite<Record>(path)
  const { register, handleSubmit } = useForm<Values>({
    defaultValues: { received_on: today, amount: '', reference: '' },
  })
  const problems = write.error instanceof ApiError ? write.error.fields : {}
  const submit = handleSubmit(({ reference, ...values }) =>
    write.mutate(
      { method: 'POST', path, body: { ...values, reference: reference.trim() || null } },
      { onSuccess: onClose },
    ),
  )
  const names = Object.keys(LABELS) as (keyof Values)[]
  return (
    <Dialog title="Instalment of parental leave pay" onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <div className="fields">
          {names.map((name) => (
            <Field key={name} label={LABELS[name]} problem={problems[name]}>
              {(control) => (
                <input
                  type={name === 'received_on' ? 'date' : 'text'}
                  inputMode={name === 'amount' ? 'decimal' : undefined}
                  maxLength={name === 'reference' ? 40 : undefined}
                  autoComplete="off"
                  {...control}
                  {...register(name, takes(name === 'amount', name))}
                />
              )}
            </Field>
          ))}
        </div>
        <FormProblem error={write.error} fields={problems} />
        <div className="buttons">
          <button type="submit" className="main" disabled={write.isPending}>
            Record
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
