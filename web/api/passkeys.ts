import { callOwn } from './client.ts'
import { postOnce } from './sign-in.ts'

/* Passkeys through the browser's own functions. Options and responses are JSON with base64url values. */

/** Whether this browser supports passkeys. */
export const knowsPasskeys = (): boolean =>
  typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'

/** Replaces the browser's error, which gives no useful reason. */
async function asked(work: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await work.catch((error: unknown) => {
    const isKnown = error instanceof DOMException && error.name === 'InvalidStateError'
    throw new Error(
      isKnown ? 'This device already has a passkey for your sign-in.' : 'No passkey was used. Try again.',
    )
  })
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was used. Try again.')
  return credential
}

export type NewCredential = Record<'id' | 'clientDataJSON' | 'attestationObject', string> & {
  transports: string[]
}

/** Creates a passkey for the signed-in person on their device. */
export async function makePasskey(): Promise<NewCredential> {
  const options = await callOwn<PublicKeyCredentialCreationOptionsJSON>(
    'POST',
    '/app/own/account/passkeys/options',
  )
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const { id, response } = (
    await asked(navigator.credentials.create({ publicKey }))
  ).toJSON() as RegistrationResponseJSON
  const { clientDataJSON, attestationObject, transports } = response
  return { id, clientDataJSON, attestationObject, transports }
}

/** Uses a passkey at a path of the app's own backend, to sign in again or to confirm the person's identity. */
async function usePasskeyAt(who: 'person' | 'anyone', address: string): Promise<void> {
  const options = await postOnce<PublicKeyCredentialRequestOptionsJSON>(who, `${address}/options`)
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const { id, response } = (
    await asked(navigator.credentials.get({ publicKey }))
  ).toJSON() as AuthenticationResponseJSON
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  await postOnce(who, address, {
    id,
    clientDataJSON,
    authenticatorData,
    signature,
    ...(userHandle ? { userHandle } : {}),
  })
}

export const signInWithPasskey = () => usePasskeyAt('anyone', '/app/own/sign-in/passkey')
export const proveWithPasskey = () => usePasskeyAt('person', '/app/own/proof/passkey')
