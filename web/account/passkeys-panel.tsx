import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccountWrite } from '../api/hooks.ts'
import { knowsPasskeys, makePasskey, type NewCredential } from '../api/passkeys.ts'
import type { Account, Passkey } from '../api/types.ts'
import { dayOf, moment, plural } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { RecoveryCodes } from './second-factor-panel.tsx'

type Codes = { recovery_codes: string[] }
type Ask = { kind: 'add' } | { kind: 'codes' } | { kind: 'rename' | 'remove'; passkey: Passkey }

/** Passkeys: sign in with a device or security key by fingerprint, face or PIN. */
export function PasskeysPanel({ account }: { account: Account }) {
  const [ask, setAsk] = useState<Ask | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const { passkeys } = account
  const close = () => setAsk(null)
  const isOn = passkeys.length > 0
  return (
    <Panel
      title="Passkeys"
      actions={
        <Badge
          text={isOn ? 'On' : 'Off'}
          tone={isOn ? 'good' : account.has_second_factor ? 'quiet' : 'warning'}
        />
      }
    >
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      <div className="form">
        <p>
          Sign in with the fingerprint, face or PIN of your device, or with a security key. A passkey works
          only on this site, so a fake site cannot steal it.
        </p>
        {isOn && <PasskeyList passkeys={passkeys} onAsk={setAsk} />}
        {isOn && !account.has_codes && (
          <p>
            You have {plural(account.recovery_codes_left, 'recovery code')} left.{' '}
            <button type="button" className="link" onClick={() => setAsk({ kind: 'codes' })}>
              New recovery codes
            </button>
          </p>
        )}
        {knowsPasskeys() ? (
          <div className="buttons">
            <button type="button" onClick={() => setAsk({ kind: 'add' })}>
              Add a passkey
            </button>
          </div>
        ) : (
          <Notice kind="warning">This browser does not support passkeys. Use a newer browser.</Notice>
        )}
      </div>
      {ask?.kind === 'add' && <AddDialog account={account} onClose={close} onCodes={setCodes} />}
      {ask?.kind === 'codes' && <CodesDialog account={account} onClose={close} onCodes={setCodes} />}
      {ask?.kind === 'rename' && <RenameDialog passkey={ask.passkey} onClose={close} />}
      {ask?.kind === 'remove' && <RemoveDialog account={account} passkey={ask.passkey} onClose={close} />}
    </Panel>
  )
}

function PasskeyList({ passkeys, onAsk }: { passkeys: Passkey[]; onAsk: (ask: Ask) => void }) {
  return (
    <ul className="sessions">
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <div>
            <strong>{passkey.name}</strong>
            <div className="soft">
              Added {dayOf(passkey.created_at)} ·{' '}
              {passkey.last_used_at ? `last used ${moment(passkey.last_used_at)}` : 'not used yet'}
            </div>
          </div>
          <div className="actions">
            <button
              type="button"
              className="small"
              aria-label={`Rename ${passkey.name}`}
              onClick={() => onAsk({ kind: 'rename', passkey })}
            >
              Rename
            </button>
            <button
              type="button"
              className="small danger"
              aria-label={`Remove ${passkey.name}`}
              onClick={() => onAsk({ kind: 'remove', passkey })}
            >
              Remove
            </button>
          </div>
        </li>
      ))}
    </ul>
  )
}

type CodesProps = { account: Account; onClose: () => void; onCodes: (codes: string[] | null) => void }

function AddDialog({ account, onClose, onCodes }: CodesProps) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const save = useAccountWrite<Codes>(({ recovery_codes }) => {
    onCodes(recovery_codes.length > 0 ? recovery_codes : null)
    onClose()
  })
  const make = useMutation<NewCredential, Error>({
    mutationFn: makePasskey,
    onSuccess: (credential) =>
      save.mutate({ method: 'POST', path: '/passkeys', body: { name, password, credential } }),
  })
  return (
    <AskDialog
      title="Add a passkey"
      text="Continue"
      error={make.error ?? save.error}
      isBusy={make.isPending || save.isPending}
      isReady={name.trim() !== '' && (password !== '' || !account.has_password)}
      onGo={() => make.mutate()}
      onClose={onClose}
    >
      <TextField label="Name, such as “Work laptop”" value={name} onChange={setName} />
      {account.has_password && <PasswordField value={password} onChange={setPassword} />}
      <p className="soft">Your browser asks for your fingerprint, face, PIN or key next.</p>
    </AskDialog>
  )
}

function CodesDialog({ account, onClose, onCodes }: CodesProps) {
  const [password, setPassword] = useState('')
  const write = useAccountWrite<Codes>(({ recovery_codes }) => {
    onCodes(recovery_codes)
    onClose()
  })
  return (
    <AskDialog
      title="New recovery codes"
      text="Create new codes"
      error={write.error}
      isBusy={write.isPending}
      isReady={password !== '' || !account.has_password}
      onGo={() => write.mutate({ method: 'POST', path: '/second-factor/recovery-codes', body: { password } })}
      onClose={onClose}
    >
      <p>Your current codes stop working.</p>
      {account.has_password && <PasswordField value={password} onChange={setPassword} />}
    </AskDialog>
  )
}

type OneProps = { passkey: Passkey; onClose: () => void }

function RenameDialog({ passkey, onClose }: OneProps) {
  const [name, setName] = useState(passkey.name)
  const write = useAccountWrite<void>(onClose)
  return (
    <AskDialog
      title={`Rename ${passkey.name}`}
      text="Rename"
      error={write.error}
      isBusy={write.isPending}
      isReady={name.trim() !== ''}
      onGo={() => write.mutate({ method: 'PATCH', path: `/passkeys/${passkey.id}`, body: { name } })}
      onClose={onClose}
    >
      <TextField label="Name" value={name} onChange={setName} />
    </AskDialog>
  )
}

function RemoveDialog({ account, passkey, onClose }: OneProps & { account: Account }) {
  const [password, setPassword] = useState('')
  const write = useAccountWrite<void>(onClose)
  return (
    <AskDialog
      title={`Remove ${passkey.name}?`}
      text="Remove"
      error={write.error}
      isBusy={write.isPending}
      isReady={password !== '' || !account.has_password}
      onGo={() =>
        write.mutate({ method: 'POST', path: `/passkeys/${passkey.id}/remove`, body: { password } })
      }
      onClose={onClose}
    >
      <p>You can no longer sign in with it. Delete it on the device as well.</p>
      {account.has_password && <PasswordField value={password} onChange={setPassword} />}
    </AskDialog>
  )
}

type AskProps = {
  title: string
  text: string
  error: Error | null
  isBusy: boolean
  isReady: boolean
  onGo: () => void
  onClose: () => void
  children: React.ReactNode
}

function AskDialog({ title, text, error, isBusy, isReady, onGo, onClose, children }: AskProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          onGo()
        }}
      >
        {children}
        <ErrorNotice error={error} />
        <div className="buttons">
          <button type="submit" className="main" disabled={isBusy || !isReady}>
            {text}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}

type InputProps = { value: string; onChange: (value: string) => void }

function TextField({ label, value, onChange }: InputProps & { label: string }) {
  return (
    <Field label={label}>
      {(control) => (
        <input maxLength={60} value={value} onChange={(event) => onChange(event.target.value)} {...control} />
      )}
    </Field>
  )
}

function PasswordField({ value, onChange }: InputProps) {
  return (
    <Field label="Your password">
      {(control) => (
        <input
          type="password"
          autoComplete="current-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...control}
        />
      )}
    </Field>
  )
}
