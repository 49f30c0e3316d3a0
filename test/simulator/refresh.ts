import type { Target, Tokens } from './types.ts'

/** New tokens for a refresh token. Undefined when the service refused or did not answer. */
export async function refreshed(target: Target, refresh: string): Promise<Tokens | undefined> {
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refresh,
    client_id: 'demo-client',
    client_secret: 'demo-secret',
    redirect_uri: 'http://127.0.0.1:49152/callback',
  })
  const answer = await target
    .send({
      method: 'POST',
      path: '/api/oauth/token',
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    .catch(() => undefined)
  if (answer?.status !== 200) return undefined
  return { access: answer.body.access_token, refresh: answer.body.refresh_token }
}
