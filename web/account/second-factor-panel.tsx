import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readOwn } from '../api/client.ts'
import { useAccountWrite } from '../api/hooks.ts'
import type { Account } from '../api/types.ts'
import { plural } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'

type Codes = { recovery_codes: string[] }
type Proof = { password: string; code: string }
type Offer = { secret: string; uri: string; qr: string }

/**
 * The second factor: turned on with a QR code, turned off with a code. Also shows recovery codes. Each change
 * requires the password.
 */
export function SecondFactorPanel({ account }: { account: Account }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isStarted, setIsStarted] = useState(false)
  const isOn = account.has_codes
  return (
    <Panel
      title="Codes from an app"
      actions={
        <Badge
          text={isOn ? 'On' : 'Off'}
          tone={isOn ? 'good' : account.has_second_factor ? 'quiet' : 'warning'}
        />
      }
    >
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {isOn ? (
        <SwitchedOn account={account} onCodes={setCodes} onOff={() => setIsStarted(false)} />
      ) : isStarted ? (
        <SwitchOn account={account} onCodes={setCodes} />
      ) : (
        <div className="form">
          <p>
            After your password we ask for a code from an app on your phone. It keeps others out, even those
            who know your password.
          </p>
          <div className="buttons">
            <button type="button" className="main" onClick={() => setIsStarted(true)}>
              {account.has_second_factor ? 'Set up codes' : 'Set up two-factor sign-in'}
            </button>
          </div>
        </div>
      )}
    </Panel>
  )
}

function SwitchOn({ account, onCodes }: { account: Account; onCodes: (codes: string[]) => void }) {
  const offer = useQuery({
    queryKey: ['second-factor'],
    queryFn: () => readOwn<Offer>('/app/own/account/second-factor'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const turnOn = useAccountWrite<Codes>(({ recovery_codes }) => onCodes(recovery_codes))
  if (!offer.data) return offer.error ? <ErrorNotice error={offer.error} /> : <Waiting />
  return (
    <div className="form">
      <ol className="setup">
        <li>
          Scan this with an authenticator app.
          <div>
            <img
              className="qr"
              src={offer.data.qr}
              alt="QR code for your authenticator app"
              width="200"
              height="200"
            />
          </div>
          <details>
            <summary>No camera? Type the key</summary>
            <code className="secret">{offer.data.secret}</code>
          </details>
        </li>
        <li>
          {account.has_password ? 'Enter your password, and the' : 'Enter the'} six digits that the app shows.
        </li>
      </ol>
      <ProofForm
        text="Switch on"
        hasPassword={account.has_password}
        isBusy={turnOn.isPending}
        error={turnOn.error}
        onProof={(body) => turnOn.mutate({ method: 'POST', path: '/second-factor', body })}
      />
    </div>
  )
}

type OnProps = { account: Account; onCodes: (codes: string[] | null) => void; onOff: () => void }

function SwitchedOn({ account, onCodes, onOff }: OnProps) {
  const [asked, setAsked] = useState<'off' | 'codes' | null>(null)
  const write = useAccountWrite<Codes | undefined>((answer) => {
    setAsked(null)
    onCodes(answer?.recovery_codes ?? null)
    if (!answer) onOff()
  })
  const go = (body: Proof) => {
    const path = asked === 'off' ? '/second-factor/off' : '/second-factor/recovery-codes'
    write.mutate({ method: 'POST', path, body })
  }
  const left = account.recovery_codes_left
  return (
    <div className="form">
      <p>
        After your password we ask for a code. You have {plural(left, 'recovery code')} left
        {left < 3 ? ': make new ones.' : '.'}
      </p>
      {asked ? (
        <ProofForm
          text={asked === 'off' ? 'Switch off' : 'Create new codes'}
          hasPassword={account.has_password}
          isBusy={write.isPending}
          error={write.error}
          onProof={go}
          onClose={() => setAsked(null)}
        />
      ) : (
        <div className="buttons">
          <button type="button" onClick={() => setAsked('codes')}>
            New recovery codes
          </button>
          <button type="button" className="danger" onClick={() => setAsked('off')}>
            Switch off
          </button>
        </div>
      )}
    </div>
  )
}

type ProofProps = {
  text: string
  /** A person who signs in only through the organisation has no password. */
  hasPassword: boolean
  isBusy: boolean
  error: Error | null
  onProof: (proof: Proof) => void
  onClose?: () => void
}

/** Asks for the password and a code. An unattended browser must not be enough to change how its owner signs in. */
function ProofForm({ text, hasPassword, isBusy, error, onProof, onClose }: ProofProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        onProof({ password, code })
      }}
    >
      {hasPassword && (
        <Field label="Your password">
          {(control) => (
            <input
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              {...control}
            />
          )}
        </Field>
      )}
      <Field label="Code from the app">
        {(control) => (
          <input
            className="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            {...control}
          />
        )}
      </Field>
      <ErrorNotice error={error} />
      <div className="buttons">
        <button
          type="submit"
          className="main"
          disabled={isBusy || (hasPassword && password === '') || code.trim() === ''}
        >
          {text}
        </button>
        {onClose && (
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join('\n')
  const [isCopied, setIsCopied] = useState(false)
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setIsCopied(true),
      () => undefined,
    )
  return (
    <section className="notice good" aria-label="Recovery codes">
      <p>
        <strong>Keep these recovery codes.</strong> Each works once when you do not have your phone. They are
        not shown again.
      </p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="buttons">
        <button type="button" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
        <a
          className="button"
          href={`data:text/plain,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Save as a file
        </a>
        <button type="button" className="main" onClick={onDone}>
          I have saved them
        </button>
      </div>
    </section>
  )
}

/** Shown where a second factor is required, with a link to set it up. */
export function NeedsSecondFactor() {
  return (
    <Notice kind="warning">
      Changes of details need a code from your phone.{' '}
      <a href="/app/account">Set up two-factor sign-in first.</a>
    </Notice>
  )
}
