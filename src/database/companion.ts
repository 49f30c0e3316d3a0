import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tx } from './tx.ts'

/** What a request wants written with its work, in the same commit. Dry runs, which roll back, are left alone. */
export type Companion = {
  /** Wraps the work of a transaction and hands it to `execute`, which runs it. */
  accompany<T>(
    work: (tx: Tx) => Promise<T>,
    execute: (work: (tx: Tx) => Promise<T>) => Promise<T>,
  ): Promise<T>
  /** The status that the work says it will answer with, where it is not the usual one of the route. */
  outcome?: number
  /** Who asks, for what is written down of their work. */
  readonly actor?: { readonly userId: number | null; readonly clientId: string | null }
}

/** The companion of the request that is being served; jobs have none. */
export const companions = new AsyncLocalStorage<Companion>()

/** Says inside a transaction with which status the request will be answered, for what is written with it. */
export function expectOutcome(status: number): void {
  const companion = companions.getStore()
  if (companion) companion.outcome = status
}
