import { call } from '../api/client.ts'
import { queryClient } from '../api/hooks.ts'
import { cellsOf } from './cell-queue.ts'
import { forgetCells, type QueueScope, waitingRuns } from './cell-storage.ts'
import { createDraftStore, type DraftStore } from './draft-store.ts'

/* One store for each run of this page, made when its run is first opened or has unsaved cells from before. */

const stores = new Map<string, DraftStore>()

/** A browser may forbid its storage; then the page itself is all that remembers. */
function storageOrNone(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

export function draftStoreOf(scope: QueueScope): DraftStore {
  const path = `/api/company/${scope.company}/pay-runs/${scope.run}`
  const key = `${scope.person} ${path}`
  const store =
    stores.get(key) ?? createDraftStore({ client: queryClient, call, storage: storageOrNone(), path, scope })
  stores.set(key, store)
  return store
}

const flushAll = () => Promise.all([...stores.values()].map((store) => store.flush()))

/** Sends what an earlier page could not, now and whenever the network is back. */
export function resumeSaving(person: number): () => void {
  const storage = storageOrNone()
  for (const run of storage ? waitingRuns(storage, person) : []) draftStoreOf({ person, ...run })
  const send = () => void flushAll()
  send()
  window.addEventListener('online', send)
  return () => window.removeEventListener('online', send)
}

export const unsavedCells = () => [...stores.values()].flatMap((store) => cellsOf(store.get().queue))

/** Saves what waits; false: some of it could not be saved. */
export async function saveEverything(): Promise<boolean> {
  await flushAll()
  return unsavedCells().length === 0
}

/** Signing out removes all of the person's data. */
export function forgetEverything(person: number): void {
  const storage = storageOrNone()
  if (storage) forgetCells(storage, person)
  stores.clear()
}
