import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveService, startLive } from '../../../test/support/live.ts'
import { authorize, CALLBACK, createVisitor } from '../../../test/support/visitor.ts'
import { startReceiver } from '../../../test/webhooks/receiver.ts'
import {
  createClient,
  createOAuth,
  NotAuthenticatedError,
  refreshingTokens,
  type Tokens,
  verifyWebhook,
  WebhookRefused,
} from '../src/index.ts'

let tasman: LiveService
beforeAll(async () => {
  tasman = await startLive()
})
afterAll(() => tasman.close())

const oauthFor = (send?: typeof fetch) =>
  createOAuth({
    baseUrl: tasman.base,
    clientId: 'demo-client',
    clientSecret: 'demo-secret',
    redirectUri: CALLBACK,
    ...(send ? { fetch: send } : {}),
  })

/** Plays the customer in the browser and returns the callback URL. */
async function consent(url: string, email = 'owner@demo.example', decision = 'allow'): Promise<string> {
  const query = Object.fromEntries(new URL(url).searchParams)
  const answer = await authorize(createVisitor(tasman), query, { email, decision })
  return `${CALLBACK}?${answer}`
}

async function connect(email?: string): Promise<Tokens> {
  const oauth = oauthFor()
  const started = await oauth.start()
  return oauth.finish(await consent(started.url, email), started)
}

describe('the code flow', () => {
  it('leads to tokens that work, and tells whose they are', async () => {
    const { access_token, expires_at } = await connect()
    expect(expires_at - Date.now()).toBeGreaterThan(1_700_000)
    const who = await createClient({ baseUrl: tasman.base, token: access_token }).get('/api/oauth/userinfo')
    expect(who).toMatchObject({ email: 'owner@demo.example', customer_name: 'Southern Cross Group' })
  })

  it('refuses an answer of another sign-in, and one that says no', async () => {
    const oauth = oauthFor()
    const started = await oauth.start()
    const callback = await consent(started.url)
    await expect(oauth.finish(callback, { ...started, state: 'other' })).rejects.toThrow('state')
    const declined = await oauth.start()
    const refusal = await consent(declined.url, undefined, 'deny')
    await expect(oauth.finish(refusal, declined)).rejects.toThrow(NotAuthenticatedError)
  })
})

describe('refreshing', () => {
  it('happens by itself, once for many calls at once, and stores the new pair first', async () => {
    const first = await connect()
    let refreshes = 0
    const counting: typeof fetch = (input, init) => {
      if (String(input).endsWith('/api/oauth/token')) refreshes += 1
      return fetch(input, init)
    }
    const stored: Tokens[] = []
    const source = refreshingTokens(oauthFor(counting), { ...first, expires_at: 0 }, (tokens) => {
      stored.push(tokens)
    })
    const client = createClient({ baseUrl: tasman.base, token: source })
    await Promise.all([1, 2, 3, 4, 5].map(() => client.get('/api/company')))
    expect(refreshes).toBe(1)
    expect(stored[0]?.refresh_token).not.toBe(first.refresh_token)
  })

  it('follows a 401, when a token ended before its time', async () => {
    const first = await connect()
    const source = refreshingTokens(oauthFor(), first)
    const client = createClient({ baseUrl: tasman.base, token: source })
    await oauthFor().revoke(first.access_token)
    expect(await client.get('/api/company')).toEqual([])
    expect(await source.token()).not.toBe(first.access_token)
  })
})

describe('webhooks', () => {
  it('are verified as they come from the service', async () => {
    const receiver = await startReceiver()
    const { access_token } = await connect()
    const client = createClient({ baseUrl: tasman.base, token: access_token })
    const { secret } = await client.post('/api/webhooks', {
      body: { url: receiver.url('/hook'), events: ['company.created'] },
    })
    await client.put('/api/company/create', {
      body: { legal_name: 'Māia’s Cafe Pty Ltd', abn: '51824753556' },
    })
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1)
    const [message] = receiver.received
    if (!message || !secret) throw new Error('nothing came')
    const { headers } = message
    const body = new Uint8Array(message.raw)
    const event = await verifyWebhook({ secret, headers, body })
    expect(event).toMatchObject({ type: 'company.created', data: { legal_name: 'Māia’s Cafe Pty Ltd' } })
    const rotated = await verifyWebhook({ secret: ['whsec_new', secret], headers, body })
    expect(rotated.id).toBe(event.id)
    if (event.type === 'company.created') expect(event.data.legal_name).toEqual(expect.any(String))
    await expect(verifyWebhook({ secret: [], headers, body })).rejects.toThrow(WebhookRefused)
    await expect(verifyWebhook({ secret: 'whsec_other', headers, body })).rejects.toThrow(WebhookRefused)
    await expect(verifyWebhook({ secret, headers, body: `${message.raw} ` })).rejects.toThrow(WebhookRefused)
    await receiver.close()
  })

  it('are refused when they are old', async () => {
    const stamp = String(Math.floor(Date.now() / 1000) - 301)
    const signature = createHmac('sha256', 's').update(`${stamp}.{}`).digest('hex')
    const headers = { 'x-payroll-timestamp': stamp, 'x-payroll-signature': signature }
    await expect(verifyWebhook({ secret: 's', headers, body: '{}' })).rejects.toThrow('too old')
    const longer = await verifyWebhook({ secret: 's', headers, body: '{}', toleranceSeconds: 600 })
    expect(longer.deliveryId).toBe('')
  })
})
