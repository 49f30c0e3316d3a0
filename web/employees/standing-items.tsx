import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import { useCompany } from '../current-company.tsx'
import { money, percent, words } from '../format.ts'
import { CheckField, Field } from '../parts/field.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { ALLOWANCE_CATEGORIES, DEDUCTION_CLASSES } from '../pays/codes.ts'

type Item = {
  id: number
  description: string
  amount: number
  amount_type?: 'FIXED' | 'PERCENT_OF_GROSS' | 'PERCENT_OF_NET'
  auto_apply_to_pay: boolean
}
type Values = { description: string; amount: string; code: string; auto_apply_to_pay: boolean }

const KINDS = {
  allowances: 'Allowances',
  deductions: 'Deductions',
  'pay-sacrifices': 'Salary sacrifice',
} as const
type Kind = keyof typeof KINDS

/** What goes onto every new pay of the employee by itself. */
export function StandingItems({ employeeId }: { employeeId: number }) {
  const { isNz } = useCompany()
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => !isNz || kind !== 'pay-sacrifices')
  return (
    <Panel title="Standing items">
      <div className="columns">
        {kinds.map((kind) => (
          <Items key={kind} kind={kind} path={`/api/employees/${employeeId}/${kind}`} />
        ))}
      </div>
    </Panel>
  )
}

function Items({ kind, path }: { kind: Kind; path: string }) {
  const items = useApi<Item[]>(path)
  const remove = useWrite<unknown>(path)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <section className="lines">
      <div className="panel-head">
        <h3>{KINDS[kind]}</h3>
        <button type="button" className="small" onClick={() => setIsAdding(!isAdding)}>
          {isAdding ? 'Cancel' : `Add to ${KINDS[kind].toLowerCase()}`}
        </button>
      </div>
      <ErrorNotice error={items.error ?? remove.error} />
      {items.data?.length === 0 && !isAdding && <p className="empty">None.</p>}
      <ul className="plain">
        {items.data?.map((item) => (
          <li key={item.id}>
            <span>
              {item.description} <b>{priceOf(item)}</b>
              {item.auto_apply_to_pay ? '' : ' (when asked for)'}
            </span>
            <button
              type="button"
              className="quiet small"
              aria-label={`Remove ${item.description}`}
              onClick={() => remove.mutate({ method: 'DELETE', path: `${path}/${item.id}` })}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      {isAdding && <NewItem kind={kind} path={path} onDone={() => setIsAdding(false)} />}
    </section>
  )
}

function priceOf({ amount, amount_type }: Item): string {
  if (amount_type === 'PERCENT_OF_GROSS') return `${percent(amount)} of gross`
  if (amount_type === 'PERCENT_OF_NET') return `${percent(amount)} of net`
  return money(amount)
}

function NewItem({ kind, path, onDone }: { kind: Kind; path: string; onDone: () => void }) {
  const { isNz } = useCompany()
  const start = kind === 'allowances' ? (isNz ? '' : 'OD') : kind === 'deductions' ? 'NORMAL' : ''
  const { register, handleSubmit } = useForm<Values>({
    defaultValues: { description: '', amount: '', code: start, auto_apply_to_pay: true },
  })
  const create = useWrite<Item>(path)
  const problems = create.error instanceof ApiError ? create.error.fields : {}
  const codeName = kind === 'allowances' ? 'allowance_category' : 'classification'
  const submit = handleSubmit(({ code, ...item }) =>
    create.mutate(
      { method: 'POST', path, body: { ...item, ...(code ? { [codeName]: code } : {}) } },
      { onSuccess: onDone },
    ),
  )
  const codes =
    kind === 'allowances'
      ? Object.entries(ALLOWANCE_CATEGORIES)
      : DEDUCTION_CLASSES.map((code) => [code, words(code)] as const)
  return (
    <form className="form" onSubmit={submit}>
      <div className="fields">
        <Field label="Description" problem={problems.description}>
          {(control) => <input {...control} {...register('description')} autoComplete="off" />}
        </Field>
        <Field label="Dollars" problem={problems.amount}>
          {(control) => <input inputMode="decimal" {...control} {...register('amount')} autoComplete="off" />}
        </Field>
        {start && (
          <Field label="Kind" problem={problems[codeName]}>
            {(control) => (
              <select {...control} {...register('code')}>
                {codes.map(([code, text]) => (
                  <option key={code} value={code}>
                    {text}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <CheckField label="On every new pay">
          {(control) => <input type="checkbox" {...control} {...register('auto_apply_to_pay')} />}
        </CheckField>
      </div>
      <ErrorNotice error={create.error} />
      <div className="buttons">
        <button type="submit" className="main" disabled={create.isPending}>
          Add
        </button>
      </div>
    </form>
  )
}
