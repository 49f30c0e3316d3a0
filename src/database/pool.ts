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
 * The pool of connections. A customer's work waits for its share before it asks for one; every failure to get or
 * to keep a connection is a fault that is answered 503; and while the server is known not to answer, no one waits for it.
 */
export class SharedPool extends pg.Pool {
  readonly #concurrency: CustomerConcurrency
  readonly #open = new Set<PreparedClient>()
  /** Which pool the work at hand gets its connection from, where that is not this one: each cell has its own. */
  poolInstead: () => SharedPool | undefined = () => undefined
  /** Set while the server takes connections and answers nothing, or cannot be reached at all. */
  isSilent = false

  constructor(options: pg.PoolConfig & ClientOptions, concurrency: CustomerConcurrency) {
    super({ ...options, Client: PreparedClient as never })
    this.#concurrency = concurrency
    this.on('connect', (client) => this.#open.add(client as unknown as PreparedClient))
    this.on('remove', (client) => this.#open.delete(client as unknown as PreparedClient))
  }

  /** The connections that are open now. */
  get connections(): ReadonlySet<PreparedClient> {
    return this.#open
  }

  // biome-ignore lint/suspicious/noExplicitAny: a promise without a callback, nothing with one
  override connect(callback?: Callback): any {
    const pool = this.poolInstead() ?? this
    if (callback) return void pool.#acquire(callback)
    return new Promise<Client>((resolve, reject) =>
      pool.#acquire((error, client) => (client ? resolve(client) : reject(error))),
    )
  }

  // biome-ignore lint/suspicious/noExplicitAny: passed on as it came
  override query(...args: any[]): any {
    const answer = Reflect.apply(super.query, this, args)
    // A connection that breaks reports to the pool before it reports to its query.
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
