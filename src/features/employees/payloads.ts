import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CivilDate, civilDate } from '../../payroll/dates.ts'
import type { Service } from '../../service.ts'
import { VIEW_COLUMNS } from './fields.ts'
import { createTextWriter } from './list-text.ts'
import { readRecords } from './text-queries.ts'

/** Read models that are written between two breaths. */
const AT_ONCE = 20
const IS_DELETED = VIEW_COLUMNS.indexOf('is_deleted')

/**
 * The JSON of employees whose `employee.updated` is sent for the first time, by id; `day` is the day it was recorded, whose law it
 * shows. It is what the change left: a later change would have rewritten the event. Only a deletion does not, for it has an event of
 * its own, and is not told here.
 */
export async function writeUpdated(
  service: Service,
  customerId: number,
  day: CivilDate,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const write = createTextWriter(service, { isMasked: service.events.isMasked, day: civilDate(day) })
  const texts = new Map<number, string>()
  for (const { id, row } of await readRecords(service.database.query, customerId, ids)) {
    row[IS_DELETED] = 'f'
    texts.set(id, write(row))
    if (texts.size % AT_ONCE === 0) await nextTurn()
  }
  return texts
}
