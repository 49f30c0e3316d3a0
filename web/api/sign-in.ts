import { sendAs } from './client.ts'
import { keyOf, once } from './once.ts'

/** `in`: the person is signed in. `code`: the second factor is still to come. */
export type SignInAnswer = 'in' | 'code'

/** Signs in at the server side of the app, which checks and counts as the sign-in page does. */
export function sendSignIn(step: '' | '/code', body: Record<string, string>): Promise<SignInAnswer> {
  const address = `/app/own/sign-in${step}`
  return once(keyOf('POST', address, body), async () => {
    const response = await sendAs('anyone', 'POST', address, body)
    return ((await response.json()) as { next: SignInAnswer }).next
  })
}

/** Whether the person of this tab is signed in at this browser now. */
export async function checkSession(): Promise<boolean> {
  return (await sendAs('person', 'GET', '/app/own/session').catch(() => null)) !== null
}
