// Prints one access token: npm run -s token -- --as owner --scope "openid payroll.read payroll.write"
// Uses the real authorization code flow over HTTP against the running service, as a browser and an application would.
import { createHash, randomBytes } from 'node:crypto'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../src/demo/people.ts'
import { readArguments } from './read-arguments.mjs'

const REDIRECT_URI = 'http://127.0.0.1:49152/callback'
const PAYROLL = 'openid payroll.read payroll.write'
const PARTNER = 'partner.checkout.preview partner.checkout.write partner.checkout.cancel'

const base = (process.env.BASE_URL ?? `http://127.0.0.1:${process.env.PORT ?? '8080'}`).replace(/\/$/, '')
const cookies = new Map<string, string>()

/** One request of the simulated browser. Keeps cookies and does not follow redirects. */
async function send(path: string, form?: Record<string, string>): Promise<Response> {
  const response = await fetch(new URL(path, `${base}/`), {
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  })
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    cookies.set(name, value)
  }
  return response
}

/** The redirect target of an answer. Without one it fails with the message on the page. */
async function follow(response: Response): Promise<string> {
  const location = response.headers.get('location')
  if (location) return location
  throw new Error(`${response.status} ${response.url.split('?')[0]}: ${await sentenceOf(response)}`)
}

async function sentenceOf(response: Response): Promise<string> {
  const text = await response.text()
  const sentence = /<p class="problem"[^>]*>(.*?)<\/p>/s.exec(text) ?? /<p>(.*?)<\/p>/s.exec(text)
  return sentence?.[1] ?? text.slice(0, 300)
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

/** The hidden fields of the form on a page. */
async function hiddenFields(response: Response): Promise<Record<string, string>> {
  const text = await response.text()
  const inputs = text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  const plain = (value: string) =>
    value.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, plain(value)]))
}

async function main(): Promise<void> {
  const { values } = readArguments({
    usage: 'npm run -s token -- [--as <person>] [--scope "<scopes>"]',
    options: { as: { type: 'string', value: '<person>' }, scope: { type: 'string', value: '"<scopes>"' } },
  })
  const person = DEMO_PEOPLE.find((entry) => entry.key === (values.as ?? 'owner'))
  if (!person) throw new Error(`--as takes ${DEMO_PEOPLE.map((entry) => entry.key).join(', ')}`)
  const isPartner = person.key === 'partner'
  const client = isPartner
    ? { client_id: 'demo-partner', client_secret: 'demo-partner-secret' }
    : { client_id: 'demo-client', client_secret: 'demo-secret' }
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(16).toString('base64url')
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT_URI,
    state,
    scope: values.scope ?? (isPartner ? `${PAYROLL} ${PARTNER}` : PAYROLL),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })

  const signInPath = await follow(await send(`/api/oauth/authorize?${query}`))
  if (signInPath.startsWith(REDIRECT_URI)) throw new Error(refusalIn(signInPath))
  const signIn = await hiddenFields(await send(signInPath))
  const credentials = { email: person.email, password: DEMO_PASSWORD }
  const authorizePath = await follow(await send('/sign-in', { ...signIn, ...credentials }))
  const consentPath = await follow(await send(authorizePath))
  if (consentPath.startsWith(REDIRECT_URI)) throw new Error(refusalIn(consentPath))
  const consent = await hiddenFields(await send(consentPath))
  const callback = await follow(await send('/consent', { ...consent, decision: 'allow' }))
  const answer = new URL(callback).searchParams
  const code = answer.get('code')
  if (!code || answer.get('state') !== state) throw new Error(refusalIn(callback))

  const response = await send('/api/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: verifier,
    ...client,
  })
  if (!response.ok) throw new Error(`${response.status} /api/oauth/token: ${await response.text()}`)
  const { access_token } = (await response.json()) as { access_token: string }
  console.log(access_token)
}

function refusalIn(callback: string): string {
  const answer = new URL(callback).searchParams
  return `${answer.get('error')}: ${answer.get('error_description')}`
}

main().catch((error: Error & { cause?: { code?: string } }) => {
  const isDown = error.cause?.code === 'ECONNREFUSED'
  console.error(
    isDown ? `No service answers at ${base}. Start it with npm start, or set BASE_URL.` : error.message,
  )
  process.exit(1)
})
