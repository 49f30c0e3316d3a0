import type { Database } from '../../../database/connect.ts'
import type { Caller } from '../../../http/caller.ts'
import { memoizeByKey } from '../../../kernel/values/memoize-by-key.ts'

/** The kinds of record that a change of access can affect. */
export type AccessSubject = 'grant' | 'client' | 'user' | 'customer'

type Entry = CachedCaller & { keptUntilMs: number }

/** A caller and the expiry of their token. A sandbox token expires by the sandbox's clock. */
export type CachedCaller = { caller: Caller; expiresMs: number }

const ENTRIES_MAX = 10_000
const BELONGS: Record<AccessSubject, (caller: Caller, id: string) => boolean> = {
  grant: (caller, id) => String(caller.grantId) === id,
  client: (caller, id) => caller.clientId === id,
  user: (caller, id) => String(caller.userId) === id,
  customer: (caller, id) => String(caller.customerId) === id,
}

/**
 * Caches callers for a few seconds, so most requests need no database query for their token. A change of
 * access removes the callers it affects. `epoch` guards against a result that was read before such a change
 * and arrives after it. That result is used once but not cached.
 */
class CallerCache {
  #entries = new Map<string, Entry>()
  #epoch = 0
  /** How long an entry is cached. It is shorter while no notifications arrive from other processes. */
  keepMs = 1000

  get epoch(): number {
    return this.#epoch
  }

  get(key: string, nowMs: number, monotonic: number): CachedCaller | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.expiresMs > nowMs && entry.keptUntilMs > monotonic) return entry
    this.#entries.delete(key)
    return undefined
  }

  keep(key: string, caller: Caller, expiresMs: number, readAtEpoch: number, monotonic: number): void {
    if (readAtEpoch !== this.#epoch) return
    if (this.#entries.size >= ENTRIES_MAX) this.#entries.clear()
    this.#entries.set(key, { caller, expiresMs, keptUntilMs: monotonic + this.keepMs })
  }

  forget(subject: AccessSubject, id: string | number): void {
    this.#epoch += 1
    for (const [key, { caller }] of this.#entries)
      if (BELONGS[subject](caller, String(id))) this.#entries.delete(key)
  }

  forgetAll(): void {
    this.#epoch += 1
    this.#entries.clear()
  }
}

/** This process's cache of callers for this database. */
export const callersOf = memoizeByKey((_: Database) => new CallerCache())
