import { keyOf, once } from './once.ts'
import { otherPersonOf, personHeader, provedAgain, signedInAgain, signInCount } from './signed-in.ts'
import { rememberTag } from './tags.ts'

/** An error of the API with its message and the invalid fields, if it named any. */
export class ApiError extends Error {
  readonly status: number
  /** Messages by field path, without the leading `body` and list index: `first_name`, `hours.0.rate`. */
  readonly fields: Readonly<Record<string, string>>
  /** Messages by the full path in the body, with the list index: `0.bsb`. */
  readonly paths: Readonly<Record<string, string>>
  /** A code for programs. Unlike the message it is stable. */
  code: string | null = null
  /** The email of another person who is signed in at this browser instead of this tab's person. */
  otherEmail: string | null = null

  constructor(
    status: number,
    sentence: string,
    fields: Record<string, string> = {},
    paths: Record<string, string> = {},
  ) {
    super(sentence)
    this.status = status
    this.fields = fields
    this.paths = paths
  }
}

/** The status of a write that was based on an outdated version of the record. */
const CHANGED = 412

/** Whether a write was refused because the record has changed since it was read. */
export const isChangedMeanwhile = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === CHANGED

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type ErrorBody = {
  code?: string
  detail?: string
  error?: string
  message?: string
  data?: { loc: (string | number)[]; msg: string }[]
}

/** Calls the public API through the service's own address, which adds the token. The browser never sees the token. */
export function call<T>(
  method: Method,
  path: string,
  body?: unknown,
  key?: string,
  version?: string,
): Promise<T> {
  return ask<T>(method, `/app${path}`, body, {
    ...(key ? { 'idempotency-key': key } : {}),
    ...(version ? { 'if-match': `"${version}"` } : {}),
  })
}

/** Writes to the app's own backend, for the account of the signed-in person. */
export function callOwn<T>(method: Method, path: string, body?: unknown): Promise<T> {
  return ask<T>(method, path, body)
}

/** Sends every write of the app. A repeated write joins the one in progress instead of being sent twice. */
function ask<T>(
  method: Method,
  address: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<T> {
  const start = async () => {
    const response = await send(method, address, body, more)
    if (method === 'GET') rememberTag(address, response)
    return (response.status === 204 ? undefined : await response.json()) as T
  }
  return method === 'GET' ? start() : once(keyOf(method, address, body), start)
}

/** Reads from the app's own backend: the session, the demo outbox. */
export async function readOwn<T>(path: string): Promise<T> {
  return (await (await send('GET', path)).json()) as T
}

/** Downloads a file and returns its name. A given CSV is sent with the request. */
export function download(
  path: string,
  fallbackName: string,
  { csv, prefix = '' }: { csv?: File; prefix?: string } = {},
): Promise<string> {
  const [method, address, body] = [csv ? 'POST' : 'GET', `/app${path}`, csv && asCsv(csv)] as const
  // Downloading a bank file marks its amounts as paid. A second download would find nothing left to pay.
  return once(keyOf(method, address, body), async () => {
    const response = await send(method, address, body)
    const named = response.headers.get('content-disposition') ?? ''
    const exact = /filename\*=UTF-8''([^;]+)/.exec(named)?.[1]
    const own = exact ? decodeURIComponent(exact) : (/filename="([^"]+)"/.exec(named)?.[1] ?? fallbackName)
    const name = `${prefix}${own}`.replaceAll(/[\\/:*?"<>|]/g, ' ')
    handOver(await response.blob(), name)
    return name
  })
}

/** Downloads text that the app created. */
export function saveText(text: string, name: string): void {
  handOver(new Blob([text], { type: 'text/csv' }), name)
}

function handOver(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/**
 * Calls the redirect helper of a company, which makes this company the default. The redirect itself is
 * ignored.
 */
export async function openCompany(companyId: number): Promise<void> {
  await fetch(`/app/api/redirect/company/${companyId}`, { headers: HEADERS, redirect: 'manual' }).catch(
    () => undefined,
  )
}

const HEADERS = { 'x-tasman-app': '1' }

/** Sends a CSV file, whatever MIME type the system gave it. */
export function sendFile<T>(path: string, csv: File): Promise<T> {
  return call<T>('POST', path, asCsv(csv))
}

const asCsv = (file: File) =>
  new File([file], file.name, { type: 'text/csv', lastModified: file.lastModified })

/** Sends a file unchanged. */
export function upload(path: string, file: File): Promise<void> {
  return call<void>('PUT', path, file)
}

/** The error code that asks for the password or second factor before a sensitive action. */
const PROOF_REQUIRED = 'proof_required'

/** The number of times that one request may ask a person to sign in. */
const SIGN_INS_MAX = 3

/** Sends a request. When the session has ended or the person must confirm their identity, asks them and retries. */
async function send(
  method: Method,
  address: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Response> {
  for (let signIns = 0; ; signIns += 1) {
    const before = signInCount()
    try {
      return await sendAs('person', method, address, body, more)
    } catch (error) {
      if (!(error instanceof ApiError) || signIns === SIGN_INS_MAX) throw error
      const isSignedOut = error.status === 401 || error.otherEmail !== null
      if (!isSignedOut && error.code !== PROOF_REQUIRED) throw error
      // The person signed in or confirmed their identity before this response arrived, so just retry.
      if (signInCount() !== before) continue
      if (isSignedOut) await signedInAgain(error.otherEmail)
      else if (!(await provedAgain())) throw error
    }
  }
}

/** Sends a request once, as the person of this tab or anonymously to sign in. */
export async function sendAs(
  who: 'person' | 'anyone',
  method: Method,
  address: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Response> {
  const isFile = body instanceof File
  const type = isFile ? body.type || 'application/octet-stream' : 'application/json'
  const response = await fetch(address, {
    method,
    headers: {
      ...HEADERS,
      ...(who === 'person' ? personHeader() : {}),
      ...more,
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError(0, 'The service cannot be reached. Check the connection and try again.')
  })
  if (isWaiting(response)) throw new ApiError(response.status, WAITS)
  if (response.ok) return response
  const error = readError(response.status, await response.json().catch(() => ({})))
  error.otherEmail = otherPersonOf(response)
  throw error
}

const WAITS = 'This needs a second person. It waits under Approvals, and nothing was done yet.'

/** Whether the write is waiting for approval and has not been carried out. */
const isWaiting = ({ status, headers }: Response) =>
  status === 202 && (headers.get('location') ?? '').startsWith('/api/approvals/')

function readError(status: number, body: ErrorBody): ApiError {
  const fields: Record<string, string> = {}
  const paths: Record<string, string> = {}
  for (const { loc, msg } of body.data ?? []) {
    const path = loc.filter((part, index) => !(index === 0 || (index === 1 && typeof part === 'number')))
    fields[path.join('.')] ??= msg
    paths[loc.slice(1).join('.')] ??= msg
  }
  const sentence = body.detail ?? body.message ?? body.error ?? `The service answered ${status}.`
  const error = new ApiError(status, sentence, fields, paths)
  error.code = body.code ?? null
  return error
}

/**
 * Whether the page could be reloaded now. Reloading while the service is down would leave an empty screen.
 */
export const isReachable = (): Promise<boolean> =>
  fetch(location.href, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
