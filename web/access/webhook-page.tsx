import { useMemo, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Delivery, Webhook, WebhookList } from '../api/types.ts'
import { Buttons } from '../employees/lifecycle.tsx'
import { second } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { Secret } from './secret.tsx'
import { WebhookForm } from './webhook-form.tsx'

const LOOK_EVERY_MS = 2000

/** One webhook: its events and deliveries, with buttons to send a test and to retry. */
export function WebhookPage() {
  const { webhookId } = useParams<{ webhookId: string }>()
  const path = `/api/webhooks/${webhookId}`
  const webhook = useApi<Webhook>(path)
  const list = useApi<WebhookList>('/api/webhooks')
  const [ask, setAsk] = useState<'edit' | 'secret' | 'delete' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const test = useWrite<Delivery>(`${path}/deliveries`)
  if (!webhook.data) return webhook.error ? <ErrorNotice error={webhook.error} /> : <Waiting />
  const close = () => setAsk(null)
  return (
    <Page
      title="Webhook"
      lead={
        <>
          <Badge text={webhook.data.is_active ? 'Active' : 'Off'} />{' '}
          <span className="wrap">{webhook.data.url}</span>
        </>
      }
      back={{ to: paths.webhooks, text: 'Webhooks' }}
      actions={
        <>
          <button
            type="button"
            className="main"
            disabled={test.isPending}
            onClick={() => test.mutate({ method: 'POST', path: `${path}/test` })}
          >
            Send a test
          </button>
          <button type="button" onClick={() => setAsk('edit')}>
            Edit
          </button>
          <button type="button" onClick={() => setAsk('secret')}>
            New secret
          </button>
          <button type="button" className="danger" onClick={() => setAsk('delete')}>
            Delete
          </button>
        </>
      }
    >
      <ErrorNotice error={test.error} />
      {secret && <Secret title="New secret" secret={secret} onDone={() => setSecret(null)} />}
      <Panel title="Events">
        <ul className="chips">
          {webhook.data.events.map((event) => (
            <li key={event}>
              <code>{event}</code>
            </li>
          ))}
        </ul>
      </Panel>
      <Deliveries path={path} />
      {ask === 'edit' && (
        <WebhookForm
          webhook={webhook.data}
          events={list.data?.availableEvents ?? webhook.data.events}
          onClose={close}
          onSaved={() => undefined}
        />
      )}
      {ask === 'secret' && <NewSecret path={path} onClose={close} onSecret={setSecret} />}
      {ask === 'delete' && <Remove path={path} onClose={close} />}
    </Page>
  )
}

function Deliveries({ path }: { path: string }) {
  const log = useApi<Delivery[]>(`${path}/deliveries?limit=100`, { everyMs: LOOK_EVERY_MS })
  const again = useWrite<Delivery>(`${path}/deliveries`)
  const { mutate } = again
  const columns = useMemo(
    (): Column<Delivery>[] => [
      {
        id: 'event',
        title: 'Event',
        value: (row) => row.event_type,
        cell: (row) => <code>{row.event_type}</code>,
      },
      { id: 'entity', title: 'About', value: (row) => `${row.entity.type} ${row.entity.id}` },
      {
        id: 'status',
        title: 'State',
        value: (row) => row.status,
        cell: (row) => <Badge text={row.status} />,
      },
      { id: 'attempts', title: 'Tries', isNumber: true, value: (row) => row.attempts },
      { id: 'answer', title: 'Answer', value: (row) => row.response_status ?? '–' },
      { id: 'error', title: 'Problem', value: (row) => row.error ?? '' },
      {
        id: 'at',
        title: 'Queued',
        value: (row) => row.created_at,
        cell: (row) => second(row.created_at),
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
            disabled={row.status === 'sending' || row.status === 'pending'}
            aria-label={`Send again: delivery ${row.id}`}
            onClick={() => mutate({ method: 'POST', path: `${path}/deliveries/${row.id}/redeliver` })}
          >
            Send again
          </button>
        ),
      },
    ],
    [path, mutate],
  )
  return (
    <Panel title="Delivery log">
      <ErrorNotice error={again.error ?? log.error} />
      {log.data ? (
        <DataTable
          caption="Deliveries, newest first"
          rows={log.data}
          columns={columns}
          rowKey={(row) => row.id}
          pageSize={25}
          empty="Nothing was sent yet. Send a test to try the address."
        />
      ) : (
        <Waiting />
      )}
    </Panel>
  )
}

type AskProps = { path: string; onClose: () => void }

function NewSecret({ path, onClose, onSecret }: AskProps & { onSecret: (secret: string) => void }) {
  const write = useWrite<Webhook>('/api/webhooks')
  const go = () =>
    write.mutate(
      { method: 'PATCH', path, body: { regenerate_secret: true } },
      {
        onSuccess: ({ secret }) => {
          if (secret) onSecret(secret)
          onClose()
        },
      },
    )
  return (
    <Dialog title="A new secret?" onClose={onClose}>
      <div className="form">
        <p>Everything sent from now on is signed with it, queued deliveries too.</p>
        <ErrorNotice error={write.error} />
        <Buttons text="Create a new secret" isBusy={write.isPending} onGo={go} onClose={onClose} />
      </div>
    </Dialog>
  )
}

function Remove({ path, onClose }: AskProps) {
  const [, navigate] = useLocation()
  const remove = useWrite<void>()
  const go = () => remove.mutate({ method: 'DELETE', path }, { onSuccess: () => navigate(paths.webhooks) })
  return (
    <Dialog title="Delete this webhook?" onClose={onClose}>
      <div className="form">
        <p>Deliveries that are still queued are skipped.</p>
        <ErrorNotice error={remove.error} />
        <Buttons text="Delete the webhook" isDanger isBusy={remove.isPending} onGo={go} onClose={onClose} />
      </div>
    </Dialog>
  )
}
