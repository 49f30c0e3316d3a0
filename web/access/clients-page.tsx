import { useMemo, useState } from 'react'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Client, CreatedClient } from '../api/types.ts'
import { Buttons } from '../employees/lifecycle.tsx'
import { moment } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { ClientForm } from './client-form.tsx'
import { Secret } from './secret.tsx'
import { UsePanel } from './use-panel.tsx'

const CLIENTS = '/api/api-admin/clients'

type Ask = { kind: 'new' } | { kind: 'edit' | 'rotate' | 'delete'; client: Client }
type Shown = { name: string; id: string; secret: string }

const kindOf = ({ is_public, service_role }: Client) =>
  is_public
    ? 'Public (PKCE)'
    : service_role
      ? `Confidential, client credentials (${service_role})`
      : 'Confidential'

/** Applications that can ask customers for access. A new secret is shown once. */
export function ClientsPage() {
  const clients = useApi<Client[]>(CLIENTS)
  const [ask, setAsk] = useState<Ask | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => setAsk(null)
  const columns = useMemo(
    (): Column<Client>[] => [
      { id: 'name', title: 'Name', value: (client) => client.name },
      {
        id: 'id',
        title: 'Client id',
        isShort: true,
        value: (client) => client.client_id,
        cell: (client) => <code>{client.client_id}</code>,
      },
      {
        id: 'uris',
        title: 'Redirect URIs',
        value: (client) => client.redirect_uris.join(' '),
        cell: (client) => (
          <>
            {client.redirect_uris.map((uri) => (
              <div key={uri} className="wrap">
                {uri}
              </div>
            ))}
            {client.allows_loopback && <div className="soft">and any port of 127.0.0.1</div>}
          </>
        ),
      },
      { id: 'kind', title: 'Kind', value: kindOf },
      {
        id: 'created',
        title: 'Created',
        isShort: true,
        value: (client) => client.created_at,
        cell: (client) => moment(client.created_at),
      },
      {
        id: 'actions',
        title: 'Actions',
        isPlain: true,
        value: () => '',
        cell: (client) => <ClientButtons client={client} onAsk={setAsk} />,
      },
    ],
    [],
  )
  return (
    <Page
      title="API clients"
      lead="Applications that connect to this service with OAuth."
      actions={
        <button type="button" className="main" onClick={() => setAsk({ kind: 'new' })}>
          New client
        </button>
      }
    >
      {shown && (
        <Secret title={`Secret of ${shown.name}`} secret={shown.secret} onDone={() => setShown(null)}>
          Client id <code>{shown.id}</code>
        </Secret>
      )}
      <Panel title="Clients">
        <ErrorNotice error={clients.error} />
        {clients.data ? (
          <DataTable
            caption="API clients"
            rows={clients.data}
            columns={columns}
            rowKey={(client) => client.client_id}
            empty="No client yet. Create one for the application that connects: it gets an id and a secret."
          />
        ) : (
          !clients.error && <Waiting />
        )}
      </Panel>
      <UsePanel />
      {(ask?.kind === 'new' || ask?.kind === 'edit') && (
        <ClientForm
          client={ask.kind === 'edit' ? ask.client : null}
          onClose={close}
          onCreated={(created: CreatedClient) => {
            if (created.client_secret)
              setShown({ name: created.name, id: created.client_id, secret: created.client_secret })
          }}
        />
      )}
      {ask?.kind === 'rotate' && <Rotate client={ask.client} onClose={close} onShown={setShown} />}
      {ask?.kind === 'delete' && <Remove client={ask.client} onClose={close} />}
    </Page>
  )
}

function ClientButtons({ client, onAsk }: { client: Client; onAsk: (ask: Ask) => void }) {
  return (
    <div className="actions">
      <button
        type="button"
        className="small"
        aria-label={`Edit ${client.name}`}
        onClick={() => onAsk({ kind: 'edit', client })}
      >
        Edit
      </button>
      {!client.is_public && (
        <button
          type="button"
          className="small"
          aria-label={`New secret for ${client.name}`}
          onClick={() => onAsk({ kind: 'rotate', client })}
        >
          New secret
        </button>
      )}
      <button
        type="button"
        className="small danger"
        aria-label={`Delete ${client.name}`}
        onClick={() => onAsk({ kind: 'delete', client })}
      >
        Delete
      </button>
    </div>
  )
}

type AskProps = { client: Client; onClose: () => void }

function Rotate({ client, onClose, onShown }: AskProps & { onShown: (shown: Shown) => void }) {
  const rotate = useWrite<{ client_secret: string }>(CLIENTS)
  const go = () =>
    rotate.mutate(
      { method: 'POST', path: `${CLIENTS}/${encodeURIComponent(client.client_id)}/rotate-secret` },
      {
        onSuccess: ({ client_secret }) => {
          onShown({ name: client.name, id: client.client_id, secret: client_secret })
          onClose()
        },
      },
    )
  return (
    <Dialog title={`A new secret for ${client.name}?`} onClose={onClose}>
      <div className="form">
        <p>The old secret stops working immediately. Give the application the new one.</p>
        <ErrorNotice error={rotate.error} />
        <Buttons text="Create a new secret" isBusy={rotate.isPending} onGo={go} onClose={onClose} />
      </div>
    </Dialog>
  )
}

function Remove({ client, onClose }: AskProps) {
  const remove = useWrite<void>('/api/api-admin')
  const go = () =>
    remove.mutate(
      { method: 'DELETE', path: `${CLIENTS}/${encodeURIComponent(client.client_id)}` },
      { onSuccess: onClose },
    )
  return (
    <Dialog title={`Delete ${client.name}?`} onClose={onClose}>
      <div className="form">
        <p>All its connections end, and its tokens stop working at once.</p>
        <ErrorNotice error={remove.error} />
        <Buttons text="Delete the client" isDanger isBusy={remove.isPending} onGo={go} onClose={onClose} />
      </div>
    </Dialog>
  )
}
