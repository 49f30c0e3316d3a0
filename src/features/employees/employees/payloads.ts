import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { createTextWriter } from './list-text.ts'
import { readRecords, undeleted } from './text-queries.ts'

/** Read models that are written before other requests have their time. */
const AT_ONCE = 20

/**
 * The JSON of employees whose `employee.updated` is sent for the first time, by id; `lawDay` is the day it was recorded, whose law
 * it shows. A later update would have rewritten the event, and a deletion is shown as an event of its own.
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
