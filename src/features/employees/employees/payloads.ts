import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { createTextWriter } from './list-text.ts'
import { readRecords, undeleted } from './text-queries.ts'

/** Read models to serialise before yielding to other requests. */
const AT_ONCE = 20

/**
 * Writes the JSON of employees whose `employee.updated` event is sent for the first time, by id. `lawDay` is the day the
 * event was recorded, and the JSON shows the law of that day. Later updates rewrite the event, and a deletion has its own
 * event.
 */
export async function writeUpdated(
  service: Service,
  query: Queryable,
  {
    customerId,
    lawDay,
    ids,
    isMasked,
  }: { customerId: number; lawDay: CivilDate; ids: readonly number[]; isMasked: boolean },
): Promise<Map<number, string>> {
  const write = createTextWriter(service, { isMasked, day: lawDay })
  const texts = new Map<number, string>()
  for (const { id, row } of await readRecords(query, customerId, ids)) {
    texts.set(id, write(undeleted(row)))
    if (texts.size % AT_ONCE === 0) await nextTurn()
  }
  return texts
}
