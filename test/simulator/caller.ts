import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyJson } from '../support/app.ts'
import { type Answer, Broken, type Method, type Request, type Target, type Tokens, Unsure } from './types.ts'

/** A mark that every name of one customer contains, and no name of another customer. */
export const markOf = (index: number): string =>
  `X${[...String(index).padStart(4, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
export const MARKS = /\bX[a-j]{4}\b/g

/** A killed database has to recover, on a machine that may be busy. */
const LONGEST_AWAY_MS = 300_000

export type Sent = { request: Request; status: number; requestId: string; isWrite: boolean; officer: number }

/**
 * Sends the requests of one customer's officers. It records every write with its request id, checks every answer for
 * data that must never be there, and reports writes without an answer.
 */
export class Caller {
  readonly sent: Sent[] = []
  readonly statuses = new Map<string, number>()
  writes = 0
  keepsAll = false
  renew: ((officer: number) => Promise<void>) | undefined
  readonly #target: Target
  readonly #mark: string
  readonly #tokens: Tokens[]
  #isDownSince = 0

  constructor(target: Target, mark: string, tokens: Tokens[]) {
    this.#target = target
    this.#mark = mark
    this.#tokens = tokens
  }

  token(officer = 0): string {
    return this.#tokens[officer]?.access ?? ''
  }

  /** Reads, and retries while the service is being killed. */
  async get(path: string, officer = 0): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#once({ method: 'GET', path }, officer).catch((error: unknown) => error)
      if (isAnswer(answer) && answer.status !== 503) return answer
      if (answer instanceof Broken) throw answer
      await this.#wait(attempt, answer)
    }
  }

  /** The body of a read that must succeed. */
  async read(path: string): Promise<AnyJson> {
    const answer = await this.get(path)
    if (answer.status !== 200)
      throw new Broken('readable', `GET ${path} answers ${answer.status}: ${answer.text.slice(0, 300)}`)
    return answer.body
  }

  /** Writes once. No answer, or a 503, leaves open whether the write was done. */
  async write(method: Method, path: string, body?: unknown, options: WriteOptions = {}): Promise<Answer> {
    const request: Request = {
      method,
      path,
      ...(body === undefined ? {} : { body }),
      ...(options.headers ? { headers: options.headers } : {}),
    }
    const answer = await this.#once(request, options.officer ?? 0).catch((error: unknown) => {
      if (error instanceof Broken) throw error
      throw new Unsure(request, error instanceof Error ? error.message : String(error))
    })
    if (answer.status === 503) throw new Unsure(request, '503')
    return answer
  }

  /** Replaces a token that has expired by the clock. Nothing was done yet. */
  async #once(request: Request, officer: number): Promise<Answer> {
    const answer = await this.#send(request, officer)
    if (answer.status !== 401 || !this.renew) return answer
    await this.renew(officer)
    return this.#send(request, officer)
  }

  async #send(request: Request, officer: number): Promise<Answer> {
    const authorization = `Bearer ${this.token(officer)}`
    const answer = await this.#target.send({ ...request, headers: { authorization, ...request.headers } })
    this.#keep(request, answer, officer)
    this.#look(request, answer)
    return answer
  }

  #keep(request: Request, answer: Answer, officer: number): void {
    const isWrite = request.method !== 'GET'
    if (isWrite) this.writes += 1
    const key = `${request.method} ${request.path.replace(/\?.*/, '').replace(/\d+/g, '#')} ${answer.status}`
    this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1)
    if (isWrite || this.keepsAll)
      this.sent.push({
        request,
        status: answer.status,
        requestId: answer.headers['x-request-id'] ?? '',
        isWrite,
        officer,
      })
  }

  #look({ method, path }: Request, { status, text }: Answer): void {
    if (status >= 500 && status !== 503)
      throw new Broken('no-500', `${method} ${path} answers ${status}: ${text.slice(0, 300)}`)
    const other = text.match(MARKS)?.find((mark) => mark !== this.#mark)
    if (other) throw new Broken('isolation', `${method} ${path} shows ${other} to ${this.#mark}`)
  }

  async #wait(attempt: number, why: unknown): Promise<void> {
    if (attempt === 0) this.#isDownSince = Date.now()
    if (Date.now() - this.#isDownSince > LONGEST_AWAY_MS) {
      const words = isAnswer(why) ? `${why.status} ${why.text.slice(0, 300)}` : String(why)
      throw new Broken('comes-back', `the service does not come back: ${words}`)
    }
    await this.#target.faults?.serving()
    await sleep(100)
  }
}

export type WriteOptions = { officer?: number; headers?: Record<string, string> }

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && 'status' in value && 'text' in value
