import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldPath, type UseFormReturn, useForm } from 'react-hook-form'
import { ApiError, isChangedMeanwhile } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import { tagOf } from '../api/tags.ts'
import type { AffectedPay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { words } from '../format.ts'
import { ChangedRecord } from '../parts/changed-record.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, Field } from '../parts/field.tsx'
import { FormProblem } from '../parts/notice.tsx'
import {
  ALLOWANCE_CATEGORIES,
  deductionClassesOf,
  deductionName,
  RANGE_METHODS,
  TAX_METHODS,
} from '../pays/codes.ts'
import { takes } from '../typed-numbers.ts'
import { AffectedPays } from './affected-pays.tsx'
import {
  bodyOf,
  ITEM_KINDS,
  type Item,
  type ItemKind,
  MEMBERS,
  type Values,
  valuesOf,
} from './standing-item-values.ts'

const LABELS: Partial<Record<keyof Values, string>> = {
  amount: 'Amount',
  units: 'Units',
  limit_per_pay: 'At most, each pay',
  limit_total: 'Total limit',
  payee_id: 'Paid to',
  payee_reference: 'Reference for the payee',
  tax_method: 'How it is taxed',
  start_date: 'Earned from',
  end_date: 'to',
}

type Props = { kind: ItemKind; path: string; item: Item | null; onClose: () => void }

/** Adds or changes a standing item. */
export function StandingItemDialog({ kind, path, item, onClose }: Props) {
  const form = useForm<Values>({ defaultValues: valuesOf(item) })
  const write = useWrite<Item>(path)
  const problems = write.error instanceof ApiError ? write.error.fields : {}
  const { isNz } = useCompany()
  const [opened] = useState(() => (item ? tagOf(path) : undefined))
  const [from, setFrom] = useState('')
  const [affected, setAffected] = useState<AffectedPay[] | null>(null)
  const send = (version: string | undefined) =>
    form.handleSubmit((values) =>
      write.mutate(
        {
          method: item ? 'PATCH' : 'POST',
          path: item ? `${path}/${item.id}` : path,
          body: { ...bodyOf(kind, values, isNz), ...(from === '' ? {} : { effective_from: from }) },
          version,
        },
        { onSuccess: ({ affected_pays: pays = [] }) => (pays.length > 0 ? setAffected(pays) : onClose()) },
      ),
    )
  const client = useQueryClient()
  const takeTheirs = async () => {
    await client.invalidateQueries({ queryKey: ['api', path] })
    onClose()
  }
  const { title, one } = ITEM_KINDS[kind]
  if (affected)
    return (
      <Dialog title="Saved" onClose={onClose}>
        <AffectedPays pays={affected} />
      </Dialog>
    )
  return (
    <Dialog title={item ? `${title}: ${item.description}` : `Add ${one}`} onClose={onClose}>
      <form className="form" onSubmit={send(opened)} noValidate>
        <Field label="Description" help="As shown on the payslip." problem={problems.description}>
          {(control) => <input autoComplete="off" {...control} {...form.register('description')} />}
        </Field>
        <div className="fields">
          <KindFields {...{ kind, form, problems }} />
        </div>
        <Ticks {...{ kind, form }} />
        <Field
          label="From"
          help="Empty: from the next pay on. With a past day, the affected pays are listed."
          problem={problems.effective_from}
        >
          {(control) => (
            <input type="date" value={from} onChange={(event) => setFrom(event.target.value)} {...control} />
          )}
        </Field>
        {isChangedMeanwhile(write.error) ? (
          <ChangedRecord path={path} onKeep={(version) => send(version)()} onTake={takeTheirs} />
        ) : (
          <FormProblem error={write.error} fields={problems} />
        )}
        <div className="buttons">
          <button type="submit" className="main" disabled={write.isPending}>
            {item ? 'Save' : 'Add'}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}

type FormProps = {
  kind: ItemKind
  form: UseFormReturn<Values>
  problems: Readonly<Record<string, string>>
}

function KindFields({ kind, form, problems }: FormProps) {
  const { isNz } = useCompany()
  const has = (name: keyof Values) => MEMBERS[kind].includes(name)
  const [type, method] = form.watch(['amount_type', 'tax_method'])
  const isPercent = type !== 'FIXED'
  const types = {
    FIXED: 'Dollars',
    PERCENT_OF_GROSS: 'Percent of gross',
    ...(kind === 'deductions' ? { PERCENT_OF_NET: 'Percent of net' } : {}),
  }
  const box = { form, problems }
  return (
    <>
      {has('amount_type') && <Choice {...box} name="amount_type" label="Counted as" options={types} />}
      <Box {...box} name="amount" label={isPercent ? 'Percent' : 'Dollars'} isNumber />
      {has('units') && <Box {...box} name="units" isNumber />}
      {has('limit_per_pay') && <Box {...box} name="limit_per_pay" isNumber />}
      {has('limit_total') && <Box {...box} name="limit_total" isNumber />}
      {has('allowance_category') && !isNz && (
        <Choice {...box} name="allowance_category" label="Category" options={ALLOWANCE_CATEGORIES} />
      )}
      {has('classification') && (
        <Choice
          {...box}
          name="classification"
          label="Kind"
          options={Object.fromEntries(
            deductionClassesOf(isNz ? 'NZ' : 'AU').map((code) => [code, deductionName(code)]),
          )}
        />
      )}
      {has('payee_id') && <PayeeChoice {...box} />}
      {has('tax_method') && !isNz && (
        <Choice {...box} name="tax_method" label="How it is taxed" options={TAX_METHODS} />
      )}
      {has('tax_method') && RANGE_METHODS.includes(method) && (
        <>
          <Box {...box} name="start_date" type="date" />
          <Box {...box} name="end_date" type="date" />
        </>
      )}
    </>
  )
}

function PayeeChoice({ form, problems }: Omit<FormProps, 'kind'>) {
  const { api } = useCompany()
  const payees = useApi<{ id: number; name: string }[]>(`${api}/payees`)
  const options = Object.fromEntries((payees.data ?? []).map(({ id, name }) => [String(id), name]))
  return (
    <>
      <Choice
        {...{ form, problems }}
        name="payee_id"
        label="Paid to"
        options={{ '': 'Kept by the company', ...options }}
      />
      {form.watch('payee_id') !== '' && <Box {...{ form, problems }} name="payee_reference" />}
    </>
  )
}

function Ticks({ kind, form }: Omit<FormProps, 'problems'>) {
  const { isNz, wording } = useCompany()
  const tick = (name: 'is_super' | 'is_taxable' | 'is_included_in_super_calculations', label: string) =>
    (MEMBERS[kind].includes(name) || name === 'is_included_in_super_calculations') && (
      <CheckField label={label}>
        {(control) => <input type="checkbox" {...control} {...form.register(name)} />}
      </CheckField>
    )
  return (
    <div>
      {tick('is_taxable', 'It is taxed')}
      {tick('is_super', 'It is paid into super')}
      {kind !== 'deductions' &&
        tick(
          'is_included_in_super_calculations',
          `It counts for ${isNz ? 'KiwiSaver' : wording.retirement.toLowerCase()}`,
        )}
      <CheckField label="On every new pay">
        {(control) => <input type="checkbox" {...control} {...form.register('auto_apply_to_pay')} />}
      </CheckField>
    </div>
  )
}

type BoxProps = Omit<FormProps, 'kind'> & {
  name: FieldPath<Values>
  label?: string
  type?: string
  isNumber?: boolean
}

function Box({
  form,
  problems,
  name,
  label = LABELS[name] ?? words(name),
  type = 'text',
  isNumber,
}: BoxProps) {
  return (
    <Field label={label} problem={problems[name]}>
      {(control) => (
        <input
          type={type}
          inputMode={isNumber ? 'decimal' : undefined}
          autoComplete="off"
          {...control}
          {...form.register(name, takes(isNumber, name))}
        />
      )}
    </Field>
  )
}

function Choice(props: BoxProps & { options: Readonly<Record<string, string>> }) {
  const { form, problems, name, label = '', options } = props
  return (
    <Field label={label} problem={problems[name]}>
      {(control) => (
        <select {...control} {...form.register(name)}>
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
