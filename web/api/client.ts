import { keyOf, once } from './once.ts'
import { otherPersonOf, personHeader, provedAgain, signedInAgain, signInCount } from './signed-in.ts'
import { rememberTag } from './tags.ts'

/** A refusal of the API, with its sentence and, where it named them, the fields that are wrong. */
export class ApiError extends Error {
  readonly status: number
  /** By field path without the leading `body` and list index: `first_name`, `hours.0.rate`. */
  readonly fields: Readonly<Record<string, string>>
  /** By the whole path in the body, list index and all: `0.bsb`. */
  readonly paths: Readonly<Record<string, string>>
  /** For programs; stable where the sentence is not. */
  code: string | null = null
  /** The person who is signed in at this browser instead of the one this tab belongs to. */
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

/** The status of a write that was made for another version of the record. */
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

/** Calls the public API through the service's own address, which adds the token; the browser never sees it. */
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

/** Changes something of the app's own server side: the account of the person signed in. */
export function callOwn<T>(method: Method, path: string, body?: unknown): Promise<T> {
  return ask<T>(method, path, body)
}

/** Every write of the app passes here: one that is under way is joined, not sent twice. */
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

/** Reads something of the app's own server side: who is signed in, the demo outbox. */
export async function readOwn<T>(path: string): Promise<T> {
  return (await (await send('GET', path)).json()) as T
}

/** Fetches a file and hands it to the browser's downloads; gives back its name. A CSV that is sent along makes it. */
export function download(path: string, fallbackName: string, csv?: File): Promise<string> {
  const [method, address, body] = [csv ? 'POST' : 'GET', `/app${path}`, csv && asCsv(csv)] as const
  // A bank file pays what it holds: fetched twice, the second would find nothing open.
  return once(keyOf(method, address, body), async () => {
    const response = await send(method, address, body)
    const named = response.headers.get('content-disposition') ?? ''
    const exact = /filename\*=UTF-8''([^;]+)/.exec(named)?.[1]
    const name = exact ? decodeURIComponent(exact) : (/filename="([^"]+)"/.exec(named)?.[1] ?? fallbackName)
    handOver(await response.blob(), name)
    return name
  })
}

/** Hands a text of the app's own to the browser's downloads. */
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

/** Calls the redirect helper of a company, which makes it the default; where it leads does not matter here. */
export async function openCompany(companyId: number): Promise<void> {
  await fetch(`/app/api/redirect/company/${companyId}`, { headers: HEADERS, redirect: 'manual' }).catch(
    () => undefined,
  )
}

const HEADERS = { 'x-tasman-app': '1' }

/** Sends a CSV file, whatever type the system gave it. */
export function sendFile<T>(path: string, csv: File): Promise<T> {
  return call<T>('POST', path, asCsv(csv))
}

const asCsv = (file: File) =>
  new File([file], file.name, { type: 'text/csv', lastModified: file.lastModified })

/** Sends a file as it is. */
export function upload(path: string, file: File): Promise<void> {
  return call<void>('PUT', path, file)
}

/** The code of an answer that asks for the password or second factor before sensitive work. */
const PROOF_REQUIRED = 'proof_required'

/** How often a person is asked to sign in for one request. */
const SIGN_INS_MAX = 3

/** Sends a request; when the session has ended, or a proof is due, asks the person and sends it again. */
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
      // Signed in again, or proved, while this answer was on its way: no one has to be asked.
      if (signInCount() !== before) continue
      if (isSignedOut) await signedInAgain(error.otherEmail)
      else if (!(await provedAgain())) throw error
    }
  }
}

/** Sends a request once: in the name of the person of this tab, or to sign in. */
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

/** Whether the write was stored for a second person instead of done. */
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

/** Whether this page could be loaded again: a reload without the service would leave nothing on the screen. */
export const isReachable = (): Promise<boolean> =>
  fetch(location.href, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
