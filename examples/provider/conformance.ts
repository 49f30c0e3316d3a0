// The conformance kit: checks over HTTP what every provider must do.
// Run it against your own provider on loopback:
// node examples/provider/conformance.ts http://127.0.0.1:7300 <token> [signing secret] [--super]
import { createHmac, randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'

export type Target = { url: string; token: string; signingSecret?: string | undefined }
export type Finding = { check: string; isGood: boolean; found: string }

const STATES = ['received', 'accepted', 'partial', 'rejected']

/** A message that any provider can read: one employee line with nil amounts. */
const aMessage = (messageId: string) => ({
  messageId,
  transactionId: randomUUID(),
  irdNumber: '049091850',
  payDate: '2026-07-10',
  isAmendment: false,
  file: 'HEI2,049091850,20260710\r\nDEI,049091850\r\n',
  detailsFile: null,
})

type Reply = { status: number; body: Record<string, unknown> }

/** A contribution file that any provider for super can read: its header and one row. */
const aFile = (messageId: string) => ({
  messageId,
  abn: '51824753556',
  contributions: 1,
  total: '0.00',
  file: 'VERSION,1.0\r\n',
})

/** What a provider for super must do beyond `checkProvider`. */
export async function checkSuperProvider(target: Target): Promise<Finding[]> {
  const findings: Finding[] = []
  const say = (check: string, isGood: boolean, reply: Reply) =>
    findings.push({ check, isGood, found: `${reply.status} ${JSON.stringify(reply.body)}`.slice(0, 300) })
  const id = randomUUID()
  const unknown = await callPath(target, 'GET', `/messages/${id}/returned`)
  say('Rows of a message that never arrived are answered 404.', unknown.status === 404, unknown)
  const sent = await callPath(target, 'PUT', `/messages/${id}`, aFile(id))
  say('A contribution file is answered 200 or 202.', [200, 202].includes(sent.status), sent)
  const returned = await callPath(target, 'GET', `/messages/${id}/returned`)
  say('Returned rows are a list with row, day and reason.', isReturnedList(returned), returned)
  const again = await callPath(target, 'GET', `/messages/${id}/returned`)
  say('A row that came back stays in the list.', isSuperset(again, returned), again)
  const question = {
    requestId: id,
    abn: '51824753556',
    fund: 'STA0100AU',
    memberNumber: '1',
    lastName: 'Lee',
  }
  const member = await callPath(target, 'PUT', `/members/${id}`, question)
  say('A question about a member is answered with one of the three answers.', isMember(member), member)
  const stranger = { ...target, token: `${target.token}x` }
  const refused = await callPath(stranger, 'PUT', `/members/${id}`, question)
  say('A question with a wrong token is answered 401.', refused.status === 401, refused)
  return findings
}

const rowsOf = ({ status, body }: Reply): unknown[] | null =>
  status === 200 && Array.isArray(body) ? body : null
const isReturnedList = (reply: Reply) =>
  rowsOf(reply)?.every((row) => {
    const { document, returnedOn, reason } = row as Record<string, unknown>
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(String(returnedOn))
    return Number(document) > 0 && isDay && typeof reason === 'string'
  }) ?? false
const isSuperset = (later: Reply, earlier: Reply) => {
  const known = new Set((rowsOf(later) ?? []).map((row) => JSON.stringify(row)))
  return (rowsOf(earlier) ?? []).every((row) => known.has(JSON.stringify(row)))
}
const isMember = ({ status, body }: Reply) =>
  status === 200 && ['matched', 'not-matched', 'closed'].includes(String(body.answer))

/** Runs every check and returns the findings. Never throws. */
export async function checkProvider(target: Target): Promise<Finding[]> {
  const findings: Finding[] = []
  const say = (check: string, isGood: boolean, reply: Reply) =>
    findings.push({ check, isGood, found: `${reply.status} ${JSON.stringify(reply.body)}`.slice(0, 300) })
  const id = randomUUID()

  const stranger = await call({ ...target, token: `${target.token}x` }, 'PUT', id, aMessage(id))
  say('A wrong token gets 401.', stranger.status === 401, stranger)

  if (target.signingSecret !== undefined)
    for (const [check, how] of Object.entries(WRONGLY_SIGNED)) {
      const reply = await call({ ...target, ...how(target.signingSecret) }, 'PUT', id, aMessage(id))
      say(check, reply.status === 401, reply)
    }

  const unknown = await call(target, 'GET', id)
  say('A message that never arrived gets 404, even after a refused token.', unknown.status === 404, unknown)

  const first = await call(target, 'PUT', id, aMessage(id))
  say('A message is answered 200 or 202.', [200, 202].includes(first.status), first)
  say(
    '200 carries an answer with a state, and notes by line.',
    first.status !== 200 || isAnswer(first.body),
    first,
  )

  const second = await call(target, 'PUT', id, aMessage(id))
  say(
    'The same message again is answered as the first time.',
    first.status === 202 ? [200, 202].includes(second.status) : isSame(first, second),
    second,
  )

  const collected = await call(target, 'GET', id)
  say(
    'Its answer can be collected.',
    collected.status === 202 || (collected.status === 200 && isAnswer(collected.body)),
    collected,
  )
  const again = await call(target, 'GET', id)
  say('An answer that was given once stands.', collected.status === 202 || isSame(collected, again), again)

  const broken = await call(target, 'PUT', randomUUID(), 'no JSON')
  say(
    'A message that cannot be read is refused for good (400 to 499, but not 408, 425, 429).',
    isFinal(broken),
    broken,
  )
  return findings
}

/** Requests that a provider must refuse once it has agreed on a signing secret. */
const WRONGLY_SIGNED: Record<string, (secret: string) => Partial<Target> & Skewed> = {
  'A request without a signature is answered 401.': () => ({ signingSecret: undefined }),
  'A request that was signed with another secret is answered 401.': (secret) => ({
    signingSecret: `${secret}x`,
  }),
  'A signature that is ten minutes old is answered 401.': () => ({ signedSecondsAgo: 600 }),
  'A signature of another body is answered 401.': () => ({ signedBody: '{}' }),
}

const isFinal = ({ status }: Reply) => status >= 400 && status < 500 && ![408, 425, 429].includes(status)
const isSame = (a: Reply, b: Reply) =>
  a.status === b.status && JSON.stringify(a.body) === JSON.stringify(b.body)

/** A partial answer must name at least one line. Otherwise the employer cannot tell which employee was rejected. */
function isAnswer(body: Record<string, unknown>): boolean {
  const notes = body.notes ?? []
  if (!STATES.includes(String(body.state)) || !Array.isArray(notes)) return false
  const isRead = notes.every((note) => typeof note?.code === 'string' && typeof note?.message === 'string')
  return isRead && (body.state !== 'partial' || notes.some((note) => Number(note.document) > 0))
}

const call = (target: Target & Skewed, method: string, id: string, message?: unknown) =>
  callPath(target, method, `/messages/${id}`, message)

async function callPath(
  target: Target & Skewed,
  method: string,
  path: string,
  message?: unknown,
): Promise<Reply> {
  const address = `${target.url}${path}`
  const body = typeof message === 'string' ? message : message ? JSON.stringify(message) : ''
  const response = await fetch(address, {
    method,
    headers: {
      authorization: `Bearer ${target.token}`,
      ...(message ? { 'content-type': 'application/json' } : {}),
      ...signature(target, method, address, body),
    },
    ...(message ? { body } : {}),
  })
  const text = await response.text()
  try {
    return { status: response.status, body: JSON.parse(text) }
  } catch {
    return { status: response.status, body: { text } }
  }
}

/** Makes a signature wrong on purpose: signed earlier, or for another body. */
type Skewed = { signedSecondsAgo?: number; signedBody?: string }

/** Signs the time, method, path and body, each on its own line. */
function signature(
  { signingSecret, signedSecondsAgo = 0, signedBody }: Target & Skewed,
  method: string,
  address: string,
  body: string,
): Record<string, string> {
  if (signingSecret === undefined) return {}
  const time = Math.floor(Date.now() / 1000) - signedSecondsAgo
  const signed = [time, method, new URL(address).pathname, signedBody ?? body].join('\n')
  return {
    'tasman-signature': `t=${time},v1=${createHmac('sha256', signingSecret).update(signed).digest('hex')}`,
  }
}

async function main(given: readonly string[]): Promise<void> {
  const isSuper = given.includes('--super')
  const [url, token, signingSecret] = given.filter((word) => word !== '--super')
  if (!url || !token) throw new Error('Missing arguments: <url> <token> [signing secret] [--super]')
  const target = { url: url.replace(/\/$/, ''), token, signingSecret }
  const findings = [...(await checkProvider(target)), ...(isSuper ? await checkSuperProvider(target) : [])]
  for (const { check, isGood, found } of findings)
    process.stdout.write(`${isGood ? 'pass' : 'FAIL'}  ${check}${isGood ? '' : `\n      ${found}`}\n`)
  process.exitCode = findings.every(({ isGood }) => isGood) ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2))
