/** A refusal of the API, with its sentence and, where it named them, the fields that are wrong. */
export class ApiError extends Error {
  readonly status: number
  /** By field path without the leading `body` and list index: `first_name`, `hours.0.rate`. */
  readonly fields: Readonly<Record<string, string>>
  /** By the whole path in the body, list index and all: `0.bsb`. */
  readonly paths: Readonly<Record<string, string>>

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

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type ErrorBody = {
  detail?: string
  error?: string
  message?: string
  data?: { loc: (string | number)[]; msg: string }[]
}

/** Calls the public API through the service's own address, which adds the token; the browser never sees it. */
export async function call<T>(
  method: Method,
  path: string,
  body?: unknown,
  key?: string,
  version?: string,
): Promise<T> {
  const response = await send(method, `/app${path}`, body, {
    ...(key ? { 'idempotency-key': key } : {}),
    ...(version ? { 'if-match': `"${version}"` } : {}),
  })
  if (response.status === 204) return undefined as T
  return (await response.json()) as T
}

/** Changes something of the app's own server side: the account of the person signed in. */
export async function callOwn<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const response = await send(method, path, body)
  if (response.status === 204) return undefined as T
  return (await response.json()) as T
}

/** Reads something of the app's own server side: who is signed in, the demo outbox. */
export async function readOwn<T>(path: string): Promise<T> {
  return (await (await send('GET', path)).json()) as T
}

/** Fetches a file and hands it to the browser's downloads; gives back its name. A CSV that is sent along makes it. */
export async function download(path: string, fallbackName: string, csv?: File): Promise<string> {
  const response = csv ? await sendFile(path, csv) : await send('GET', `/app${path}`)
  const named = response.headers.get('content-disposition') ?? ''
  const exact = /filename\*=UTF-8''([^;]+)/.exec(named)?.[1]
  const name = exact ? decodeURIComponent(exact) : (/filename="([^"]+)"/.exec(named)?.[1] ?? fallbackName)
  handOver(await response.blob(), name)
  return name
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
export function sendFile(path: string, csv: File): Promise<Response> {
  return send('POST', `/app${path}`, new File([csv], csv.name, { type: 'text/csv' }))
}

/** Sends a file as it is. */
export async function upload(path: string, file: File): Promise<void> {
  await send('PUT', `/app${path}`, file)
}

async function send(
  method: Method,
  address: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Response> {
  const isFile = body instanceof File
  const type = isFile ? body.type || 'application/octet-stream' : 'application/json'
  const response = await fetch(address, {
    method,
    headers: { ...HEADERS, ...more, ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError(0, 'The service cannot be reached. Check the connection and try again.')
  })
  if (response.ok) return response
  if (response.status === 401) {
    location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`)
    return new Promise(() => {})
  }
  throw readError(response.status, await response.json().catch(() => ({})))
}

function readError(status: number, body: ErrorBody): ApiError {
  const fields: Record<string, string> = {}
  const paths: Record<string, string> = {}
  for (const { loc, msg } of body.data ?? []) {
    const path = loc.filter((part, index) => !(index === 0 || (index === 1 && typeof part === 'number')))
    fields[path.join('.')] ??= msg
    paths[loc.slice(1).join('.')] ??= msg
  }
  const sentence = body.detail ?? body.message ?? body.error ?? `The service answered ${status}.`
  return new ApiError(status, sentence, fields, paths)
}
