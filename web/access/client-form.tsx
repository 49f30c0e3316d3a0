import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { Client, CreatedClient } from '../api/types.ts'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, Field } from '../parts/field.tsx'
import { ErrorNotice } from '../parts/notice.tsx'

type Values = {
  name: string
  uris: string
  allows_loopback: boolean
  is_public: boolean
  service_role: '' | 'reader' | 'member' | 'admin'
}
type Props = { client: Client | null; onClose: () => void; onCreated: (client: CreatedClient) => void }

/** Creates or changes an application. */
export function ClientForm({ client, onClose, onCreated }: Props) {
  const write = useWrite<CreatedClient>('/api/api-admin/clients')
  const { register, handleSubmit } = useForm<Values>({
    defaultValues: {
      name: client?.name ?? '',
      uris: client?.redirect_uris.join('\n') ?? '',
      allows_loopback: client?.allows_loopback ?? false,
      is_public: false,
      service_role: client?.service_role ?? '',
    },
  })
  const problems = write.error instanceof ApiError ? write.error.fields : {}
  const submit = handleSubmit(({ uris, is_public, service_role, ...values }) => {
    const redirect_uris = uris.split(/\s+/).filter(Boolean)
    const path = client
      ? `/api/api-admin/clients/${encodeURIComponent(client.client_id)}`
      : '/api/api-admin/clients'
    write.mutate(
      {
        method: client ? 'PATCH' : 'POST',
        path,
        body: {
          ...values,
          redirect_uris,
          service_role: service_role || null,
          ...(client ? {} : { is_public }),
        },
      },
      {
        onSuccess: (saved) => {
          if (!client) onCreated(saved)
          onClose()
        },
      },
    )
  })
  const uriProblem = Object.entries(problems).find(([field]) => field.startsWith('redirect_uris'))?.[1]
  return (
    <Dialog title={client ? client.name : 'New API client'} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <Field label="Name" help="The text that customers read on the consent page." problem={problems.name}>
          {(control) => <input {...control} {...register('name')} autoComplete="off" />}
        </Field>
        <Field
          label="Redirect URIs"
          help="One per line; they must match exactly. https, or http on 127.0.0.1."
          problem={uriProblem}
        >
          {(control) => <textarea rows={3} {...control} {...register('uris')} />}
        </Field>
        <CheckField
          label="Also accept http://127.0.0.1 with any port"
          help="For programs on the user’s machine."
        >
          {(control) => <input type="checkbox" {...control} {...register('allows_loopback')} />}
        </CheckField>
        {!client && (
          <CheckField label="Public client" help="It cannot keep a secret, so it has none and must use PKCE.">
            {(control) => <input type="checkbox" {...control} {...register('is_public')} />}
          </CheckField>
        )}
        {!client?.is_public && (
          <Field
            label="Client credentials"
            help="Lets the application act on your own account without a person. A change ends its tokens."
            problem={problems.service_role ?? problems.is_public}
          >
            {(control) => (
              <select {...control} {...register('service_role')}>
                <option value="">None</option>
                <option value="reader">Reader</option>
                <option value="member">Member</option>
                <option value="admin">Admin</option>
              </select>
            )}
          </Field>
        )}
        <ErrorNotice error={write.error} />
        <div className="buttons">
          <button type="submit" className="main" disabled={write.isPending}>
            {client ? 'Save' : 'Create the client'}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
