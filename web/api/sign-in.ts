import { sendAs } from './client.ts'
import { keyOf, once } from './once.ts'

/** `in` means that the person is signed in, `code` that the second factor is still needed. */
export type SignInAnswer = 'in' | 'code'

/**
 * Posts to the app's own backend, to sign in or to confirm an identity. A repeated call joins the one under way. Returns
 * undefined when done.
 */
export function postOnce<T>(who: 'person' | 'anyone', address: string, body?: unknown): Promise<T> {
  return once(keyOf('POST', address, body), async () => {
    const response = await sendAs(who, 'POST', address, body)
    return (response.status === 204 ? undefined : await response.json()) as T
  })
}

/** Signs in through the app's backend, which checks and limits attempts like the sign-in page. */
export async function sendSignIn(step: '' | '/code', body: Record<string, string>): Promise<SignInAnswer> {
  return (await postOnce<{ next: SignInAnswer }>('anyone', `/app/own/sign-in${step}`, body)).next
}

/** Sends the password or a code again, before a sensitive action. */
export const sendProof = (kind: 'password' | 'code', secret: string): Promise<void> =>
  postOnce('person', '/app/own/proof', { [kind]: secret })

/** Whether the person of this tab is still signed in at this browser. */
export async function checkSession(): Promise<boolean> {
  return (await sendAs('person', 'GET', '/app/own/session').catch(() => null)) !== null
}
