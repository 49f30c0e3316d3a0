import { convertDecimals, type DecimalOption } from './decimals.ts'
import { errorOf } from './errors.ts'
import { KEYED } from './facts.ts'
import { fixedToken, type TokenSource } from './oauth.ts'
import { entriesOfPages } from './pages.ts'
import { type RetryOptions, withRetries } from './retry.ts'
import { entriesOf } from './stream.ts'
import { withinTime } from './timeout.ts'
import type { AnswerTo, EntryOf, ItemOf, Method, OptionsOf, PathsWith } from './types.ts'

export type ClientOptions = {
  /** The address of the service, for example `http://127.0.0.1:8080`. */
  baseUrl: string
  /** An access token, or a source that keeps one fresh. Omit it for operations that need no token. */
  token?: string | TokenSource
  /** The type of decimals in answers. Default `number`. */
  decimals?: DecimalOption
  retry?: RetryOptions
  /**
   * The time that each attempt waits for the first byte of a response. Default 60 seconds, 0 for no limit.
   */
  timeoutMs?: number
  fetch?: typeof fetch
}

type Call = {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
} & RequestSettings
type RequestSettings = {
  signal?: AbortSignal
  headers?: Record<string, string>
  idempotencyKey?: string
  timeoutMs?: number
}

/** The arguments of a call. Optional where the operation requires none. */
type Arguments<P extends string, M extends Method> =
  Record<never, never> extends OptionsOf<P, M>
    ? [options?: OptionsOf<P, M> & RequestSettings]
    : [options: OptionsOf<P, M> & RequestSettings]

type Caller<M extends Method> = <P extends PathsWith<M>, const C extends Arguments<P, M>>(
  path: P,
  ...call: C
) => Promise<AnswerTo<P, M, C[0]>>

/** A client of the API. The served schema types its paths, parameters, bodies and answers. */
export interface TasmanClient {
  get: Caller<'get'>
  put: Caller<'put'>
  post: Caller<'post'>
  patch: Caller<'patch'>
  delete: Caller<'delete'>
  /** Yields all entries of a paginated list (`limit` with `before`, `after` or `offset`). */
  pages<P extends PathsWith<'get'>>(path: P, ...call: Arguments<P, 'get'>): AsyncGenerator<EntryOf<P>>
  /** Yields the entries of a list as they arrive. */
  stream<P extends PathsWith<'get'>>(path: P, ...call: Arguments<P, 'get'>): AsyncGenerator<ItemOf<P>>
}

/** Creates a client for the API. */
export function createClient(options: ClientOptions): TasmanClient {
  const base = options.baseUrl.replace(/\/$/, '')
  const send = options.fetch ?? fetch
  const { token, decimals = 'number', retry = {}, timeoutMs = 60_000 } = options
  const source = typeof token === 'string' ? fixedToken(token) : token

  const request = async (method: Method, path: string, call: Call): Promise<Response> => {
    const url = base + addressOf(path, call)
    const isKeyed = KEYED.has(`${method.toUpperCase()} ${path}`)
    const headers: Record<string, string> = {
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(isKeyed ? { 'idempotency-key': call.idempotencyKey ?? crypto.randomUUID() } : {}),
      ...call.headers,
    }
    const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) }
    const once = (bearer?: string) => {
      const authorization: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {}
      const init = { method: method.toUpperCase(), headers: { ...headers, ...authorization } }
      return withinTime(call.timeoutMs ?? timeoutMs, call.signal, (signal) =>
        send(url, { ...init, ...body, signal }),
      )
    }
    const authorised = async (): Promise<Response> => {
      const bearer = await source?.token()
      const response = await once(bearer)
      if (response.status !== 401 || !source || !bearer) return response
      const renewed = await source.renew(bearer)
      return renewed === null ? response : once(renewed)
    }
    const response = await withRetries(authorised, method === 'get' || isKeyed, retry, call.signal)
    if (!response.ok) throw await errorOf(response)
    return response
  }

  const read = async (response: Response): Promise<unknown> => {
    if (response.status === 204) return undefined
    const type = response.headers.get('content-type') ?? ''
    if (type.startsWith('application/json')) return convertDecimals(await response.json(), decimals)
    return type.startsWith('text/') ? response.text() : response.blob()
  }
  const caller =
    (method: Method) =>
    async (path: string, call: Call = {}) =>
      read(await request(method, path, call))

  const client = {
    get: caller('get'),
    put: caller('put'),
    post: caller('post'),
    patch: caller('patch'),
    delete: caller('delete'),
    async *pages(path: string, { query = {}, ...rest }: Call = {}) {
      const readPage = async (page: Record<string, unknown>) =>
        read(await request('get', path, { ...rest, query: page }))
      yield* entriesOfPages(path, query, readPage)
    },
    async *stream(path: string, call: Call = {}) {
      const response = await request('get', path, call)
      if (!response.body) return
      for await (const entry of entriesOf(response.body as unknown as AsyncIterable<Uint8Array>))
        yield convertDecimals(entry, decimals)
    },
  }
  // The types come from the schema. At run time, a call is only a path with options.
  return client as unknown as TasmanClient
}

function addressOf(path: string, { path: members = {}, query = {} }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(members[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}
