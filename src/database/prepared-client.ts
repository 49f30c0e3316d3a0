import { Socket } from 'node:net'
import pg from 'pg'
import { monotonicMs } from '../kernel/clock.ts'
import { errorCode } from '../kernel/read-error.ts'
import { asFault, DatabaseFault } from './faults.ts'
import { type NameCells, nameCells } from './row-shape.ts'
import type { StatementNames } from './statement-names.ts'

/** After a migration, the server refuses a cached plan whose result type has changed. */
const PLAN_IS_STALE = '0A000'

const textOf = (question: string | { text: string }): string =>
  typeof question === 'string' ? question : question.text

// biome-ignore lint/suspicious/noExplicitAny: query has many overloads
type Arguments = any[]

/**
 * The driver quotes and escapes each element of a list. Lists of ids are long, occur in most queries, and
 * need neither.
 */
const listText = (value: unknown): unknown =>
  Array.isArray(value) && value.every(Number.isSafeInteger) ? `{${value.join()}}` : value

/**
 * Removes the caller's statement name, because the next transaction may get another connection without that
 * statement.
 */
const unnamed = ([first, ...rest]: Arguments): Arguments =>
  typeof first === 'object' && first.name ? [{ ...first, name: undefined }, ...rest] : [first, ...rest]

type Callback = (error: unknown, result: unknown) => void
type Statement = { name: string | undefined; text: string; values: unknown[] }

/** Options of each connection in the pool, besides those of the driver. */
export type ClientOptions = pg.ClientConfig & {
  connectTimeoutMs?: number
  /** Statements that every session starts with. A session that refuses them is not used. */
  setUp?: string
  /**
   * Omitted behind a pooler that gives each transaction another connection and does not support prepared
   * statements.
   */
  statementNames?: StatementNames
  onFault?: (fault: DatabaseFault) => void
  /** Called for a statement that took longer than `slowMs`, without its values. */
  onSlow?: (text: string, ms: number) => void
  slowMs?: number
  /** Called for every statement. The returned function is called when the statement ends. */
  onQuery?: (text: string) => ((error: unknown) => void) | undefined
}

/**
 * A connection that prepares statements it runs more than once: parsing and planning a pay statement takes
 * longer than running it for one employee. It tracks how long it has waited for an answer. It also separates
 * connection failures from errors of a request.
 */
export class PreparedClient extends pg.Client {
  #asked = 0
  #waitingSince = 0
  #isGathering = false
  readonly #options: ClientOptions
  readonly #socket: Socket
  /**
   * Functions that turn rows into objects, by prepared statement. They stay valid because the server refuses
   * a changed result type.
   */
  readonly #shapes = new Map<string, NameCells>()

  constructor(options: ClientOptions) {
    const socket = new Socket()
    super({ ...options, connectionTimeoutMillis: options.connectTimeoutMs, stream: () => socket })
    this.#socket = socket
    this.#options = options
    // The caller learns of a broken connection when its query fails. Without a listener, the error would end
    // the process.
    this.on('error', () => {})
  }

  // biome-ignore lint/suspicious/noExplicitAny: returns a promise, or nothing with a callback
  override connect(callback?: (...answer: any[]) => void): any {
    if (!callback)
      return new Promise((resolve, reject) =>
        this.connect((error?: Error) => (error ? reject(error) : resolve(this))),
      )
    const { setUp } = this.#options
    super.connect((error?: Error | null) => {
      if (error || !setUp) return callback(error)
      super.query(setUp, (failure: Error | null) => {
        if (failure) this.end().catch(() => {})
        callback(failure)
      })
    })
  }

  /** How long the oldest pending statement has waited for an answer, in milliseconds. */
  silentMs(nowMs: number): number {
    return this.#asked === 0 ? 0 : nowMs - this.#waitingSince
  }

  /**
   * Sends statements issued at the same moment with one write, because a write takes this process longer than
   * most statements take the server.
   */
  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.#socket.cork()
    queueMicrotask(() => {
      this.#isGathering = false
      this.#socket.uncork()
    })
  }

  /** Closes the socket at once if the server does not respond. All pending statements fail. */
  cut(): void {
    this.#socket.destroy()
  }

  // The base class has many overloads: a string or an object comes first, and an optional callback last.
  // biome-ignore lint/suspicious/noExplicitAny: forwarded unchanged
  override query(...args: any[]): any {
    const [text, values] = args
    const callback = typeof args.at(-1) === 'function' ? (args.pop() as Callback) : undefined
    // Without values (begin, commit), the simple protocol needs one message instead of four.
    const isPlain = typeof text === 'string' && Array.isArray(values) && values.length > 0
    const { statementNames, slowMs = 0, onSlow, onFault, onQuery } = this.#options
    const onEnd = onQuery?.(textOf(text))
    const askedMs = monotonicMs()
    if (this.#asked++ === 0) this.#waitingSince = askedMs
    this.#gather()
    const end = (error: unknown): unknown => {
      // The server starts a statement after it has answered the previous one.
      const begunMs = Math.max(askedMs, this.#waitingSince)
      this.#asked -= 1
      this.#waitingSince = monotonicMs()
      const tookMs = this.#waitingSince - begunMs
      onEnd?.(error)
      if (slowMs > 0 && tookMs > slowMs) onSlow?.(textOf(text), tookMs)
      if (!error) return undefined
      if (isPlain && errorCode(error) === PLAN_IS_STALE) statementNames?.forget(text)
      const fault = asFault(error)
      if (fault instanceof DatabaseFault) onFault?.(fault)
      return fault
    }
    if (isPlain) {
      const statement = { name: statementNames?.nameOf(text), text, values: values.map(listText) }
      return this.#ask(statement, end, callback)
    }
    const question = statementNames ? args : unnamed(args)
    if (callback)
      return Reflect.apply(super.query, this, [
        ...question,
        (error: unknown, result: pg.QueryResult) => callback(end(error), result),
      ])
    return Reflect.apply(super.query, this, question).then(
      (result: pg.QueryResult) => {
        end(undefined)
        return result
      },
      (error: unknown) => {
        throw end(error)
      },
    )
  }

  #ask(statement: Statement, end: (error: unknown) => unknown, callback: Callback | undefined) {
    const ask = (answer: Callback) =>
      void Reflect.apply(super.query, this, [
        { ...statement, rowMode: 'array' },
        (error: unknown, result: pg.QueryArrayResult) =>
          answer(end(error), error ? result : this.#named(statement.name, result)),
      ])
    if (callback) return ask(callback)
    const answered = new Promise((resolve, reject) =>
      ask((error, result) => (error ? reject(error) : resolve(result))),
    )
    return answered.catch((error: Error) => {
      // Makes the stack point to the caller instead of the socket.
      Error.captureStackTrace(error)
      throw error
    })
  }

  /** The rows as objects. The driver adds one property at a time, which takes several times as long. */
  #named(statementName: string | undefined, result: pg.QueryArrayResult): pg.QueryResult {
    if (result.rows.length === 0) return result as pg.QueryResult
    const known = statementName ? this.#shapes.get(statementName) : undefined
    const name = known ?? nameCells(result.fields.map((field) => field.name))
    if (statementName && !known) this.#shapes.set(statementName, name)
    return Object.assign(result, { rows: result.rows.map(name) }) as pg.QueryResult
  }
}
