import { openSession } from '../../src/features/access/oauth/sessions.ts'
import type { TestApp } from './app.ts'

export type Page = { status: number; text: string; location: string; headers: Record<string, string> }
type Fields = Record<string, string>

/** A minimal browser: keeps cookies and reads hidden fields, but follows no redirects. */
export type Visitor = {
  cookies: Map<string, string>
  get(path: string, headers?: Fields): Promise<Page>
  /** Posts a form. The hidden fields come from the page `from`. */
  post(path: string, fields: Fields, from?: Page, headers?: Fields): Promise<Page>
  /** Gets the sign-in page and posts it. */
  signIn(email: string, password?: string, next?: string): Promise<Page>
}

/** The values of a page's hidden fields. */
export function hiddenFields(page: Page): Fields {
  const inputs = page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return Object.fromEntries(
    [...inputs].map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
  )
}

/** Visits the pages of the service through `app.inject`. */
export function createVisitor(tasman: TestApp, remoteAddress = '127.0.0.1'): Visitor {
  const cookies = new Map<string, string>()
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Fields,
    fields?: Fields,
  ): Promise<Page> => {
    const response = await tasman.app.inject({
      method,
      url: path,
      remoteAddress,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(fields ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...headers,
      },
      ...(fields ? { payload: new URLSearchParams(fields).toString() } : {}),
    })
    for (const { name, value } of response.cookies) cookies.set(name, value)
    return {
      status: response.statusCode,
      text: response.payload,
      location: String(response.headers.location ?? ''),
      headers: response.headers as Fields,
    }
  }
  const visitor: Visitor = {
    cookies,
    get: (path, headers = {}) => send('GET', path, headers),
    post: (path, fields, from, headers = {}) =>
      send('POST', path, headers, { ...(from ? hiddenFields(from) : {}), ...fields }),
    async signIn(email, password = 'demo-password', next = '/app') {
      const page = await visitor.get(`/sign-in?next=${encodeURIComponent(next)}`)
      return visitor.post('/sign-in', { email, password }, page)
    },
  }
  return visitor
}

/** A browser of a signed-in user. Skips the slow password hashing. */
export async function enterAs(tasman: TestApp, email: string): Promise<Visitor> {
  const visitor = createVisitor(tasman)
  const { id } = await tasman.service.database.query
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const token = await openSession(tasman.service, id, true, { ip: '127.0.0.1', headers: {} })
  visitor.cookies.set('tasman_session', token)
  return visitor
}

export const CALLBACK = 'http://127.0.0.1:8123/callback'

/** Signs in and consents. Returns the parameters of the redirect to the application. */
export async function authorize(
  visitor: Visitor,
  query: Fields,
  options: { email?: string; decision?: string } = {},
): Promise<URLSearchParams> {
  const request = new URLSearchParams({
    client_id: 'demo-client',
    redirect_uri: CALLBACK,
    state: 'a-state',
    scope: 'openid payroll.read payroll.write',
    ...query,
  })
  const start = await visitor.get(`/api/oauth/authorize?${request}`)
  let next = start.location
  if (next.startsWith('/sign-in')) {
    const page = await visitor.get(next)
    const entered = await visitor.post(
      '/sign-in',
      { email: options.email ?? 'owner@demo.example', password: 'demo-password' },
      page,
    )
    next = (await visitor.get(entered.location)).location
  }
  if (!next.startsWith('/consent')) return new URL(next).searchParams
  const consent = await visitor.get(next)
  if (consent.status !== 200) return new URL(consent.location).searchParams
  const back = await visitor.post('/consent', { decision: options.decision ?? 'allow' }, consent)
  return new URL(back.location).searchParams
}

/** Posts to the token endpoint as demo-client (or as set in `fields`). */
export async function token(tasman: TestApp, fields: Fields, headers: Fields = {}) {
  const response = await tasman.app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(
      headers.authorization ? fields : { client_id: 'demo-client', client_secret: 'demo-secret', ...fields },
    ).toString(),
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers as Fields }
}

/** Exchanges a code from `authorize`. */
export function exchangeCode(tasman: TestApp, code: string, fields: Fields = {}) {
  return token(tasman, { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...fields })
}

export function refresh(tasman: TestApp, refreshToken: string, fields: Fields = {}) {
  return token(tasman, { grant_type: 'refresh_token', refresh_token: refreshToken, ...fields })
}

/** A request of the web app with the cookies of this browser. Keeps cookies from the answer. */
export async function callApp(
  tasman: TestApp,
  visitor: Visitor,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) {
  const response = await tasman.app.inject({
    method,
    url: path,
    headers: {
      'x-tasman-app': '1',
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  for (const { name, value } of response.cookies) visitor.cookies.set(name, value)
  const isJson = String(response.headers['content-type'] ?? '').includes('json') && response.payload !== ''
  // biome-ignore lint/suspicious/noExplicitAny: answers are read, not typed, in tests
  const answer: any = isJson ? response.json() : response.payload
  return { status: response.statusCode, body: answer, headers: response.headers }
}

/** Opens the link of an invitation and chooses a password. The browser is then signed in. */
export async function acceptInvitation(visitor: Visitor, mailText: string, password = 'a-long-password') {
  const [, link = ''] = /(\/invitation\/[\w-]+)/.exec(mailText) ?? []
  const page = await visitor.get(link)
  const answer = await visitor.post(link, { name: 'Rosa Tan', password }, page)
  return { link, page, answer }
}
