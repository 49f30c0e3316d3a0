import { call } from '../api/client.ts'
import { queryClient } from '../api/hooks.ts'
import { cellsOf } from './cell-queue.ts'
import { forgetCells, type QueueScope, waitingRuns } from './cell-storage.ts'
import { createDraftStore, type DraftStore } from './draft-store.ts'

/* One store per run on this page. Created when the run is opened or has unsaved cells from an earlier page. */

const stores = new Map<string, DraftStore>()

/** A browser may forbid storage. Then unsaved cells exist only in the page. */
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

/** Sends cells that an earlier page could not send, now and whenever the network is back. */
export function resumeSaving(person: number): () => void {
  const storage = storageOrNone()
  for (const run of storage ? waitingRuns(storage, person) : []) draftStoreOf({ person, ...run })
  const send = () => void flushAll()
  send()
  window.addEventListener('online', send)
  return () => window.removeEventListener('online', send)
}

export const unsavedCells = () => [...stores.values()].flatMap((store) => cellsOf(store.get().queue))

/** Saves all unsaved cells. Returns false when some could not be saved. */
export async function saveEverything(): Promise<boolean> {
  await flushAll()
  return unsavedCells().length === 0
}

/** Removes all data of the person at sign-out. */
export function forgetEverything(person: number): void {
  const storage = storageOrNone()
  if (storage) forgetCells(storage, person)
  stores.clear()
}
