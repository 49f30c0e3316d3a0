import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { callOwn, type Method, readOwn } from '../api/client.ts'
import { moment } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, Field } from '../parts/field.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { Secret } from './secret.tsx'

const URL_OF = '/app/own/organisation'
type Domain = { domain: string; is_verified: boolean; record_name: string; record_value: string }
type ScimToken = { id: number; name: string; created_by: string; last_used_at: string | null }
type Organisation = {
  provider: { issuer: string; client_id: string; is_required: boolean } | null
  redirect_uri: string
  domains: Domain[]
  scim_url: string
  scim_tokens: ScimToken[]
}

function useOrganisation() {
  return useQuery({ queryKey: ['organisation'], queryFn: () => readOwn<Organisation>(URL_OF) })
}

function useOrganisationWrite<T>(onDone?: (answer: T) => void) {
  const client = useQueryClient()
  return useMutation<T, Error, { method: Method; path: string; body?: unknown }>({
    mutationFn: ({ method, path, body }) => callOwn<T>(method, `${URL_OF}${path}`, body),
    onSuccess: async (answer) => {
      onDone?.(answer)
      await client.invalidateQueries({ queryKey: ['organisation'] })
    },
  })
}

/**
 * Sign-in through the organisation's identity provider, and the provider's tokens for managing users. For
 * owners.
 */
export function OrganisationPanel() {
  const organisation = useOrganisation()
  const [ask, setAsk] = useState<'provider' | 'remove' | 'token' | null>(null)
  const [token, setToken] = useState<string | null>(null)
  const { data } = organisation
  const close = () => setAsk(null)
  return (
    <Panel
      title="Sign-in of your organisation"
      actions={
        data && (
          <button type="button" onClick={() => setAsk('provider')}>
            {data.provider ? 'Change the provider' : 'Set up a provider'}
          </button>
        )
      }
    >
      <ErrorNotice error={organisation.error} />
      {!data && !organisation.error && <Waiting />}
      {data && <Provider data={data} onRemove={() => setAsk('remove')} />}
      {token && (
        <Secret title="The SCIM token" secret={token} onDone={() => setToken(null)}>
          Enter it at your identity provider, with the address {data?.scim_url}.
        </Secret>
      )}
      {data?.provider && <Tokens data={data} onAdd={() => setAsk('token')} />}
      {ask === 'provider' && data && <ProviderForm data={data} onClose={close} />}
      {ask === 'remove' && (
        <PasswordDialog
          title="Remove the provider"
          text="Everyone signs in with a password again. People without one use “Forgot your password?”."
          path="/remove"
          onClose={close}
        />
      )}
      {ask === 'token' && <TokenForm onClose={close} onToken={setToken} />}
    </Panel>
  )
}

function Provider({ data, onRemove }: { data: Organisation; onRemove: () => void }) {
  const verify = useOrganisationWrite<{ verified: string[] }>()
  const open = data.domains.filter(({ is_verified }) => !is_verified)
  if (!data.provider)
    return (
      <p className="soft">
        People of your organisation can sign in through your own identity provider (OpenID Connect), such as
        Entra ID, Okta or Google Workspace.
      </p>
    )
  return (
    <>
      <dl className="facts">
        <div>
          <dt>Provider</dt>
          <dd>{data.provider.issuer}</dd>
        </div>
        <div>
          <dt>Passwords</dt>
          <dd>{data.provider.is_required ? 'Owners only' : 'Everyone who has one'}</dd>
        </div>
        <div>
          <dt>Domains</dt>
          <dd>
            {data.domains.map(({ domain, is_verified }) => (
              <span key={domain}>
                {domain}{' '}
                <Badge
                  text={is_verified ? 'Verified' : 'Not verified'}
                  tone={is_verified ? 'good' : 'warning'}
                />{' '}
              </span>
            ))}
          </dd>
        </div>
      </dl>
      {open.length > 0 && (
        <Notice kind="warning">
          Add a TXT record to the DNS of each domain, then check again. It can take an hour to become visible.
          <ul>
            {open.map((each) => (
              <li key={each.domain}>
                <code>{each.record_name}</code> with <code>{each.record_value}</code>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <ErrorNotice error={verify.error} />
      {verify.data?.verified.length === 0 && open.length > 0 && <p role="status">No record was found yet.</p>}
      <div className="buttons">
        {open.length > 0 && (
          <button
            type="button"
            disabled={verify.isPending}
            onClick={() => verify.mutate({ method: 'POST', path: '/verify', body: {} })}
          >
            Check the records
          </button>
        )}
        <button type="button" onClick={onRemove}>
          Remove the provider
        </button>
      </div>
    </>
  )
}

function Tokens({ data, onAdd }: { data: Organisation; onAdd: () => void }) {
  const revoke = useOrganisationWrite<void>()
  return (
    <>
      <h3>Joiners and leavers (SCIM)</h3>
      <p className="soft">
        Your provider creates people and ends their access at <code>{data.scim_url}</code>. New people see no
        company until you give them one.
      </p>
      <ErrorNotice error={revoke.error} />
      <ul className="plain">
        {data.scim_tokens.map((token) => (
          <li key={token.id}>
            <span>
              <strong>{token.name}</strong>, made by {token.created_by},{' '}
              {token.last_used_at ? `last used ${moment(token.last_used_at)}` : 'not used yet'}
            </span>
            <button
              type="button"
              className="small"
              disabled={revoke.isPending}
              aria-label={`Revoke the token ${token.name}`}
              onClick={() => revoke.mutate({ method: 'DELETE', path: `/scim-tokens/${token.id}` })}
            >
              Revoke
            </button>
          </li>
        ))}
      </ul>
      <div className="buttons">
        <button type="button" onClick={onAdd}>
          Create a SCIM token
        </button>
      </div>
    </>
  )
}

type Values = {
  issuer: string
  client_id: string
  client_secret: string
  domains: string
  is_required: boolean
  password: string
}

function ProviderForm({ data, onClose }: { data: Organisation; onClose: () => void }) {
  const save = useOrganisationWrite<Organisation>(onClose)
  const { register, handleSubmit } = useForm<Values>({
    defaultValues: {
      issuer: data.provider?.issuer ?? '',
      client_id: data.provider?.client_id ?? '',
      client_secret: '',
      domains: data.domains.map(({ domain }) => domain).join(', '),
      is_required: data.provider?.is_required ?? false,
      password: '',
    },
  })
  const submit = handleSubmit(({ domains, ...values }) =>
    save.mutate({
      method: 'PUT',
      path: '',
      body: { ...values, domains: domains.split(/[\s,]+/).filter(Boolean) },
    }),
  )
  return (
    <Dialog title="Sign-in of your organisation" onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <p className="soft">
          Register this service at your provider with the redirect address <code>{data.redirect_uri}</code>.
        </p>
        <Field label="Issuer" help="For example https://login.example.com, as the provider writes it.">
          {(control) => <input type="url" {...control} {...register('issuer')} />}
        </Field>
        <Field label="Client id">{(control) => <input {...control} {...register('client_id')} />}</Field>
        <Field
          label="Client secret"
          help={data.provider ? 'Leave it empty to keep the stored one.' : undefined}
        >
          {(control) => (
            <input type="password" autoComplete="off" {...control} {...register('client_secret')} />
          )}
        </Field>
        <Field
          label="Domains"
          help="The e-mail domains of the people who sign in through it, such as example.com."
        >
          {(control) => <input {...control} {...register('domains')} />}
        </Field>
        <CheckField
          label="Only through the provider"
          help="Passwords of everyone but the owners are refused, and their sessions end now."
        >
          {(control) => <input type="checkbox" {...control} {...register('is_required')} />}
        </CheckField>
        <Field label="Your password">
          {(control) => (
            <input type="password" autoComplete="current-password" {...control} {...register('password')} />
          )}
        </Field>
        <ErrorNotice error={save.error} />
        <div className="buttons">
          <button type="submit" className="main" disabled={save.isPending}>
            Save the provider
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function PasswordDialog(props: { title: string; text: string; path: string; onClose: () => void }) {
  const write = useOrganisationWrite<void>(props.onClose)
  const { register, handleSubmit } = useForm({ defaultValues: { password: '' } })
  const submit = handleSubmit((body) => write.mutate({ method: 'POST', path: props.path, body }))
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <p>{props.text}</p>
        <Field label="Your password">
          {(control) => (
            <input type="password" autoComplete="current-password" {...control} {...register('password')} />
          )}
        </Field>
        <ErrorNotice error={write.error} />
        <div className="buttons">
          <button type="submit" disabled={write.isPending}>
            {props.title}
          </button>
          <button type="button" onClick={props.onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function TokenForm({ onClose, onToken }: { onClose: () => void; onToken: (token: string) => void }) {
  const make = useOrganisationWrite<{ token: string }>(({ token }) => {
    onToken(token)
    onClose()
  })
  const { register, handleSubmit } = useForm({ defaultValues: { name: '', password: '' } })
  const submit = handleSubmit((body) => make.mutate({ method: 'POST', path: '/scim-tokens', body }))
  return (
    <Dialog title="Create a SCIM token" onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <Field label="Name" help="The provider that uses the token.">
          {(control) => <input {...control} {...register('name')} />}
        </Field>
        <Field label="Your password">
          {(control) => (
            <input type="password" autoComplete="current-password" {...control} {...register('password')} />
          )}
        </Field>
        <ErrorNotice error={make.error} />
        <div className="buttons">
          <button type="submit" className="main" disabled={make.isPending}>
            Create the token
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
