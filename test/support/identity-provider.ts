import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** A small OpenID provider on loopback. It signs in the user that the test names, and can be told to misbehave. */
export type TestProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Claims of the next ID token, which override the correct ones. */
  claims: JWTPayload & Record<string, unknown>
  /** False entries in the provider's discovery document. */
  document: Record<string, unknown>
  /** Signs with a key that is not published. */
  isForging: boolean
  /** Publishes a new key from now on. */
  changeKey(): Promise<void>
  /** Signs the user in at the provider. Returns the parameters of the redirect back. */
  authorize(url: string): URLSearchParams
  close(): Promise<void>
}

export async function startProvider(now: () => Date): Promise<TestProvider> {
  const clientId = 'tasman'
  const clientSecret = 'a secret: with / and ü'
  let key = await generateKeyPair('ES256')
  let kid = randomUUID()
  const forged = await generateKeyPair('ES256')
  const codes = new Map<string, { challenge: string; nonce: string; redirect: string }>()

  const idToken = async (nonce: string) => {
    const seconds = Math.floor(now().getTime() / 1000)
    return new SignJWT({
      iss: provider.issuer,
      aud: clientId,
      sub: 'person-1',
      nonce,
      iat: seconds,
      exp: seconds + 300,
      email_verified: true,
      ...provider.claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid })
      .sign(provider.isForging ? forged.privateKey : key.privateKey)
  }
  const token = async (body: string, authorization: string) => {
    const form = new URLSearchParams(body)
    const [id = '', secret = ''] = Buffer.from(authorization.replace('Basic ', ''), 'base64')
      .toString()
      .split(':')
      .map(decodeURIComponent)
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (id !== clientId || secret !== clientSecret) return { status: 401, body: { error: 'invalid_client' } }
    if (!code || code.challenge !== challenge || code.redirect !== form.get('redirect_uri'))
      return { status: 400, body: { error: 'invalid_grant' } }
    return {
      status: 200,
      body: { access_token: 'x', token_type: 'Bearer', id_token: await idToken(code.nonce) },
    }
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const send = (status: number, answer: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    if (request.url === '/.well-known/openid-configuration')
      return send(200, {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/keys`,
        ...provider.document,
      })
    if (request.url === '/keys') {
      const jwk = await exportJWK(key.publicKey)
      return send(200, { keys: [{ ...jwk, kid, alg: 'ES256', use: 'sig' }] })
    }
    if (request.url === '/token') {
      const answer = await token(body, request.headers.authorization ?? '')
      return send(answer.status, answer.body)
    }
    return send(404, {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const provider: TestProvider = {
    issuer: `http://127.0.0.1:${port}`,
    clientId,
    clientSecret,
    claims: {},
    document: {},
    isForging: false,
    async changeKey() {
      key = await generateKeyPair('ES256')
      kid = randomUUID()
    },
    authorize(url) {
      const asked = new URL(url).searchParams
      const code = randomUUID()
      codes.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        nonce: asked.get('nonce') ?? '',
        redirect: asked.get('redirect_uri') ?? '',
      })
      return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: provider.issuer })
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return provider
}
