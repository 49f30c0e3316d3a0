import { sendAs } from './client.ts'
import { keyOf, once } from './once.ts'

/** `in`: the person is signed in. `code`: the second factor is still to come. */
export type SignInAnswer = 'in' | 'code'

/** Posts to the app's own server side, to sign in or to prove who is there; one that is under way is joined. Undefined: done. */
export function postOnce<T>(who: 'person' | 'anyone', address: string, body?: unknown): Promise<T> {
  return once(keyOf('POST', address, body), async () => {
    const response = await sendAs(who, 'POST', address, body)
    return (response.status === 204 ? undefined : await response.json()) as T
  })
}

/** Signs in at the server side of the app, which checks and counts as the sign-in page does. */
export async function sendSignIn(step: '' | '/code', body: Record<string, string>): Promise<SignInAnswer> {
  return (await postOnce<{ next: SignInAnswer }>('anyone', `/app/own/sign-in${step}`, body)).next
}

/** Enters the password or a code again, before sensitive work. */
export const sendProof = (kind: 'password' | 'code', secret: string): Promise<void> =>
  postOnce('person', '/app/own/proof', { [kind]: secret })

/** Whether the person of this tab is signed in at this browser now. */
export async function checkSession(): Promise<boolean> {
  return (await sendAs('person', 'GET', '/app/own/session').catch(() => null)) !== null
}
