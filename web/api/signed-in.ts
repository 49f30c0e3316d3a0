import type { Session } from './types.ts'

/* The person of this tab, and what happens when the browser is signed out or another person signs in. */

/**
 * The person who opened this tab. Every request names this person, so the service never answers with another
 * person's data.
 */
export type Person = Pick<Session, 'person' | 'name' | 'email' | 'opened_by'>

/** Why requests wait: the session has ended, or another person has signed in at this browser. */
export type SignedOut = { person: Person; otherEmail: string | null }

let person: Person | null = null
let signedOut: SignedOut | null = null
let signIns = 0
let waiting = Promise.withResolvers<void>()
const listeners = new Set<() => void>()

export function rememberPerson(session: Session): void {
  person = session
}

export const personHeader = (): Record<string, string> => (person ? { 'x-tasman-person': person.person } : {})

/** The email of another person who is now signed in at this browser, if the answer names one. */
export function otherPersonOf(response: Response): string | null {
  const email = response.headers.get('x-tasman-signed-in-as')
  return email === null ? null : decodeURIComponent(email)
}

/** Resolves when the person of this tab is signed in again. All requests wait for the same dialog. */
export function signedInAgain(otherEmail: string | null): Promise<void> {
  if (!person) {
    // Nothing on the screen could be lost yet.
    leaveToSignIn()
    return new Promise(() => {})
  }
  if (signedOut?.otherEmail !== otherEmail) publish({ person, otherEmail })
  return waiting.promise
}

/** Whether the dialog for the password or second factor is open. Sensitive actions require it again after a while. */
let isProofAsked = false
let proof = Promise.withResolvers<boolean>()

export const readProofAsked = (): boolean => isProofAsked && !signedOut

/** Resolves when the person has confirmed their identity or refused to. All requests wait for the same dialog. */
export function provedAgain(): Promise<boolean> {
  isProofAsked = true
  publish(signedOut)
  return proof.promise
}

/** Closes the dialog. Waiting requests continue or fail. */
export function endProof(isProved: boolean): void {
  isProofAsked = false
  if (isProved) signIns += 1
  publish(signedOut)
  proof.resolve(isProved)
  proof = Promise.withResolvers<boolean>()
}

/** How often the person has signed in again or confirmed their identity in this tab. */
export const signInCount = (): number => signIns

/** Lets every waiting request continue. */
export function goOn(): void {
  signIns += 1
  publish(null)
  waiting.resolve()
  waiting = Promise.withResolvers<void>()
}

export function leaveToSignIn(): void {
  location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
}

export const readSignedOut = (): SignedOut | null => signedOut

export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function publish(next: SignedOut | null): void {
  signedOut = next
  for (const listener of listeners) listener()
}
