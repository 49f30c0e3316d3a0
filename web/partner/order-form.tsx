import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import { day, money, plural } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, Field } from '../parts/field.tsx'
import { FormProblem, Notice } from '../parts/notice.tsx'
import type { Order, Product, Trial } from './types.ts'

const CHECKOUT = '/api/partner-checkout'

type Values = {
  first_name: string
  last_name: string
  email: string
  phone: string
  legal_name: string
  number: string
  zone: 'AU' | 'NZ'
  product_id: string
  add_free_trial_month: boolean
}

type Props = {
  /** Null for a trial, which needs no products. */
  products: Product[] | null
  /** The trial to convert into an order. */
  trial: Trial | null
  onClose: () => void
  onDone: (said: string) => void
}

/** Starts a trial, or prices and places an order. */
export function OrderForm({ products, trial, onClose, onDone }: Props) {
  // One idempotency key per form, so a second click or a retry after a lost answer does not order twice.
  const [key] = useState(() => crypto.randomUUID())
  const [priced, setPriced] = useState<Order | null>(null)
  const write = useWrite<Order>(CHECKOUT)
  const form = useForm<Values>({
    defaultValues: {
      first_name: '',
      last_name: '',
      email: trial?.email ?? '',
      phone: '',
      legal_name: trial?.legal_name ?? '',
      number: '',
      zone: 'AU',
      product_id: String(products?.[0]?.product_id ?? ''),
      add_free_trial_month: true,
    },
  })
  const { register, handleSubmit, watch } = form
  const problems = write.error instanceof ApiError ? write.error.fields : {}
  const zone = watch('zone')
  const offered = products?.filter((product) => product.zone === zone)
  const send = (values: Values, isPreview: boolean) =>
    write.mutate(
      {
        method: 'POST',
        path: `${CHECKOUT}/${products ? 'orders' : 'trials'}`,
        body: bodyOf(values, offered, trial, isPreview),
        ...(isPreview ? {} : { key }),
      },
      {
        onSuccess: (answer) => {
          if (isPreview) setPriced(answer)
          else
            onDone(
              products ? 'The order is placed.' : 'The trial has started; the client got a link by e-mail.',
            )
        },
      },
    )
  const submit = handleSubmit((values) => send(values, products !== null && priced === null))
  const text = (label: string, name: keyof Values, type = 'text', place = 'customer') => (
    <Field label={label} problem={problems[`${place}.${name}`]}>
      {(control) => <input type={type} {...control} {...register(name)} autoComplete="off" />}
    </Field>
  )
  return (
    <Dialog title={products ? 'New order' : 'New trial'} onClose={onClose} isWide>
      <form className="form" onSubmit={submit} onChange={() => setPriced(null)} noValidate>
        <div className="fields">
          {text('First name', 'first_name')}
          {text('Last name', 'last_name')}
          {text('E-mail address', 'email', 'email')}
          {text('Phone', 'phone')}
          {text('Legal name of the business', 'legal_name', 'text', 'company')}
          <Field label="Country">
            {(control) => (
              <select {...control} {...register('zone')}>
                <option value="AU">Australia</option>
                <option value="NZ">New Zealand</option>
              </select>
            )}
          </Field>
          <Field
            label={zone === 'AU' ? 'ABN' : 'IRD number'}
            problem={problems['company.abn'] ?? problems['company.ird_number']}
          >
            {(control) => (
              <input inputMode="numeric" {...control} {...register('number')} autoComplete="off" />
            )}
          </Field>
          {products && (
            <Field label="Plan" problem={problems['order.product_id']}>
              {(control) => (
                <select {...control} {...register('product_id')}>
                  {offered?.map((product) => (
                    <option key={product.product_id} value={product.product_id}>
                      {product.name}: {money(product.total)} {product.billing}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
        </div>
        {products && (
          <CheckField label="With the free month">
            {(control) => <input type="checkbox" {...control} {...register('add_free_trial_month')} />}
          </CheckField>
        )}
        {priced && (
          <Notice kind="good">
            {money(priced.net)} + {money(priced.gst)} GST ={' '}
            <strong>
              {money(priced.total)} {priced.currency}
            </strong>{' '}
            for {plural(priced.months, 'month')}, paid to {day(priced.paid_through)}.{' '}
            {priced.warnings?.join(' ')}
          </Notice>
        )}
        <FormProblem error={write.error} fields={problems} />
        <div className="buttons">
          <button type="submit" className="main" disabled={write.isPending}>
            {!products ? 'Start the trial' : priced ? 'Place the order' : 'Show the price'}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function bodyOf(values: Values, offered: Product[] | undefined, trial: Trial | null, isPreview: boolean) {
  const { first_name, last_name, email, phone, legal_name, number, zone } = values
  const company = { legal_name, ...(zone === 'AU' ? { abn: number } : { ird_number: number }) }
  const customer = { first_name, last_name, email, ...(phone ? { phone } : {}) }
  if (!offered) return { customer, company }
  // Plans differ by country. Falls back to the first one, which the list shows.
  const plan = offered.find(({ product_id }) => String(product_id) === values.product_id) ?? offered[0]
  return {
    ...(isPreview ? { dry_run: true } : {}),
    ...(trial ? { end_customer_id: trial.customer_id } : {}),
    customer,
    company,
    order: { product_id: plan?.product_id ?? 0, add_free_trial_month: values.add_free_trial_month },
  }
}
