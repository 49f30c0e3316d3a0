import { type FormEvent, useState } from 'react'
import { useWrite } from '../api/hooks.ts'
import { day, money } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import type { Client, Order, Product } from './types.ts'

const CHECKOUT = '/api/partner-checkout'

type Props = { client: Client; products: Product[]; onClose: () => void; onDone: (said: string) => void }

/** Moves a client to a larger plan: shows the price first, then places the order. */
export function UpgradeForm({ client, products, onClose, onDone }: Props) {
  // One idempotency key per form, so a second click or a retry after a lost response does not charge twice.
  const [key] = useState(() => crypto.randomUUID())
  const larger = products.filter(
    (product) => product.zone === client.zone && product.employee_cap > client.employee_cap,
  )
  const [chosen, setChosen] = useState(larger[0]?.product_id)
  const [priced, setPriced] = useState<Order | null>(null)
  const write = useWrite<Order>(CHECKOUT)
  const plan = larger.find(({ product_id }) => product_id === chosen)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isPreview = priced === null
    write.mutate(
      {
        method: 'POST',
        path: `${CHECKOUT}/upgrades`,
        body: {
          ...(isPreview ? { dry_run: true } : {}),
          end_customer_id: client.customer_id,
          order: { product_id: chosen },
        },
        ...(isPreview ? {} : { key }),
      },
      {
        onSuccess: (answer) =>
          isPreview ? setPriced(answer) : onDone(`${client.legal_name} now has the plan ${plan?.name}.`),
      },
    )
  }
  return (
    <Dialog title={`Upgrade ${client.legal_name}`} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p>
          Now {client.product_name ?? 'by agreement'}: {client.employee_count} of {client.employee_cap}{' '}
          employees.
        </p>
        {larger.length === 0 ? (
          <Notice>There is no larger plan for this country.</Notice>
        ) : (
          <Field label="New plan" help="The rest of the paid period is charged pro rata.">
            {(control) => (
              <select
                {...control}
                value={chosen}
                onChange={(event) => {
                  setChosen(Number(event.target.value))
                  setPriced(null)
                }}
              >
                {larger.map((product) => (
                  <option key={product.product_id} value={product.product_id}>
                    {product.name}, up to {product.employee_cap} employees: {money(product.total)}{' '}
                    {product.billing}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {priced && (
          <Notice kind="good">
            {money(priced.net)} + {money(priced.gst)} GST ={' '}
            <strong>
              {money(priced.total)} {priced.currency}
            </strong>{' '}
            until {day(priced.paid_through)}. {priced.warnings?.join(' ')}
          </Notice>
        )}
        <ErrorNotice error={write.error} />
        <div className="buttons">
          {larger.length > 0 && (
            <button type="submit" className="main" disabled={write.isPending}>
              {priced ? 'Upgrade now' : 'Show the price'}
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
