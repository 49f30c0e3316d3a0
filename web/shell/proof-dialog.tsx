import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../api/hooks.ts'
import { proveWithPasskey } from '../api/passkeys.ts'
import { sendProof } from '../api/sign-in.ts'
import { endProof } from '../api/signed-in.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** Asks for the password or the second factor again, above the screen with the sensitive action. */
export function ProofDialog() {
  const account = useAccount().data
  const [kind, setKind] = useState<'password' | 'code'>('password')
  const [secret, setSecret] = useState('')
  const prove = useMutation<void, Error>({
    mutationFn: () => sendProof(kind, secret),
    onSuccess: () => endProof(true),
    onError: () => setSecret(''),
  })
  const isPassword = kind === 'password'
  const turn = () => {
    setKind(isPassword ? 'code' : 'password')
    setSecret('')
    prove.reset()
  }
  return (
    <Dialog title="Confirm it is you" onClose={() => endProof(false)}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          prove.mutate()
        }}
      >
        <p>This action is sensitive, and you signed in a while ago. It continues after you confirm.</p>
        {account && account.passkeys.length > 0 && (
          <PasskeyButton use={proveWithPasskey} onDone={() => endProof(true)} />
        )}
        <Field label={isPassword ? 'Your password' : 'Code from your app, or a recovery code'} key={kind}>
          {(control) => (
            <input
              type={isPassword ? 'password' : 'text'}
              autoComplete={isPassword ? 'current-password' : 'one-time-code'}
              autoCapitalize="none"
              spellCheck={false}
              value={secret}
              onChange={(event) => setSecret(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <ErrorNotice error={prove.error} />
        <div className="buttons">
          <button type="submit" className="main" disabled={prove.isPending || secret.trim() === ''}>
            Continue
          </button>
          <button type="button" onClick={() => endProof(false)}>
            Cancel
          </button>
        </div>
        {account?.has_second_factor && (
          <p className="soft">
            <button type="button" className="link" onClick={turn}>
              {isPassword ? 'Enter a code instead' : 'Enter the password instead'}
            </button>
          </p>
        )}
      </form>
    </Dialog>
  )
}
