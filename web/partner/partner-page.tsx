import { useMemo, useState } from 'react'
import { useApi, useWrite } from '../api/hooks.ts'
import { useAllPages } from '../api/pages.ts'
import { Buttons } from '../employees/lifecycle.tsx'
import { day, money, plural } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { ClientsPanel } from './clients-panel.tsx'
import { OrderForm } from './order-form.tsx'
import { wordOf } from './state-words.ts'
import type { Client, Order, Product, Trial } from './types.ts'
import { UpgradeForm } from './upgrade-form.tsx'

const CHECKOUT = '/api/partner-checkout'
type Ask =
  | { kind: 'trial' }
  | { kind: 'order'; trial: Trial | null }
  | { kind: 'upgrade'; client: Client }
  | { kind: 'cancel'; what: 'trials' | 'orders'; id: number; name: string }

/** A reseller's clients: their trials, their orders, and links into their accounts. */
export function PartnerPage() {
  const clients = useAllPages<Client>(`${CHECKOUT}/clients`)
  const trials = useAllPages<Trial>(`${CHECKOUT}/trials`)
  const orders = useAllPages<Order>(`${CHECKOUT}/orders`)
  const products = useApi<Product[]>(`${CHECKOUT}/products`)
  const [ask, setAsk] = useState<Ask | null>(null)
  const [said, setSaid] = useState('')
  const open = useWrite<{ url: string }>()
  const enter = (customerId: number) =>
    open.mutate(
      { method: 'POST', path: `${CHECKOUT}/session-handoffs`, body: { end_customer_id: customerId } },
      { onSuccess: ({ url }) => location.assign(url) },
    )
  const trialColumns = trialColumnsFor(setAsk)
  const names = useMemo(
    () => new Map(clients.data?.map(({ customer_id, legal_name }) => [customer_id, legal_name])),
    [clients.data],
  )
  const orderColumns = orderColumnsFor(setAsk, names, products.data ?? [])
  const close = (sentence = '') => {
    setAsk(null)
    setSaid(sentence)
  }
  return (
    <Page
      title="Clients"
      lead="Your clients, their plans, and the trials and orders that you place for them."
      actions={
        <>
          <button type="button" onClick={() => setAsk({ kind: 'trial' })}>
            New trial
          </button>
          <button type="button" className="main" onClick={() => setAsk({ kind: 'order', trial: null })}>
            New order
          </button>
        </>
      }
    >
      {said && <Notice kind="good">{said}</Notice>}
      <ErrorNotice error={clients.error ?? trials.error ?? orders.error ?? open.error} />
      {(!trials.data || !orders.data) && !trials.error && !orders.error && <Waiting />}
      {clients.data && (
        <ClientsPanel
          clients={clients.data}
          onEnter={enter}
          onUpgrade={(client) => setAsk({ kind: 'upgrade', client })}
        />
      )}
      {trials.data && (
        <Panel title="Trials">
          <DataTable
            caption="Trials"
            rows={trials.data}
            columns={trialColumns}
            rowKey={(row) => row.subscription_trial_id}
            empty="No trial yet. A trial needs a name, an e-mail address and an ABN or IRD number."
          />
        </Panel>
      )}
      {orders.data && (
        <Panel title="Orders">
          <DataTable
            caption="Orders"
            rows={orders.data}
            columns={orderColumns}
            rowKey={(row) => row.order_id ?? 0}
            empty="No order yet. Order for a trial above, or for a client who starts without one."
          />
        </Panel>
      )}
      {(ask?.kind === 'trial' || ask?.kind === 'order') && (
        <OrderForm
          products={ask.kind === 'order' ? (products.data ?? []) : null}
          trial={ask.kind === 'order' ? ask.trial : null}
          onClose={() => close()}
          onDone={close}
        />
      )}
      {ask?.kind === 'upgrade' && (
        <UpgradeForm
          client={ask.client}
          products={products.data ?? []}
          onClose={() => close()}
          onDone={close}
        />
      )}
      {ask?.kind === 'cancel' && <Cancel {...ask} onClose={close} />}
    </Page>
  )
}

const TONES = { active: 'good', expired: 'quiet', cancelled: 'bad', preview: 'quiet' } as const

function trialColumnsFor(onAsk: (ask: Ask) => void): Column<Trial>[] {
  return [
    {
      id: 'client',
      title: 'Client',
      value: (row) => row.legal_name,
      cell: (row) => (
        <>
          <strong>{row.legal_name}</strong>
          <div className="soft wrap">{row.email}</div>
        </>
      ),
    },
    {
      id: 'status',
      title: 'State',
      value: (row) => row.status,
      cell: (row) => <Badge text={row.converted ? 'Ordered' : wordOf(row.status)} tone={TONES[row.status]} />,
    },
    {
      id: 'ends',
      title: 'Ends',
      isShort: true,
      value: (row) => row.ends_on,
      cell: (row) =>
        row.status === 'active'
          ? `${day(row.ends_on)}, ${plural(row.days_remaining, 'day')} left`
          : day(row.ends_on),
    },
    {
      id: 'actions',
      title: 'Actions',
      isPlain: true,
      value: () => '',
      cell: (row) => (
        <div className="actions">
          {row.status !== 'cancelled' && !row.converted && (
            <>
              <button
                type="button"
                className="small"
                aria-label={`Order for ${row.legal_name}`}
                onClick={() => onAsk({ kind: 'order', trial: row })}
              >
                Order
              </button>
              <button
                type="button"
                className="small danger"
                aria-label={`Cancel the trial of ${row.legal_name}`}
                onClick={() =>
                  onAsk({
                    kind: 'cancel',
                    what: 'trials',
                    id: row.subscription_trial_id,
                    name: row.legal_name,
                  })
                }
              >
                Cancel
              </button>
            </>
          )}
        </div>
      ),
    },
  ]
}

function orderColumnsFor(
  onAsk: (ask: Ask) => void,
  names: ReadonlyMap<number, string>,
  products: readonly Product[],
): Column<Order>[] {
  const nameOf = (row: Order) => names.get(row.customer_id ?? 0) ?? `Customer ${row.customer_id}`
  const planOf = (row: Order) =>
    products.find(({ product_id }) => product_id === row.product_id)?.name ?? `Product ${row.product_id}`
  return [
    { id: 'client', title: 'Client', value: nameOf },
    { id: 'plan', title: 'Plan', value: planOf },
    { id: 'kind', title: 'Kind', value: (row) => wordOf(row.kind) },
    {
      id: 'total',
      title: 'Total',
      isNumber: true,
      value: (row) => row.total,
      cell: (row) => `${money(row.total)} ${row.currency}`,
    },
    {
      id: 'paid',
      title: 'Paid to',
      isShort: true,
      value: (row) => row.paid_through ?? '',
      cell: (row) => day(row.paid_through),
    },
    {
      id: 'status',
      title: 'State',
      value: (row) => row.status,
      cell: (row) => <Badge text={wordOf(row.status)} tone={TONES[row.status]} />,
    },
    {
      id: 'actions',
      title: 'Actions',
      isPlain: true,
      value: () => '',
      cell: (row) =>
        row.status === 'active' && (
          <div className="actions">
            <button
              type="button"
              className="small danger"
              aria-label={`Cancel the order of ${nameOf(row)}`}
              onClick={() =>
                onAsk({ kind: 'cancel', what: 'orders', id: row.order_id ?? 0, name: nameOf(row) })
              }
            >
              Cancel
            </button>
          </div>
        ),
    },
  ]
}

type CancelProps = { what: 'trials' | 'orders'; id: number; name: string; onClose: (said?: string) => void }

function Cancel({ what, id, name, onClose }: CancelProps) {
  const cancel = useWrite<void>(CHECKOUT)
  const one = what === 'trials' ? 'trial' : 'order'
  const body = what === 'trials' ? { subscription_trial_id: id } : { order_id: id }
  const go = () =>
    cancel.mutate(
      { method: 'POST', path: `${CHECKOUT}/${what}/cancel`, body },
      { onSuccess: () => onClose(`The ${one} of ${name} is cancelled.`) },
    )
  return (
    <Dialog title={`Cancel the ${one} of ${name}?`} onClose={() => onClose()}>
      <div className="form">
        <p>
          {what === 'trials'
            ? 'The client loses access immediately.'
            : 'The subscription ends; an upgrade returns to the previous plan.'}
        </p>
        <ErrorNotice error={cancel.error} />
        <Buttons
          text={`Cancel the ${one}`}
          isDanger
          isBusy={cancel.isPending}
          onGo={go}
          onClose={() => onClose()}
        />
      </div>
    </Dialog>
  )
}
