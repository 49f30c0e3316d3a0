import type { Tx } from '../database/connect.ts'
import type { EventType } from './catalogue.ts'

/** A changed entity; `data` builds its read model and is called only when somebody listens. */
export type ChangedEntity = { id: number; data: () => unknown }

/** Writes events down with the change that caused them, in its transaction. */
export type EventRecorder = {
  record(tx: Tx, type: EventType, customerId: number, entities: readonly ChangedEntity[]): Promise<void>
}

/** Nobody can listen before webhook endpoints exist. */
export function createEventRecorder(): EventRecorder {
  return { record: async () => {} }
}
