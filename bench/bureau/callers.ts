import { parentPort, workerData } from 'node:worker_threads'
import { Agent, request } from 'undici'

/* Callers run in their own thread, so only the service's event loop is measured. */

type Data = {
  url: string
  token: string
  callers: number
  /**
   * The reads of every caller: the groups one after the other, the paths of a group together, as in a
   * browser.
   */
  groups: string[][]
  /** The people who sign in first, with this password. Otherwise everybody uses the token. */
  people?: { emails: string[]; password: string }
  probe: { token: string; path: string }
}
const { url, token, callers, groups, people, probe } = workerData as Data
const dispatcher = new Agent({ connections: callers * 6 + 4 })
const signal = AbortSignal.timeout(120_000)

async function get(path: string, headers: Record<string, string>) {
  const from = performance.now()
  const { statusCode, body } = await request(`${url}${path}`, {
    dispatcher,
    signal,
    headers: { ...headers, 'accept-encoding': 'gzip' },
  })
  let bytes = 0
  for await (const chunk of body) bytes += (chunk as Buffer).length
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`)
  return { path, ms: performance.now() - from, bytes }
}

const bearer = (own: string) => ({ authorization: `Bearer ${own}` })

let isOver = false
async function watch(): Promise<number[]> {
  const taken: number[] = []
  while (!isOver) taken.push((await get(probe.path, bearer(probe.token))).ms)
  return taken
}

/** Fills in the form of the sign-in page, and returns the cookie of the session. */
async function signIn(email: string, password: string): Promise<string> {
  const page = await request(`${url}/sign-in?next=%2Fapp`, { dispatcher, signal })
  const fields = [...(await page.body.text()).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const hidden = Object.fromEntries(
    fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
  )
  const answer = await request(`${url}/sign-in`, {
    method: 'POST',
    dispatcher,
    signal,
    headers: { cookie: cookies(page.headers), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...hidden, email, password }).toString(),
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 303)
    throw new Error(`sign-in of ${email}: ${answer.statusCode} ${text.slice(0, 500)}`)
  return cookies(answer.headers)
}

const cookies = (headers: Record<string, string | string[] | undefined>) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

async function visit(email: string | undefined) {
  const from = performance.now()
  const parts: { path: string; ms: number }[] = []
  let headers: Record<string, string> = bearer(token)
  if (people && email) {
    headers = { cookie: await signIn(email, people.password), 'x-tasman-app': '1' }
    parts.push({ path: 'POST /sign-in', ms: performance.now() - from })
  }
  const prefix = people ? '/app' : ''
  let bytes = 0
  for (const group of groups)
    for (const answer of await Promise.all(group.map((path) => get(`${prefix}${path}`, headers)))) {
      bytes += answer.bytes
      parts.push(answer)
    }
  return { ms: performance.now() - from, bytes, parts }
}

await get(probe.path, bearer(probe.token))
const watching = watch()
const visits = await Promise.all(Array.from({ length: callers }, (_, place) => visit(people?.emails[place])))
isOver = true
parentPort?.postMessage({ visits, probes: await watching })
await dispatcher.close()
