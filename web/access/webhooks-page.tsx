import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { Webhook, WebhookList } from '../api/types.ts'
import { moment, plural } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { Secret } from './secret.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** Webhooks that receive events about changes. */
export function WebhooksPage() {
  const webhooks = useApi<WebhookList>('/api/webhooks')
  const [isAdding, setIsAdding] = useState(false)
  const [created, setCreated] = useState<Webhook | null>(null)
  const columns = useMemo(
    (): Column<Webhook>[] => [
      {
        id: 'url',
        title: 'Address',
        value: (webhook) => webhook.url,
        cell: (webhook) => (
          <>
            <Link href={paths.webhook(webhook.id)} className="wrap">
              {webhook.url}
            </Link>
            {webhook.description && <div className="soft">{webhook.description}</div>}
          </>
        ),
      },
      {
        id: 'events',
        title: 'Hears of',
        value: (webhook) => webhook.events.length,
        cell: (webhook) => plural(webhook.events.length, 'kind of event', 'kinds of event'),
      },
      {
        id: 'active',
        title: 'State',
        value: (webhook) => String(webhook.is_active),
        cell: (webhook) => <Badge text={webhook.is_active ? 'Active' : 'Off'} />,
      },
      {
        id: 'created',
        title: 'Created',
        isShort: true,
        value: (webhook) => webhook.created_at,
        cell: (webhook) => moment(webhook.created_at),
      },
    ],
    [],
  )
  return (
    <Page
      title="Webhooks"
      lead="Signed messages to your systems when something changes."
      actions={
        <button type="button" className="main" onClick={() => setIsAdding(true)}>
          New webhook
        </button>
      }
    >
      {created?.secret && (
        <Secret title="Secret of the new webhook" secret={created.secret} onDone={() => setCreated(null)}>
          It signs the messages to <span className="wrap">{created.url}</span>.
        </Secret>
      )}
      <Panel title="Webhooks">
        <ErrorNotice error={webhooks.error} />
        {webhooks.data ? (
          <DataTable
            caption="Webhooks"
            rows={webhooks.data.endpoints}
            columns={columns}
            rowKey={(webhook) => webhook.id}
            empty="No webhook yet. Add a URL and the events it should receive."
          />
        ) : (
          !webhooks.error && <Waiting />
        )}
      </Panel>
      {isAdding && webhooks.data && (
        <WebhookForm
          webhook={null}
          events={webhooks.data.availableEvents}
          onClose={() => setIsAdding(false)}
          onSaved={setCreated}
        />
      )}
    </Page>
  )
}
