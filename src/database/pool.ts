import pg from 'pg'
import type { CustomerConcurrency } from './customer-concurrency.ts'
import { asConnectFault, asFault, DatabaseFault } from './faults.ts'
import { type ClientOptions, PreparedClient } from './prepared-client.ts'

type Client = pg.PoolClient
type Callback = (
  error: Error | undefined,
  client: Client | undefined,
  done: (broken?: Error | boolean) => void,
) => void

/**
 * The connection pool. A customer's work waits until its concurrency limit lets it ask for a connection.
 * Every failure to get or keep a connection is a fault that is answered with 503. While the server is known
 * to be down, requests fail without waiting.
 */
export class SharedPool extends pg.Pool {
  readonly #concurrency: CustomerConcurrency
  readonly #open = new Set<PreparedClient>()
  /** The pool to use for the current work instead of this one, because each cell has its own. */
  poolInstead: () => SharedPool | undefined = () => undefined
  /** Set while the server accepts connections but does not respond, or cannot be reached at all. */
  isSilent = false

  constructor(options: pg.PoolConfig & ClientOptions, concurrency: CustomerConcurrency) {
    super({ ...options, Client: PreparedClient as never })
    this.#concurrency = concurrency
    this.on('connect', (client) => this.#open.add(client as unknown as PreparedClient))
    this.on('remove', (client) => this.#open.delete(client as unknown as PreparedClient))
  }

  get connections(): ReadonlySet<PreparedClient> {
    return this.#open
  }

  // biome-ignore lint/suspicious/noExplicitAny: returns a promise, or nothing with a callback
  override connect(callback?: Callback): any {
    const pool = this.poolInstead() ?? this
    if (callback) return void pool.#acquire(callback)
    return new Promise<Client>((resolve, reject) =>
      pool.#acquire((error, client) => (client ? resolve(client) : reject(error))),
    )
  }

  // biome-ignore lint/suspicious/noExplicitAny: forwarded unchanged
  override query(...args: any[]): any {
    const answer = Reflect.apply(super.query, this, args)
    // A broken connection reports to the pool before it reports to its query.
    return answer instanceof Promise
      ? answer.catch((error: unknown) => Promise.reject(asFault(error)))
      : answer
  }

  #acquire(callback: Callback): void {
    if (this.isSilent) refuse(callback, new DatabaseFault('unreachable'))
    else if (!this.#concurrency.isNeeded()) this.#connect(callback, () => {})
    else
      this.#concurrency.enter().then(
        (leave) => this.#connect(callback, leave),
        (error) => refuse(callback, error),
      )
  }

  #connect(callback: Callback, leave: () => void): void {
    super.connect((error, client) => {
      if (!client) {
        leave()
        return refuse(callback, asConnectFault(error) as Error)
      }
      const { release } = client
      client.release = (broken) => {
        leave()
        release(broken)
      }
      callback(undefined, client, client.release)
    })
  }
}

function refuse(callback: Callback, error: Error): void {
  callback(error, undefined, () => {})
}
