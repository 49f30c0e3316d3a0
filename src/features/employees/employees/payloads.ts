import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { createTextWriter } from './list-text.ts'
import { readRecords, undeleted } from './text-queries.ts'

/** Read models that are written between two breaths. */
const AT_ONCE = 20

/**
 * The JSON of employees whose `employee.updated` is sent for the first time, by id; `lawDay` is the day it was recorded, whose law
 * it shows. It is what the change left: a later change would have rewritten the event. Only a deletion does not, for it has an event
 * of its own: it calls `writeWaitingUpdates` first.
 */
export async function writeUpdated(
  service: Service,
  query: Queryable,
  customerId: number,
  lawDay: CivilDate,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const write = createTextWriter(service, { isMasked: service.events.isMasked, day: lawDay })
  const texts = new Map<number, string>()
  for (const { id, row } of await readRecords(query, customerId, ids)) {
    // Should the deletion come between an attempt and its body: that is not told as an update.
    texts.set(id, write(undeleted(row)))
    if (texts.size % AT_ONCE === 0) await nextTurn()
  }
  return texts
}

/** Writes what waits to be told of an employee who is about to be deleted. */
export async function writeWaitingUpdates(
  service: Service,
  tx: Tx,
  { id, customer_id }: Employee,
): Promise<void> {
  const read = async (lawDay: CivilDate) =>
    present((await writeUpdated(service, tx, customer_id, lawDay, [id])).get(id))
  await service.events.writeWaiting(tx, 'employee.updated', customer_id, id, read)
}
