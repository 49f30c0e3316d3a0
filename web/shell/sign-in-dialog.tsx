import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useForm } from 'react-hook-form'
import { signInWithPasskey } from '../api/passkeys.ts'
import { checkSession, type SignInAnswer, sendSignIn } from '../api/sign-in.ts'
import {
  goOn,
  leaveToSignIn,
  onSignedOut,
  readProofAsked,
  readSignedOut,
  type SignedOut,
} from '../api/signed-in.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { forgetUnsaved } from '../parts/unsaved.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ProofDialog } from './proof-dialog.tsx'

/** Asks the person of this tab to sign in again, above the current screen. */
export function SignInDialog() {
  const signedOut = useSyncExternalStore(onSignedOut, readSignedOut)
  const isProofAsked = useSyncExternalStore(onSignedOut, readProofAsked)
  return signedOut ? <Question {...signedOut} /> : isProofAsked && <ProofDialog />
}

type Step = 'password' | 'code' | 'leave'

function Question({ person, otherEmail }: SignedOut) {
  const [step, setStep] = useState<Step>('password')
  const look = useCallback(async () => {
    if (await checkSession()) goOn()
  }, [])
  useEffect(() => {
    // The person may have signed in again in another tab.
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [look])
  const take = (answer: SignInAnswer) => (answer === 'in' ? goOn() : setStep('code'))
  const title = otherEmail ? 'Someone else has signed in' : 'Sign in again'
  return (
    <Dialog title={title}>
      <div className="form">
        {otherEmail ? (
          <Notice kind="warning">
            {otherEmail} has signed in from another tab of this browser. Nothing is saved under that name.
          </Notice>
        ) : (
          step !== 'leave' && (
            <p>Your session has ended. Your entries are still here and are sent after you sign in.</p>
          )
        )}
        {step === 'leave' && <Leave onStay={() => setStep('password')} />}
        {step === 'code' && <PasskeyButton use={signInWithPasskey} onDone={goOn} />}
        {step === 'code' && (
          <SecretForm
            label="Code"
            help="The six digits that your authenticator app shows now, or a recovery code."
            autoComplete="one-time-code"
            send={(code) => sendSignIn('/code', { code })}
            onAnswer={take}
          />
        )}
        {step === 'password' &&
          (person.opened_by ? (
            <PartnerAccess partner={person.opened_by.name} look={look} />
          ) : (
            <SecretForm
              label="Password"
              email={person.email}
              help={otherEmail ? `Signing in as ${person.email} signs ${otherEmail} out.` : ''}
              autoComplete="current-password"
              send={(password) => sendSignIn('', { email: person.email, password })}
              onAnswer={take}
            />
          ))}
        {step !== 'leave' && (
          <p className="soft">
            <button type="button" className="link" onClick={() => setStep('leave')}>
              {otherEmail ? 'Discard my changes' : 'Sign in as someone else'}
            </button>
            {!person.opened_by && (
              <>
                {' · '}
                <a href="/forgot-password" target="_blank" rel="noreferrer">
                  Forgot your password?
                </a>
              </>
            )}
          </p>
        )}
      </div>
    </Dialog>
  )
}

type SecretProps = {
  label: string
  help: string
  email?: string
  autoComplete: 'current-password' | 'one-time-code'
  send: (secret: string) => Promise<SignInAnswer>
  onAnswer: (answer: SignInAnswer) => void
}

function SecretForm({ label, help, email, autoComplete, send, onAnswer }: SecretProps) {
  const [problem, setProblem] = useState<Error | null>(null)
  const { register, handleSubmit, resetField, setFocus, formState } = useForm({
    defaultValues: { secret: '' },
  })
  useEffect(() => setFocus('secret'), [setFocus])
  const submit = handleSubmit(async ({ secret }) => {
    setProblem(null)
    try {
      onAnswer(await send(secret))
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)))
      resetField('secret')
      setFocus('secret')
    }
  })
  return (
    <form className="form" onSubmit={submit} noValidate>
      <ErrorNotice error={problem} />
      {email && (
        <Field label="E-mail address">
          {(control) => <input {...control} type="email" readOnly autoComplete="username" value={email} />}
        </Field>
      )}
      <Field label={label} help={help}>
        {(control) => (
          <input
            type={autoComplete === 'one-time-code' ? 'text' : 'password'}
            {...control}
            {...register('secret')}
            autoComplete={autoComplete}
            maxLength={1000}
          />
        )}
      </Field>
      <div className="buttons">
        <button type="submit" className="main" disabled={formState.isSubmitting}>
          {formState.isSubmitting ? 'Signing in …' : 'Sign in'}
        </button>
      </div>
    </form>
  )
}

/** A partner has no password for the account. They open it again from their own. */
function PartnerAccess({ partner, look }: { partner: string; look: () => Promise<void> }) {
  return (
    <div className="form">
      <p>
        The access of {partner} to this account has ended. Open the account again from your list of clients in
        another tab, then continue here.
      </p>
      <div className="buttons">
        <button type="button" className="main" onClick={look}>
          Go on
        </button>
      </div>
    </div>
  )
}

function Leave({ onStay }: { onStay: () => void }) {
  const leave = () => {
    forgetUnsaved()
    leaveToSignIn()
  }
  return (
    <div className="form">
      <p>Your entries on this screen are not saved and will be lost.</p>
      <div className="buttons">
        <button type="button" className="main" onClick={onStay}>
          Go back
        </button>
        <button type="button" className="danger" onClick={leave}>
          Leave this screen
        </button>
      </div>
    </div>
  )
}
