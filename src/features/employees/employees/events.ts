import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { EventType } from '../../../events/catalogue.ts'
import type { Service } from '../../../service.ts'
import { lawRatesOn } from './law-rates.ts'
import { createTextWriter } from './list-text.ts'
import { openEmployee } from './queries.ts'
import { isDeleted, readRecords } from './text-queries.ts'
import { viewEmployee } from './view.ts'

/** Writes down that these employees changed; the read model is built only when somebody listens. */
export function recordUpdated(service: Service, tx: Tx, employees: readonly Employee[]): Promise<void> {
  return recordChange(service, tx, 'employee.updated', employees)
}

/**
 * The same for any of the three employee events; all employees belong to one customer. Who is deleted arrives as deleted, never as
 * updated, whatever still happens to them.
 */
export async function recordChange(
  service: Service,
  tx: Tx,
  type: Extract<EventType, `employee.${string}`>,
  employees: readonly Employee[],
): Promise<void> {
  const told = type === 'employee.updated' ? employees.filter((row) => !row.is_deleted) : employees
  const [first] = told
  if (!first) return
  const law = lawRatesOn(service, service.clock.today())
  await service.events.record(
    tx,
    type,
    first.customer_id,
    told.map((employee) => ({
      id: employee.id,
      data: () => viewEmployee(openEmployee(service.cipher, employee), law),
    })),
  )
}

/**
 * Writes down that pays moved the leave of these employees, when somebody listens. There may be ten thousand of them: the read
 * models of many are written when they are sent (`writeUpdated`). A deleted employee was last heard of as deleted.
 */
export async function recordBalancesMoved(
  service: Service,
  tx: Tx,
  customerId: number,
  employeeIds: readonly number[],
): Promise<void> {
  const { events, clock } = service
  if (employeeIds.length === 0 || !(await events.isHeard(tx, 'employee.updated', customerId))) return
  const ids = [...new Set(employeeIds)]
  // Nobody moves the leave of many deleted employees: pays and opening balances refuse them.
  if (events.isMany(ids.length))
    return events.recordForLater(tx, 'employee.updated', customerId, ids, clock.today())
  const { isMasked } = events
  const write = createTextWriter(service, { isMasked })
  const rows = (await readRecords(tx, customerId, ids)).filter(({ row }) => !isDeleted(row))
  await events.record(
    tx,
    'employee.updated',
    customerId,
    rows.map(({ id, row }) => ({ id, data: () => null, json: write(row), isMasked })),
  )
}
